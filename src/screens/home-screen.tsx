import { useState } from 'react';
import { addBikePage, homePage, searchPage } from '#contract/pages.ts';
import { recentFeed } from '#contract/sharing.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { type Feed, useKeptBikeIds, usePopular, useRecent } from '#src/features/bikes/list/bike-lists.queries.ts';
import { Hero } from '#src/features/bikes/list/hero.tsx';
import { HeroSkeleton } from '#src/features/bikes/list/hero-skeleton.tsx';
import { PageFacts } from '#src/reading/page-facts.tsx';
import type { Read } from '#src/reading/read.ts';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';

/** The bike at the top stays the one that was shown first, so that a fresh answer changes nothing under the eye. */
function useTopBike(popular: Read<Feed>) {
  const cards = popular.data?.cards ?? [];
  const [first, setFirst] = useState<string>();
  const top = cards.find((card) => card.id === first) ?? cards.find((card) => card.cover);
  if (top && top.id !== first) setFirst(top.id);
  return top;
}

function Recent({ recent }: { recent: Read<Feed> }) {
  const kept = useKeptBikeIds();
  if (recent.state !== 'ready' || !recent.data) return <Unavailable recent={recent} />;
  const { cards, more, loadMore } = recent.data;
  if (cards.length === 0) return <Empty />;
  return (
    <>
      <BikeGrid bikes={cards} opensOffline={(id) => kept.has(id)} />
      {more && !recent.savedCopy && <LoadMore load={loadMore} href={searchPage()} />}
    </>
  );
}

const Empty = () => (
  <EmptyState art="bike" title="No bikes yet." action={<Button to={addBikePage()}>Add a bike</Button>}>
    The first one is the hardest. Yours would do.
  </EmptyState>
);

function Unavailable({ recent }: { recent: Read<Feed> }) {
  const retry = (
    <Button look="quiet" busy={recent.refreshing} onClick={recent.refresh}>
      Retry
    </Button>
  );
  if (recent.state === 'missing') {
    return (
      <EmptyState title="Not on this device." action={retry}>
        No bikes are kept here yet, and there is no signal. They will load when there is.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Something broke on our side." action={retry}>
      {recent.error?.message}
    </EmptyState>
  );
}

const site = (origin: string) => ({
  '@type': 'WebSite',
  name: 'Headbadge',
  url: origin + homePage(),
  potentialAction: {
    '@type': 'SearchAction',
    target: `${origin}${searchPage()}?keywords={keywords}`,
    'query-input': 'required name=keywords',
  },
});

/** The first page: the bike that members like most these days, then the newest. */
export function HomeScreen() {
  const popular = usePopular();
  const recent = useRecent();
  const top = useTopBike(popular);
  const loading = popular.state === 'loading' || recent.state === 'loading';
  return (
    <>
      <PageFacts
        title={undefined}
        path={homePage()}
        feed={{ path: recentFeed(), title: 'Recent bikes' }}
        about={site}
      />
      {loading && <HeroSkeleton />}
      {!loading && top && <Hero bike={top} about="What members like these days" />}
      {(loading || !top) && (
        <VisuallyHidden>
          <h1>Headbadge</h1>
        </VisuallyHidden>
      )}
      <div className="frame">
        <Section
          title="Recent"
          about={recent.savedCopy && recent.savedAt ? <SavedCopy savedAt={recent.savedAt} /> : null}
        >
          {loading ? <GridSkeleton /> : <Recent recent={recent} />}
        </Section>
      </div>
    </>
  );
}
