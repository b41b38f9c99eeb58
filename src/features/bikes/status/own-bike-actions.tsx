import { useState } from 'react';
import { titleOf } from '#contract/bike-names.ts';
import type { Move } from '#contract/bike-notice.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import { contactPage, editBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { moveBike } from '../bikes.actions.ts';
import type { ShownCard } from '../shown-bike.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import styles from './own-bike-actions.module.css';

interface OwnBikeActionsProps {
  bike: ShownCard;
  /** Undoes or retries the queued mutation. */
  undoQueued: (rowId: Id) => Promise<Undo>;
  retry: (rowId: Id) => Promise<void>;
  /** Makes a draft of the same model. */
  onDuplicate: (bike: ShownCard) => void;
  /** Whether Edit is among them. */
  edits?: boolean;
}

const doneText: Partial<Record<Move['to'], string>> = { Draft: t`Unpublished.`, Deleted: t`Bike deleted.` };

/** Actions of the owner for the bike's status; a queued change can be undone. */
export function OwnBikeActions({ bike, undoQueued, retry, onDuplicate, edits = true }: OwnBikeActionsProps) {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const { status, waiting, moving, standing } = bike;
  if (!user) return null;
  const title = titleOf(bike);
  const change = async (move: Move) => {
    setAsking(false);
    try {
      const undo = await moveBike(bike, user.id, move);
      if (undo) offerUndo(doneText[move.to] ?? t`Done.`, undo);
    } catch (cause) {
      complain(cause);
    }
  };
  const named = (label: string, name: string) => ({ 'aria-label': name, children: label });
  if (waiting) {
    if (!moving) return null;
    return (
      <div className={styles.actions}>
        {waiting.look === 'failed' && waiting.canRetry && (
          <LinkButton onClick={() => void retry(waiting.rowId)} {...named(t`Retry`, t`Retry the ${title}`)} />
        )}
        <LinkButton
          aria-label={waiting.look === 'failed' ? t`Keep the ${title}` : t`Undo the change of the ${title}`}
          onClick={() => void undoQueued(waiting.rowId)}
        >
          {waiting.look === 'failed' ? t`Keep` : t`Undo`}
        </LinkButton>
      </div>
    );
  }
  return (
    <div className={styles.actions}>
      {status === 'Draft' && (
        <LinkButton
          onClick={() => void change({ from: 'Draft', to: 'Active' })}
          {...named(t`Publish`, t`Publish the ${title}`)}
        />
      )}
      {edits && may('bike.edit', user, bike) && (
        <LinkButton to={editBikePage(bike.id)} {...named(t`Edit`, t`Edit the ${title}`)} />
      )}
      {may('bike.edit', user, bike) && (
        <LinkButton onClick={() => onDuplicate(bike)} {...named(t`Duplicate`, t`Duplicate the ${title}`)} />
      )}
      {status === 'Active' && (
        <LinkButton
          onClick={() => void change({ from: 'Active', to: 'Draft' })}
          {...named(t`Unpublish`, t`Unpublish the ${title}`)}
        />
      )}
      {status === 'Deleted' && standing?.restorableUntil !== null && (
        <LinkButton
          onClick={() => void change({ from: 'Deleted', to: 'Draft' })}
          {...named(t`Restore`, t`Restore the ${title}`)}
        />
      )}
      {status === 'Removed' && <LinkButton to={contactPage()}>Write to us</LinkButton>}
      {status !== 'Deleted' && (
        <LinkButton onClick={() => setAsking(true)} {...named(t`Delete`, t`Delete the ${title}`)} />
      )}
      {asking && (
        <DeleteDialog
          bike={bike}
          onDelete={() => void change({ from: status, to: 'Deleted' })}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
