import { t } from '#contract/texts.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { type Feed, useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { ReadError } from '#src/queries/read-error.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { useCardActions } from './use-card-actions.tsx';

/** Number of photos in a phone's first view; these load eagerly. */
export const firstView = 4;

interface FeedBikesProps {
  read: Read<Feed>;
  /** Level of the headings of bikes and messages. */
  level?: 2 | 3;
  /** Whether all bikes are of one member, whom the cards then leave out. */
  ofOne?: boolean;
  /** Shown if there are no bikes. */
  none?: Elements;
}

/** A list of bikes that fills the page: as it loads, if it cannot, if it is empty, and with further pages. */
export function FeedBikes({ read, level = 3, ofOne, none }: FeedBikesProps) {
  const cachedIds = useCachedBikeIds();
  const actionOf = useCardActions();
  // Without script nothing could fetch more.
  const hydrated = useHydrated();
  const { state, data } = read;
  if (state === 'loading') return <GridSkeleton />;
  if (!data) return <ReadError read={read} missing={t`These bikes will load when you have signal.`} level={level} />;
  const { cards, more, hides, loadMore } = data;
  if (cards.length === 0 && !more && hides) {
    return (
      <EmptyState level={level} title="Nothing to show.">
        All results are from members you blocked.
      </EmptyState>
    );
  }
  if (cards.length === 0 && !more && none) return none;
  return (
    <>
      <BikeGrid
        bikes={cards}
        level={level}
        ofOne={ofOne}
        eager={firstView}
        opensOffline={(id) => cachedIds.has(id)}
        actionOf={actionOf}
      />
      {more && hydrated && <LoadMore load={loadMore} />}
    </>
  );
}
