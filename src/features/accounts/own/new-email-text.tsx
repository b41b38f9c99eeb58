import { ConfirmNewEmail, confirmNewEmail } from '#contract/own-account.ts';
import { loginPage, passwordPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { LinkText } from '../link-text.tsx';
import type { LinkSteps } from '../use-mailed-link.ts';
import { confirmOwnEmail, type NewEmail } from './own.actions.ts';

interface NewEmailFormProps {
  token: string;
  username: string;
  needsPassword: boolean;
  done: (outcome: NewEmail) => void;
}

/** Confirms the address. Without a log-in it asks for the password, as the link may have reached somebody else. */
function NewEmailForm({ token, username, needsPassword, done }: NewEmailFormProps) {
  const collect = (fields: FormData) => ({
    token,
    ...(needsPassword && { password: String(fields.get('password')) }),
  });
  const { form, busy, validation, error } = useForm(
    confirmNewEmail.action,
    ConfirmNewEmail,
    collect,
    async (proof) => done(await confirmOwnEmail(proof)),
    'password',
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Confirming needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {needsPassword && (
        <>
          {/* Password managers need the name that belongs to the password. */}
          <input name="username" autoComplete="username" defaultValue={username} readOnly hidden />
          <Field label="Password" hint="The password of your account." errors={validation.password}>
            <PasswordInput autoComplete="current-password" />
          </Field>
        </>
      )}
      <SubmitButton label={t`Confirm the new e-mail`} busy={busy} />
      <p className="small">Didn’t ask for it? Close this page and nothing happens.</p>
    </form>
  );
}

/** State of the link to a new address, with the next step. */
export function NewEmailText({ token, link, busy, again, done }: LinkSteps<NewEmail> & { token: string }) {
  switch (link?.is) {
    case 'asked':
      return (
        <>
          <p role="status">
            Use <bdi>{link.email}</bdi> for your account <strong>{link.username}</strong>.
          </p>
          <NewEmailForm token={token} done={done} {...link} />
        </>
      );
    case 'confirmed':
    case 'already':
      return (
        <>
          <p role="status">
            {link.is === 'confirmed' ? t`Your e-mail has changed.` : t`This e-mail is already confirmed.`}
          </p>
          <p>
            <Button to={passwordPage()}>See your account</Button>
          </p>
        </>
      );
    case 'login':
      return (
        <>
          <p role="status">{link.message}</p>
          <p>
            <Button to={loginPage()}>Log In</Button>
          </p>
        </>
      );
    default:
      return <LinkText link={link} busy={busy} again={again} fresh={passwordPage()} />;
  }
}
