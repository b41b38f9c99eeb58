import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BikeNotice } from '#contract/bike-notice.ts';
import { cardOf } from '#contract/bikes.ts';
import { ownershipLabel } from '#contract/option-labels.ts';
import { editBikePage, outboxPage, updateBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { ChevronRight, Pencil } from '#src/ui/icons.js';
import { ActionBar } from '../page/action-bar.tsx';
import { ShareButton } from '../page/share-button.tsx';
import { type ShownBike, type ShownCard, wholeOf } from '../shown-bike.ts';
import { Completeness } from './completeness.tsx';
import styles from './own-bike.module.css';
import { OwnBikeActions } from './own-bike-actions.tsx';
import { OwnBikeNote } from './own-bike-note.tsx';

const ownershipNotes: Record<ShownBike['ownership'], string> = {
  Current: t`Mark as sold, retired or stolen`,
  Sold: t`It's with your previous bikes`,
  Retired: t`It's with your previous bikes`,
  Stolen: t`Everyone sees that it was stolen`,
};

interface OwnBikeProps {
  bike: ShownBike;
  standing: BikeNotice;
  /** It has just been published. */
  isNew: boolean;
  /** It is not on the server yet. */
  unsent: boolean;
  undoQueued: Parameters<typeof OwnBikeActions>[0]['undoQueued'];
  retry: Parameters<typeof OwnBikeActions>[0]['retry'];
  onDuplicate: Parameters<typeof OwnBikeActions>[0]['onDuplicate'];
}

function News({ unsent, failed }: { unsent: boolean; failed: boolean }) {
  const [title, text]: [string, ReactNode] = failed
    ? [t`Not published`, t`We couldn’t publish your bike. It’s saved on this device.`]
    : unsent
      ? [t`On its way`, t`Your bike is saved on this device. It goes live when you have signal.`]
      : [t`Published`, t`Everyone can see your bike now. Share it with the people you ride with.`];
  return (
    <>
      <h2 className={`heading ${unsent ? styles.waiting : styles.done} ${failed ? styles.failed : ''}`}>{title}</h2>
      <p>{text}</p>
    </>
  );
}

/** The part of a bike's page that owners see where others have Like, Favorite and the owner. */
export function OwnBike({ bike, standing, isNew, unsent, ...actions }: OwnBikeProps) {
  const { waiting, moving = false } = bike;
  const card: ShownCard = { ...cardOf(bike), standing, waiting, moving };
  if (bike.status !== 'Active') {
    return (
      <>
        <OwnBikeNote bike={bike} standing={standing} actions={<OwnBikeActions bike={card} {...actions} />} />
        {bike.status === 'Draft' && !waiting && <Completeness bike={bike} inShort />}
      </>
    );
  }
  const queued = waiting !== null && !moving;
  const edit = (
    <Button look={isNew ? 'quiet' : 'action'} to={editBikePage(bike.id)}>
      <Pencil className="icon" aria-hidden="true" />
      Edit
    </Button>
  );
  const share = <ShareButton bike={bike} look={isNew ? 'action' : 'quiet'} />;
  const isCurrent = bike.ownership === 'Current';
  return (
    <>
      {/* Its words change when the bike arrives. */}
      <div role="status" className={styles.news}>
        {(isNew || unsent) && <News unsent={unsent} failed={waiting !== null && wholeOf(waiting).look === 'failed'} />}
      </div>
      <ActionBar>
        {queued && (
          <Button look="quiet" to={outboxPage()}>
            See what's waiting
          </Button>
        )}
        {!queued && !isNew && edit}
        {!unsent && share}
        {!queued && isNew && edit}
      </ActionBar>
      {!queued && (
        <>
          {!isNew && (
            <div className={styles.rows}>
              <div className={styles.row}>
                <span>
                  <strong>Published</strong>
                  <small>Everyone can see it</small>
                </span>
                <OwnBikeActions bike={card} {...actions} edits={false} />
              </div>
              <Link className={styles.row} to={updateBikePage(bike.id)}>
                <span>
                  <strong>Post an update</strong>
                  <small>New parts, a repair, a ride</small>
                </span>
                <ChevronRight className="icon icon-small mirrors" aria-hidden="true" />
              </Link>
              <Link className={styles.row} to={editBikePage(bike.id, 'ownership')}>
                <span>
                  <strong>{isCurrent ? t`Still yours` : ownershipLabel(bike.ownership)}</strong>
                  <small>{ownershipNotes[bike.ownership]}</small>
                </span>
                {!isCurrent && <span className="quiet small">Change</span>}
                <ChevronRight className="icon icon-small mirrors" aria-hidden="true" />
              </Link>
            </div>
          )}
          <Completeness bike={bike} inShort={!isNew} />
        </>
      )}
    </>
  );
}
