import { useState } from 'react';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeUpdate } from '#contract/history.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import { updateBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { allPhotosOf, comparedOf } from '#contract/update-photos.ts';
import { textIn } from '#src/features/bike-form/form-fields.ts';
import { discardDraft } from '#src/features/bikes/discard-draft.ts';
import { complain } from '#src/forms/complain.ts';
import { sentencesOf } from '#src/lib/result.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { WaitingMark } from '#src/queries/waiting-mark.tsx';
import { useSession } from '#src/session/use-session.ts';
import { LinkButton } from '#src/ui/link-button.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { CompareDialog } from './compare-dialog.tsx';
import { removeUpdate } from './updates.actions.ts';
import styles from './updates.module.css';
import { useUpdateDrafts, useWaitingUpdate } from './updates.queries.ts';

/** Undoes or retries what is queued for an update. */
export interface QueueActions {
  undoQueued: (rowId: Id) => Promise<Undo>;
  retry: (rowId: Id) => Promise<void>;
}

interface UpdateToolsProps extends QueueActions {
  bike: Bike;
  update: BikeUpdate;
}

/** What the owner can do with an update, and where it is if it waits. */
export function UpdateTools({ bike, update: { id, title }, undoQueued, retry }: UpdateToolsProps) {
  const { user } = useSession();
  const waiting = useWaitingUpdate(id);
  if (!user || waiting === undefined) return null;
  const drop = async (text: string, work: Promise<Undo | null>) => {
    try {
      const undo = await work;
      if (undo) offerUndo(text, undo);
    } catch (cause) {
      complain(cause);
    }
  };
  if (waiting) {
    const problem = sentencesOf(waiting.result).join(' ');
    return (
      <>
        {problem && <p className="small">{problem}</p>}
        <div className={styles.tools}>
          <WaitingMark waiting={waiting} />
          {waiting.look === 'failed' && waiting.canRetry && (
            <LinkButton onClick={() => void retry(waiting.rowId)}>Retry</LinkButton>
          )}
          <LinkButton
            aria-label={t`Don't send the update ${title}`}
            onClick={() => void drop(t`Not sent. It's among your unfinished updates.`, undoQueued(waiting.rowId))}
          >
            Don't send
          </LinkButton>
        </div>
      </>
    );
  }
  return (
    <div className={styles.tools}>
      {may('bike.update', user, bike, { deleted: false }) && (
        <LinkButton to={updateBikePage(bike.id, id)} aria-label={t`Edit the update ${title}`}>
          Edit
        </LinkButton>
      )}
      <LinkButton
        aria-label={t`Delete the update ${title}`}
        onClick={() => void drop(t`Update deleted.`, removeUpdate(bike, user.id, id))}
      >
        Delete
      </LinkButton>
    </div>
  );
}

/** Opens the choice of the two photos that are compared. */
export function CompareButton({ bike }: { bike: Bike }) {
  const { user } = useSession();
  const [asks, setAsks] = useState(false);
  if (!user || allPhotosOf(bike).length < 2) return null;
  return (
    <p className={styles.compare}>
      <LinkButton aria-haspopup="dialog" onClick={() => setAsks(true)}>
        {comparedOf(bike) ? t`Change before and after` : t`Choose photos for before and after`}
      </LinkButton>
      {asks && <CompareDialog bike={bike} userId={user.id} onClose={() => setAsks(false)} />}
    </p>
  );
}

/** The updates that the owner has begun on this device. */
export function UnfinishedUpdates({ bikeId }: { bikeId: Id }) {
  const drafts = useUpdateDrafts(bikeId) ?? [];
  const discard = async (id: Id) => offerUndo(t`Update discarded.`, await discardDraft(id, 'here'));
  return drafts.map(({ id, fields }) => {
    const name = textIn(fields.title).trim() || t`Untitled update`;
    return (
      <div key={id} className={styles.unfinished}>
        <TrailMark state="saved">{t`Unfinished: ${name}`}</TrailMark>
        <LinkButton to={updateBikePage(bikeId, id)} aria-label={t`Continue the update ${name}`}>
          Continue
        </LinkButton>
        <LinkButton onClick={() => void discard(id)} aria-label={t`Discard the update ${name}`}>
          Discard
        </LinkButton>
      </div>
    );
  });
}
