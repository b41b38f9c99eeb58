import { UndoEmail, undoEmailChange } from '#contract/own-account.ts';
import { contactPage, loginPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import { Field } from '#src/ui/field.tsx';
import { Note } from '#src/ui/note.tsx';
import { LinkText } from '../link-text.tsx';
import { passwordHint } from '../password-hint.ts';
import type { LinkSteps } from '../use-mailed-link.ts';
import { type EmailUndo, undoEmail } from './own.actions.ts';

interface EmailUndoFormProps {
  token: string;
  username: string;
  changed: boolean;
  done: (outcome: EmailUndo) => void;
}

/** Asks for a new password, as somebody else may know the present one. */
function EmailUndoForm({ token, username, changed, done }: EmailUndoFormProps) {
  const collect = (fields: FormData) => ({ token, password: String(fields.get('password')) });
  const { form, busy, validation, error } = useForm(
    undoEmailChange.action,
    UndoEmail,
    collect,
    async (proof) => done(await undoEmail(proof)),
    'password',
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Changing your e-mail needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {/* Password managers need the name that belongs to the password. */}
      <input name="username" autoComplete="username" defaultValue={username} readOnly hidden />
      <Field label="New password" hint={passwordHint()} errors={validation.password}>
        <PasswordInput autoComplete="new-password" />
      </Field>
      <SubmitButton label={changed ? t`Undo the change` : t`Stop the change`} busy={busy} />
      <p className="small">This signs out all devices, also those of anybody else who uses your account.</p>
    </form>
  );
}

/** State of the link that undoes a change of the address, with the next step. */
export function EmailUndoText({ token, link, busy, again, done }: LinkSteps<EmailUndo> & { token: string }) {
  switch (link?.is) {
    case 'asked':
      return (
        <>
          <p role="status">
            {link.changed
              ? t`Your account ${link.username} gets the e-mail ${link.email} back.`
              : t`Your account ${link.username} keeps the e-mail ${link.email}.`}
          </p>
          <EmailUndoForm token={token} done={done} {...link} />
        </>
      );
    case 'undone':
      return (
        <>
          <p role="status">The change is undone, and all devices are signed out. Log in with your new password.</p>
          <p>
            <Button to={loginPage()}>Log In</Button>
          </p>
        </>
      );
    case 'invalid':
      return (
        <>
          <Note state="failed" role="alert">
            {link.message}
          </Note>
          <p>
            <Button look="quiet" to={contactPage()}>
              Write to us
            </Button>
          </p>
        </>
      );
    default:
      return <LinkText link={link} busy={busy} again={again} fresh={contactPage()} />;
  }
}
