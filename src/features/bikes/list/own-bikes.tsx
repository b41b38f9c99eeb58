import { bikeParts } from '#contract/bike-completeness.ts';
import { noNotice } from '#contract/bike-defaults.ts';
import { bikeStatusLabel } from '#contract/option-labels.ts';
import { addBikePage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import type { Read } from '#src/queries/read.ts';
import { bikeArt } from '#src/ui/bike-art.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { useNow } from '#src/ui/use-now.ts';
import type { ShownCard } from '../shown-bike.ts';
import { daysLeft } from '../status/status-text.ts';
import { BikeGrid } from './bike-grid.tsx';
import type { Feed } from './bike-lists.queries.ts';
import { useCachedBikeIds } from './bike-lists.queries.ts';
import styles from './own-bikes.module.css';

const looks = { Draft: 'draft', Flagged: 'flagged', Removed: 'removed', Deleted: 'removed' } as const;

/** Returns whether the bike or a change of it is still queued. */
export const isArriving = ({ waiting, moving }: ShownCard): boolean => waiting !== null && !moving;

interface OwnBikesProps {
  bikes: Read<Feed>;
  /** Drafts or queued bikes exist, so an empty list shows no invitation. */
  others: boolean;
  actionsOf: (bike: ShownCard) => Elements;
}

/** The member's public bikes. */
export function OwnBikes({ bikes, others, actionsOf }: OwnBikesProps) {
  const cached = useCachedBikeIds();
  const { state, data } = bikes;
  if (state === 'loading') return <GridSkeleton count={3} />;
  if (state !== 'ready' || !data) {
    const retry = (
      <Button look="quiet" busy={bikes.refreshing} onClick={bikes.refresh}>
        Retry
      </Button>
    );
    return state === 'missing' ? (
      <EmptyState level={3} isUnsaved title="Not saved on this device." action={retry}>
        Your published bikes will load when you have signal.
      </EmptyState>
    ) : (
      <EmptyState level={3} title="Something went wrong on our end." action={retry}>
        {bikes.error?.message}
      </EmptyState>
    );
  }
  const cards = data.cards.filter((card) => card.status === 'Active' && !isArriving(card));
  if (cards.length === 0 && !data.more) {
    return others ? (
      <p className="quiet">Nothing published yet.</p>
    ) : (
      <EmptyState art={bikeArt} title="No bikes yet." action={<Button to={addBikePage()}>Add a bike</Button>}>
        Start with the one you ride. A photo and a name are enough.
      </EmptyState>
    );
  }
  return (
    <div className={styles.bikes}>
      <BikeGrid
        bikes={cards}
        ofOne
        opensOffline={(id) => cached.has(id)}
        actionsOf={(bike) => (
          <>
            {bike.complete !== undefined && (
              <p className="quiet small figures">{t`${bike.complete} of ${bikeParts.length} complete`}</p>
            )}
            {actionsOf(bike)}
          </>
        )}
      />
      {data.more && !bikes.savedCopy && <LoadMore load={data.loadMore} />}
    </div>
  );
}

/** The member's bikes that are not public. */
export function HiddenBikes({
  bikes,
  actionsOf,
}: {
  bikes: readonly ShownCard[];
  actionsOf: OwnBikesProps['actionsOf'];
}) {
  const cached = useCachedBikeIds();
  const now = useNow();
  return (
    <div className={styles.bikes}>
      <BikeGrid
        bikes={bikes}
        ofOne
        opensOffline={(id) => cached.has(id)}
        plaqueOf={({ status }) =>
          status === 'Active' ? undefined : <Plaque look={looks[status]}>{bikeStatusLabel(status)}</Plaque>
        }
        actionsOf={(bike) => {
          const { reason = '' } = bike.standing ?? noNotice;
          const about = bike.status === 'Deleted' ? daysLeft(bike.standing ?? noNotice, now) : reason;
          return (
            <>
              {about && <p className="small">{about}</p>}
              {actionsOf(bike)}
            </>
          );
        }}
      />
    </div>
  );
}

/** The member's bikes that are still queued. */
export function WaitingBikes({ bikes }: { bikes: readonly ShownCard[] }) {
  return (
    <div className={styles.bikes}>
      <BikeGrid bikes={bikes} ofOne opensOffline={() => true} />
    </div>
  );
}
