import { useState } from 'react';
import { many, t } from '#contract/texts.ts';
import { signalAtom } from '#src/lib/signal.ts';
import type { Unsent } from '#src/outbox/unsent.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Note } from '#src/ui/note.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { lossOf, thingsOf, whereOf } from './unsent-text.ts';

interface SignOutDialogProps {
  /** Counts of unsent data. */
  unsent: Unsent;
  /** Sends the queue; returns false if something could not be sent. */
  onSend: () => Promise<boolean>;
  onKeep: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const titleOf = ({ rows, unqueued }: Unsent) =>
  rows > 0
    ? many(rows)`Sign out with # thing unsent?|Sign out with # things unsent?`
    : many(unqueued)`Sign out with # draft here?|Sign out with # drafts here?`;

/** Asks what to do with unsent data before signing out. */
export function SignOutDialog({ unsent, onSend, onKeep, onDelete, onClose }: SignOutDialogProps) {
  const [deleting, setDeleting] = useState(false);
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(false);
  const isOffline = useValue(signalAtom) === 'none';
  const send = async () => {
    setBusy(true);
    setLeft(false);
    if (!(await onSend())) setLeft(true);
    setBusy(false);
  };
  if (deleting) {
    const sure = (
      <>
        <Button look="quiet" onClick={() => setDeleting(false)}>
          Back
        </Button>
        <Button look="danger" onClick={onDelete}>
          Delete and sign out
        </Button>
      </>
    );
    // For translators: {0} is a list such as “2 things and 1 draft”.
    return (
      <Dialog key="sure" title={t`Delete ${thingsOf(unsent)}?`} alert actions={sure} onClose={() => setDeleting(false)}>
        <p>{lossOf(unsent)}</p>
      </Dialog>
    );
  }
  const actions = (
    <>
      {unsent.rows > 0 && (
        <Button busy={busy} aria-disabled={isOffline || undefined} onClick={send}>
          {isOffline ? t`Needs a connection` : t`Send now`}
        </Button>
      )}
      <Button look="quiet" onClick={onKeep}>
        Keep here until you log in again
      </Button>
      <Button look="plain" onClick={() => setDeleting(true)}>
        Delete
      </Button>
    </>
  );
  return (
    <Dialog key="ask" title={titleOf(unsent)} alert actions={actions} onClose={onClose}>
      <p>{t`${whereOf(unsent)} If you keep it, nobody else sees it, and it is sent after you log in again.`}</p>
      {left && (
        <Note state="failed" role="alert">
          Some of it could not be sent. It is still here.
        </Note>
      )}
    </Dialog>
  );
}
