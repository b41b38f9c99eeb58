import { Link } from 'react-router';
import { ConfirmEmail, confirmEmail } from '#contract/accounts.ts';
import { signupPage } from '#contract/pages.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { type Confirmation, confirm } from './accounts.actions.ts';

interface ConfirmFormProps {
  token: string;
  username: string;
  email: string;
  done: (outcome: Confirmation) => void;
}

/**
 * Asks for the sign-up's password, confirms the e-mail address and logs in. The password proves that whoever has the
 * link also signed up.
 */
export function ConfirmForm({ token, username, email, done }: ConfirmFormProps) {
  const collect = (fields: FormData) => ({ token, password: String(fields.get('password')) });
  const { form, busy, validation, error } = useForm(
    confirmEmail.action,
    ConfirmEmail,
    collect,
    async (proof) => done(await confirm(proof)),
    'password',
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Confirming needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {/* Password managers need the name that belongs to the password. */}
      <input name="username" autoComplete="username" defaultValue={username} readOnly hidden />
      <Field label="Password" hint="The password you signed up with." errors={validation.password}>
        <PasswordInput autoComplete="current-password" />
      </Field>
      <SubmitButton label="Confirm and log in" busy={busy} />
      <p className="small">
        Didn’t sign up? Close this page. Forgot the password?{' '}
        <Link to={signupPage()} state={{ email }}>
          Sign up again
        </Link>
        .
      </p>
    </form>
  );
}
