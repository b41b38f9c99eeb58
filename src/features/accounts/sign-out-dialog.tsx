import { useState } from 'react';
import { signal } from '#src/ground/signal.ts';
import type { Unsent } from '#src/offline/signing-out.ts';
import { useValue } from '#src/reading/use-value.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { counted } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';

interface SignOutDialogProps {
  /** What would stay behind. */
  unsent: Unsent;
  /** Sends what waits; false when some of it could not be sent. */
  onSend: () => Promise<boolean>;
  onKeep: () => void;
  onDelete: () => void;
  onClose: () => void;
}

const titleOf = ({ rows, drafts }: Unsent) =>
  rows > 0 ? `Sign out with ${counted(rows, 'thing')} unsent?` : `Sign out with ${counted(drafts, 'draft')} here?`;

function wordsOf({ rows, drafts }: Unsent): string {
  const parts = [rows > 0 && counted(rows, 'thing'), drafts > 0 && counted(drafts, 'draft')].filter(Boolean);
  const verb = rows + drafts === 1 ? 'is' : 'are';
  return `${parts.join(' and ')} ${verb} only on this device. Kept, nobody else sees it here, and it goes on when you log in again.`;
}

/** Asks what becomes of what has not been sent. */
export function SignOutDialog({ unsent, onSend, onKeep, onDelete, onClose }: SignOutDialogProps) {
  const [busy, setBusy] = useState(false);
  const [left, setLeft] = useState(false);
  const silent = useValue(signal) === 'none';
  const send = async () => {
    setBusy(true);
    setLeft(false);
    if (!(await onSend())) setLeft(true);
    setBusy(false);
  };
  const actions = (
    <>
      <Button look="danger" onClick={onDelete}>
        Delete
      </Button>
      <Button look="quiet" onClick={onKeep}>
        Keep for this account on this device
      </Button>
      {unsent.rows > 0 && (
        <Button busy={busy} aria-disabled={silent || undefined} onClick={send}>
          {silent ? 'Needs a connection' : 'Send now'}
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={titleOf(unsent)} alert actions={actions} onClose={onClose}>
      <p>{wordsOf(unsent)}</p>
      {left && (
        <Note state="failed" role="alert">
          Not everything could be sent. It is all still here.
        </Note>
      )}
    </Dialog>
  );
}
