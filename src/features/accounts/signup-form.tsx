import { useState } from 'react';
import { Signup, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { signUp } from './accounts.actions.ts';
import type { JoinPart } from './join-form.tsx';
import { passwordHint } from './password-hint.ts';
import { AnswerField, EmailField, Terms, UsernameField } from './signup-fields.tsx';

interface SignupFormProps extends JoinPart {
  /** The initial value. */
  email: string | undefined;
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
      <UsernameField errors={validation.username} />
      <EmailField errors={validation.email} initial={email} isApplicant={question !== undefined} />
      <Field label="Password" hint={passwordHint()} errors={validation.password}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      {question !== undefined && <AnswerField question={question} errors={validation.answer} />}
      <Terms errors={validation.terms} />
      <SubmitButton label="Sign Up" busy={busy} />
    </form>
  );
}
