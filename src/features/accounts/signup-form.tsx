import { useState } from 'react';
import { Link } from 'react-router';
import { Signup, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { privacyPolicyPage, termsPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Check } from '#src/ui/check.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextArea } from '#src/ui/text-area.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { signUp } from './accounts.actions.ts';
import { passwordHint } from './password-hint.ts';

export interface SignupFormProps {
  /** The initial value. */
  email: string | undefined;
  /** What the operators ask applicants; null: the built-in question. Undefined if nobody has to apply. */
  question?: string | null;
  /** The token of an invitation. */
  invitation?: string;
  /** Called with the address that the link was sent to. */
  done: (email: string) => void;
}

/** Sign-up form. */
export function SignupForm({ email, question, invitation, done }: SignupFormProps) {
  // Each attempt uses the same id, so that a lost answer creates no second account.
  const [id] = useState(newId);
  const collect = (fields: FormData) => ({
    id,
    username: String(fields.get('username')),
    email: String(fields.get('email')),
    password: String(fields.get('password')),
    terms: (fields.get('terms') === 'on') as true,
    answer: String(fields.get('answer') ?? ''),
    ...(invitation && { invitation }),
  });
  const { form, busy, validation, error } = useForm(signup.action, Signup, collect, async (member) => {
    await signUp(member);
    done(member.email);
  });
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Signing up needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      <Field
        label="Username"
        hint="3 to 20 letters and numbers, with . _ or - between them. Shown with your bikes."
        errors={validation.username}
      >
        <TextInput
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      <Field
        label="E-mail"
        hint={
          question === undefined
            ? t`Only you see it.`
            : t`The operators see it until they have decided, then only you do.`
        }
        errors={validation.email}
      >
        <TextInput type="email" name="email" autoComplete="email" defaultValue={email} required />
      </Field>
      <Field label="Password" hint={passwordHint()} errors={validation.password}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      {question !== undefined && (
        <Field
          label={question ?? t`What do you ride, and why would you like to join?`}
          hint="The operators of this site read it, decide, and mail you their answer."
          errors={validation.answer}
        >
          <TextArea name="answer" rows={3} required />
        </Field>
      )}
      <Check name="terms" errors={validation.terms} required>
        I agree to the <Link to={termsPage()}>terms</Link>: bicycles only, my own photos or ones I may use, nothing for
        sale.
      </Check>
      <p className="small">
        See what we keep in the <Link to={privacyPolicyPage()}>privacy policy</Link>.
      </p>
      <SubmitButton label="Sign Up" busy={busy} />
    </form>
  );
}
