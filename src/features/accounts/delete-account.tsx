import { useEffect, useState } from 'react';
import { DeleteAccount as DeleteAccountInput, daysToErasure, deleteAccount } from '#contract/accounts.ts';
import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { deletedMember, shownName } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { onlyHere, type Unsent, unsentOf } from '#src/outbox/unsent.ts';
import { Check } from '#src/ui/check.tsx';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Field } from '#src/ui/field.tsx';
import { dayOf } from '#src/ui/format.ts';
import { TextInput } from '#src/ui/text-input.tsx';
import { leaveHeadbadge } from './departure.actions.ts';
import { thingsOf } from './unsent-text.ts';

/** Data of a member that exists only on this device; null while unknown or if there is none. */
function useUnsent(userId: Id): Unsent | null {
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  useEffect(() => {
    let here = true;
    unsentOf(userId).then(
      (found) => {
        const lost = onlyHere(found);
        if (here) setUnsent(lost.rows + lost.unqueued > 0 ? lost : null);
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [userId]);
  return unsent;
}

interface DeleteAccountProps {
  user: AuthUser;
  /** Navigates away from the member's own pages. */
  leave: () => Promise<void> | void;
  /** Called with the time at which the account will be erased. */
  done: (until: Date) => void;
}

const collect = (fields: FormData) => ({
  username: String(fields.get('username')),
});

/** Explains what deleting the account does, and deletes it. */
export function DeleteAccount({ user, leave, done }: DeleteAccountProps) {
  const unsent = useUnsent(user.id);
  const [now] = useState(() => new Date(serverNow()));
  const [thorough, setThorough] = useState(false);
  const { form, busy, validation, error } = useForm(deleteAccount.action, DeleteAccountInput, collect, async (proof) =>
    done(await leaveHeadbadge(user, proof, thorough ? 'delete' : 'keep', leave)),
  );
  const until = dayOf(new Date(now.getTime() + daysToErasure * 86_400_000), now, useDisplayPreferences());
  return (
    <form {...form} className={styles.form}>
      <p>
        Your bikes and their photos disappear at once, and all your devices are signed out. Your comments and messages
        stay for now, shown as from “<span>{shownName(deletedMember)}</span>”.
      </p>
      <p>
        You have {daysToErasure} days, until <span>{until}</span>, to change your mind: log in to restore everything.
        Then we erase it for good, with your comments and likes, and your username is free for others. Members you wrote
        to keep your messages, without your name.
      </p>
      <NeedsConnection>Deleting the account needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      <Field label="Your username" hint={t`Type ${user.username} to confirm.`} errors={validation.username}>
        <TextInput
          name="username"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      </Field>
      {unsent && (
        <Check checked={thorough} onChange={(event) => setThorough(event.currentTarget.checked)}>
          Also delete what was not sent: <span>{thingsOf(unsent)}</span> on this device. Otherwise it stays here in case
          you restore your account.
        </Check>
      )}
      <SubmitButton label="Delete my account" busy={busy} look="danger" compact />
    </form>
  );
}
