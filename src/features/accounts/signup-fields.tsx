import { Link } from 'react-router';
import { privacyPolicyPage, termsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';

interface FieldProps {
  errors: string[] | undefined;
}

export const UsernameField = ({ errors, initial }: FieldProps & { initial?: string }) => (
  <Field
    label="Username"
    hint="3 to 20 letters and numbers, with . _ or - between them. Shown with your bikes."
    errors={errors}
  >
    <TextInput
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      defaultValue={initial}
      required
    />
  </Field>
);

/** @param isApplicant whether operators decide about the sign-up */
export const EmailField = ({
  errors,
  initial,
  isApplicant,
}: FieldProps & { initial?: string | undefined; isApplicant: boolean }) => (
  <Field
    label="E-mail"
    hint={isApplicant ? t`The operators see it until they have decided, then only you do.` : t`Only you see it.`}
    errors={errors}
  >
    <TextInput type="email" name="email" autoComplete="email" defaultValue={initial} required />
  </Field>
);

/** @param question null: the built-in one */
export const AnswerField = ({ errors, question }: FieldProps & { question: string | null }) => (
  <Field
    label={question ?? t`What do you ride, and why would you like to join?`}
    hint="The operators of this site read it, decide, and mail you their answer."
    errors={errors}
  >
    <TextArea name="answer" rows={3} required />
  </Field>
);

export const Terms = ({ errors }: FieldProps) => (
  <>
    <Check name="terms" errors={errors} required>
      I agree to the <Link to={termsPage()}>terms</Link>: bicycles only, my own photos or ones I may use, nothing for
      sale.
    </Check>
    <p className="small">
      See what we keep in the <Link to={privacyPolicyPage()}>privacy policy</Link>.
    </p>
  </>
);
