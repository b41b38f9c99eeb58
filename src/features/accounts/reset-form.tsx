import { ResetPassword, resetPassword } from '#contract/accounts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { reset, type UselessLink } from './accounts.actions.ts';
import { passwordHint } from './password-hint.ts';

interface ResetFormProps {
  token: string;
  username: string;
  /** Called with the reason why the link is invalid, or null if the password was changed. */
  done: (refusal: UselessLink | null) => void;
}

/** Form for a new password. */
export function ResetForm({ token, username, done }: ResetFormProps) {
  const collect = (fields: FormData) => ({ token, password: String(fields.get('password')) });
  const { form, busy, validation, error } = useForm(
    resetPassword.action,
    ResetPassword,
    collect,
    async (proof) => done(await reset(proof)),
    'password',
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Changing a password needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {/* Password managers need the name that belongs to the password. */}
      <input name="username" autoComplete="username" defaultValue={username} readOnly hidden />
      <Field label="New password" hint={passwordHint()} errors={validation.password}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <SubmitButton label="Change password" busy={busy} />
      <p className="small">This signs out all your devices. Log in again with the new password.</p>
    </form>
  );
}
