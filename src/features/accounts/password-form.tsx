import { useState } from 'react';
import { passwordLimits } from '#contract/accounts.ts';
import type { Person } from '#contract/people.ts';
import { ChangePassword, changePassword } from '#contract/sessions.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Note } from '#src/ui/note.tsx';
import { passwordHint } from './password-hint.ts';
import { changeOwnPassword } from './sessions.actions.ts';

const collect = (fields: FormData) => ({
  ...(fields.has('current') && { current: String(fields.get('current')) }),
  password: String(fields.get('password')),
});

interface PasswordFormProps {
  member: Person;
  /** Whether a passkey can replace the current password. */
  hasPasskeys: boolean;
  /** Whether there is a password to change. */
  hasPassword: boolean;
  onChanged: () => void;
}

/** Form to change the member's password; this device stays signed in. */
export function PasswordForm({ member, hasPasskeys, hasPassword, onChanged }: PasswordFormProps) {
  const [isForgotten, setForgotten] = useState(false);
  const canUsePasskey = usePasskeySupport() && hasPasskeys;
  const { form, busy, done, validation, error } = useForm(
    changePassword.action,
    ChangePassword,
    collect,
    async (passwords, element) => {
      await changeOwnPassword(member.id, passwords);
      element.reset();
      onChanged();
    },
    'current',
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Changing your password needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {/* Password managers need the name that belongs to the password. */}
      <input name="username" autoComplete="username" defaultValue={member.username} readOnly hidden />
      {!hasPassword && <p>You have no password yet. You log in with an account on another site.</p>}
      {hasPassword && !isForgotten && (
        <Field
          label="Current password"
          hint={t`If it is shorter than ${passwordLimits.min} characters, it works until you change it.`}
          errors={validation.current}
        >
          <PasswordInput name="current" which="current" autoComplete="current-password" />
        </Field>
      )}
      {hasPassword && canUsePasskey && (
        <LinkButton className={styles.compact} onClick={() => setForgotten(!isForgotten)}>
          {isForgotten ? t`Use the current password` : t`Forgot it? Use a passkey`}
        </LinkButton>
      )}
      <Field label="New password" hint={passwordHint()} errors={validation.password}>
        <PasswordInput which="new" autoComplete="new-password" />
      </Field>
      <SubmitButton label={hasPassword ? t`Change password` : t`Choose a password`} busy={busy} compact />
      <div role="status">
        {done ? (
          <Note state="saved">Password changed. Your other devices are signed out.</Note>
        ) : (
          <p className="quiet small">This signs out all your other devices.</p>
        )}
      </div>
    </form>
  );
}
