import { Link } from 'react-router';
import { faqPage, homePage, winnersPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import { numberOf } from '#contract/week-dates.ts';
import { useAllWinners } from '#src/features/bikes/list/all-winners.queries.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import type { ShownCard } from '#src/features/bikes/shown-bike.ts';
import { WonWeek } from '#src/features/bikes/won-week.tsx';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';

import { useWeekRanking } from '#src/features/winners/ranking.queries.ts';
import { RankingList } from '#src/features/winners/ranking-list.tsx';
import { TimeLeft } from '#src/features/winners/time-left.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { ReadError } from '#src/queries/read-error.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { useCardActions } from './use-card-actions.tsx';

/** The ranking of the week that runs. */
function ThisWeek() {
  const read = useWeekRanking();
  const blocked = useBlocked();
  const { state, data, savedCopy, savedAt } = read;
  if (state === 'loading') {
    return (
      <Section title="This week">
        <GridSkeleton />
      </Section>
    );
  }
  if (!data) {
    return (
      <Section title="This week">
        <ReadError read={read} missing={t`The ranking will load when there is signal.`} />
      </Section>
    );
  }
  const places = data.places.filter(({ bike }) => !blocked.has(bike.owner.id));
  const saved = savedCopy && savedAt ? <SavedCopy savedAt={savedAt} /> : null;
  return (
    <Section title="This week" about={<WonWeek week={data.week} />} action={saved}>
      {/* A line of its own: what the server says of it is longer. */}
      <p className="quiet small">
        <TimeLeft week={data.week} />
      </p>
      {places.length > 0 ? (
        <RankingList places={places} />
      ) : (
        <EmptyState
          level={3}
          title="No votes yet this week."
          action={
            <Button look="quiet" to={homePage('recent')}>
              See recent bikes
            </Button>
          }
        />
      )}
    </Section>
  );
}

const yearOf = ({ won }: ShownCard): string => won?.week.split('-')[0] ?? '';

/** All winners by year, latest first. */
function AllWinners() {
  const read = useAllWinners();
  const cachedIds = useCachedBikeIds();
  const actionOf = useCardActions();
  // Without script nothing could fetch more.
  const hydrated = useHydrated();
  const { state, data } = read;
  if (state === 'loading') return <GridSkeleton />;
  if (!data) return <ReadError read={read} missing={t`The winners will load when there is signal.`} />;
  const { cards, more, loadMore } = data;
  if (cards.length === 0 && !more) {
    return <EmptyState title="No winners yet.">The first one is decided on Monday at 00:00 UTC.</EmptyState>;
  }
  const years = [...new Set(cards.map(yearOf))];
  return (
    <>
      {years.map((year) => (
        <Section key={year} title={t`Winners of ${year}`}>
          <BikeGrid
            bikes={cards.filter((card) => yearOf(card) === year)}
            isBelow
            plaqueOf={({ won }) => won && <Plaque>{t`Week ${numberOf(won.week)}`}</Plaque>}
            opensOffline={(id) => cachedIds.has(id)}
            actionOf={actionOf}
          />
        </Section>
      ))}
      {more && hydrated && <LoadMore load={loadMore} />}
    </>
  );
}

/** Bike of the Week: the ranking so far, the rule, and all winners. */
export function WinnersScreen() {
  return (
    <div className="frame">
      <PageMeta
        title={t`Bike of the Week`}
        description={t`Who leads this week, how Bike of the Week is chosen, and all winners by year.`}
        path={winnersPage()}
      />
      <PageHead
        title="Bike of the Week"
        about={
          <>
            <span>
              Likes from members of at least 7 days are votes, and the bike with the most at the end of the week wins,
              if it has at least 3.
            </span>{' '}
            <Link to={faqPage('winners')}>All rules</Link>
          </>
        }
      />
      <ThisWeek />
      <AllWinners />
    </div>
  );
}
