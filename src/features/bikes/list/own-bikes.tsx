import { addBikePage } from '#contract/pages.ts';
import type { ShownCard } from '#src/offline/writes/bike-overlay.ts';
import type { Read } from '#src/reading/read.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Plate } from '#src/ui/plate.tsx';
import { BikeGrid } from './bike-grid.tsx';
import type { Feed } from './bike-lists.queries.ts';
import { useKeptBikeIds } from './bike-lists.queries.ts';
import styles from './own-bikes.module.css';

interface OwnBikesProps {
  bikes: Read<Feed>;
  /** There are drafts, or bikes on their way: then nothing published is no reason for an invitation. */
  others: boolean;
}

/** A member's own bikes that are on the site, with how each stands. */
export function OwnBikes({ bikes, others }: OwnBikesProps) {
  const kept = useKeptBikeIds();
  const { state, data } = bikes;
  if (state === 'loading') return <GridSkeleton count={3} />;
  if (state !== 'ready' || !data) {
    const retry = (
      <Button look="quiet" busy={bikes.refreshing} onClick={bikes.refresh}>
        Retry
      </Button>
    );
    return state === 'missing' ? (
      <EmptyState level={3} title="Not on this device." action={retry}>
        Your published bikes were not opened here before, and there is no signal. They will load when there is.
      </EmptyState>
    ) : (
      <EmptyState level={3} title="Something broke on our side." action={retry}>
        {bikes.error?.message}
      </EmptyState>
    );
  }
  const cards = data.cards.filter((card) => card.waiting === null);
  if (cards.length === 0 && !data.more) {
    return others ? (
      <p className="quiet">Nothing published yet.</p>
    ) : (
      <EmptyState art="bike" title="No bikes yet." action={<Button to={addBikePage()}>Add a bike</Button>}>
        The one you ride will do. A photo, a name, and it hangs on the wall.
      </EmptyState>
    );
  }
  return (
    <div className={styles.bikes}>
      <BikeGrid
        bikes={cards}
        opensOffline={(id) => kept.has(id)}
        plateOf={({ status }) => {
          if (status === 'Flagged') return <Plate look="flagged">Flagged</Plate>;
          return status === 'Removed' ? <Plate look="removed">Removed</Plate> : undefined;
        }}
      />
      {data.more && !bikes.savedCopy && <LoadMore load={data.loadMore} />}
    </div>
  );
}

/** A member's own bikes that have not reached the site. */
export function WaitingBikes({ bikes }: { bikes: readonly ShownCard[] }) {
  return (
    <div className={styles.bikes}>
      <BikeGrid bikes={bikes} opensOffline={() => true} />
    </div>
  );
}
