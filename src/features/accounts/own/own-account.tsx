import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { OwnAccount as Account } from '#contract/own-account.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { FailureNote } from '#src/ui/failure-note.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { EmailForm } from './email-form.tsx';
import { NameForm } from './name-form.tsx';
import { ownAccount } from './own.actions.ts';
import styles from './own.module.css';

/** The member's e-mail and username, with the forms to change them. */
export function OwnAccount({ userId }: { userId: Id }) {
  // Not cached on this device.
  const [account, setAccount] = useState<Account>();
  const { error, refreshing, refresh } = useRefreshed(userId, async () => setAccount(await ownAccount(userId)));
  const isOffline = useValue(signalAtom) === 'none';
  if (account) {
    return (
      <div className={styles.parts}>
        <EmailForm userId={userId} account={account} refresh={refresh} />
        <NameForm userId={userId} account={account} refresh={refresh} />
      </div>
    );
  }
  if (isOffline) return <Note role="status">You see your e-mail and username here when there is signal.</Note>;
  if (error) return <FailureNote error={error} busy={refreshing} again={() => void refresh()} />;
  return (
    <p role="status">
      <TrailMark state="sending">Loading your account</TrailMark>
    </p>
  );
}
