import { useEffect, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { ChangeEmail, cancelEmailChange, changeEmail, type OwnAccount } from '#contract/own-account.ts';
import { daysToUndoEmail } from '#contract/periods.ts';
import { many, t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import formStyles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Button } from '#src/ui/button.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { dayOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { cancelOwnEmail, changeOwnEmail } from './own.actions.ts';
import styles from './own.module.css';

interface EmailFormProps {
  userId: Id;
  account: OwnAccount;
  /** Reads the account again. */
  refresh: () => Promise<void>;
}

/** A new address that waits for its confirmation, with the button that takes it back. */
function Pending({
  userId,
  pending,
  onEnd,
}: {
  userId: Id;
  pending: { email: string; until: string };
  onEnd: () => void;
}) {
  const result = useResult(cancelEmailChange.action);
  const day = dayOf(new Date(pending.until), new Date(), useDisplayPreferences());
  const cancel = () => void cancelOwnEmail(userId).then(onEnd, ignoreApiFailure);
  return (
    <>
      <Note
        state="waiting"
        role="status"
        action={
          <Button look="quiet" small busy={isUnderWay(result)} onClick={cancel}>
            Take it back
          </Button>
        }
      >
        We sent a link to <bdi>{pending.email}</bdi>. Your e-mail changes once you open it, until <span>{day}</span>.
      </Note>
      {result.error && <Refusal error={result.error} />}
    </>
  );
}

const collect = (fields: FormData) => ({ email: String(fields.get('email')) });

/** The member's address, and a form to change it. */
export function EmailForm({ userId, account, refresh }: EmailFormProps) {
  const { email, pending } = account;
  const [said, setSaid] = useState('');
  const text = useRef<HTMLParagraphElement>(null);
  const { form, busy, validation, error } = useForm(
    changeEmail.action,
    ChangeEmail,
    collect,
    async (input, element) => {
      setSaid('');
      await changeOwnEmail(userId, input);
      element.reset();
      await refresh();
    },
  );
  // The pressed button is gone along with the change.
  useEffect(() => {
    if (said) text.current?.focus();
  }, [said]);
  const end = async () => {
    await refresh();
    setSaid(t`Taken back. Your e-mail stays as it is.`);
  };
  return (
    <div className={styles.part}>
      <p>
        Your e-mail is <bdi className={styles.value}>{email}</bdi>. Other members don't see it.
      </p>
      {pending && <Pending userId={userId} pending={pending} onEnd={() => void end()} />}
      <p ref={text} role="status" tabIndex={-1} className={styles.said}>
        {said}
      </p>
      <form {...form} className={formStyles.form}>
        <NeedsConnection>Changing your e-mail needs a connection.</NeedsConnection>
        {error && <Refusal error={error} />}
        <Field
          label="New e-mail"
          hint={many(
            daysToUndoEmail,
          )`We tell your present e-mail, too. It can undo the change for # day.|We tell your present e-mail, too. It can undo the change for # days.`}
          errors={validation.email}
        >
          <TextInput type="email" name="email" autoComplete="email" required />
        </Field>
        <SubmitButton label={t`Send the link`} busy={busy} compact />
      </form>
    </div>
  );
}
