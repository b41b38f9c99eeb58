import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { homePage, searchPage, signupPage, winnersPage } from '#contract/pages.ts';
import { recentFeed } from '#contract/sharing.ts';
import { languagePath, pageLanguage, t } from '#contract/texts.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import {
  type Feed,
  useCachedBikeIds,
  usePopular,
  useRecent,
  useWinners,
} from '#src/features/bikes/list/bike-lists.queries.ts';
import { Hero } from '#src/features/bikes/list/hero.tsx';
import { HeroSkeleton } from '#src/features/bikes/list/hero-skeleton.tsx';
import { useRandom } from '#src/features/bikes/list/random.queries.ts';
import { RandomBike } from '#src/features/bikes/list/random-bike.tsx';
import { RecentBikes } from '#src/features/bikes/list/recent-bikes.tsx';
import { WinnerRow } from '#src/features/bikes/list/winner-row.tsx';
import type { ShownCard } from '#src/features/bikes/shown-bike.ts';
import { WonWeek } from '#src/features/bikes/won-week.tsx';
import { CategoryIndex } from '#src/features/figures/category-index.tsx';
import { useFigures } from '#src/features/figures/figures.queries.ts';
import { SiteCounts } from '#src/features/figures/site-counts.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import type { Read } from '#src/queries/read.ts';
import { useIsVisitor } from '#src/queries/use-is-visitor.ts';
import { whenIdle } from '#src/queries/when-idle.ts';
import { Button } from '#src/ui/button.tsx';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { CircleCheck } from '#src/ui/icons.js';
import { Plaque } from '#src/ui/plaque.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { Section } from '#src/ui/section.tsx';
import { SectionSkeleton } from '#src/ui/section-skeleton.tsx';
import { useSiteName } from '#src/ui/site-name.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { whileSettling } from '#src/ui/while-settling.ts';
import styles from './home-screen.module.css';
import { useCardActions } from './use-card-actions.tsx';

// The lists are painted first.
const HomeFeed = lazy(() => whenIdle(() => import('./home-feed.tsx').then((it) => ({ default: it.HomeFeed }))));

const cardsOf = ({ data }: Read<Feed>): readonly ShownCard[] => data?.cards ?? [];

const hasCover = ({ cover }: ShownCard) => cover !== null;

/**
 * Returns the bike at the top: the latest winner. Without a winner it is a popular bike, and stays the one shown first,
 * so that a fresh answer moves nothing.
 */
function useTopBike(winners: Read<Feed>, popular: Read<Feed>, loading: boolean) {
  const [first, setFirst] = useState<string>();
  if (loading) return undefined;
  const winner = cardsOf(winners).find(hasCover);
  if (winner) return winner;
  const liked = cardsOf(popular).filter(hasCover);
  const top = liked.find(({ id }) => id === first) ?? liked[0];
  if (top && top.id !== first) setFirst(top.id);
  return top;
}

const site = (home: string, { site: name }: { site: string }) => ({
  '@type': 'WebSite',
  name,
  url: home + homePage(),
  inLanguage: pageLanguage,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${home}${searchPage()}?keywords={keywords}`,
    'query-input': 'required name=keywords',
  },
});

function TopBike({ bike }: { bike: ShownCard }) {
  const thisWeek = (
    <Link className={styles.week} to={winnersPage()}>
      This week
    </Link>
  );
  if (!bike.won) {
    return (
      <Hero
        bike={bike}
        about={
          <>
            <span>Most liked lately</span> {thisWeek}
          </>
        }
      />
    );
  }
  return (
    <Hero
      bike={bike}
      plaque={<Plaque>Bike of the Week</Plaque>}
      about={
        <>
          <WonWeek week={bike.won.week} /> {thisWeek}
        </>
      }
      folder="homeBanner"
    />
  );
}

/** Tells visitors what the site is. */
function Intro() {
  return (
    <section className={styles.intro} aria-label={t`About ${useSiteName()}`}>
      <div className="frame">
        <p className={styles.line}>A showcase for bikes and their riders.</p>
        <Button to={signupPage()}>Show your bike</Button>
        <p className={styles.offline}>
          <CircleCheck className="icon icon-small" aria-hidden="true" />
          Works offline
        </p>
      </div>
    </section>
  );
}

/** How long cards may take to get their real height. */
const settlingMs = 2_000;

/** Goes to the section that the address names, and takes its name out, so that Back returns to the reader's place. */
function NamedPart() {
  const { hash, key } = useLocation();
  // On a page that the server rendered the browser has gone there.
  const [reached] = useState(useHydrated() ? '' : key);
  useEffect(() => {
    const part = key && hash && document.getElementById(hash.slice(1));
    if (!part) return;
    history.replaceState(history.state, '', languagePath + homePage());
    // Cards above take their real height once they are near, and WebKit does not keep the place then.
    const move = () => {
      part.scrollIntoView();
      return false;
    };
    return key === reached ? undefined : whileSettling(move, settlingMs);
  }, [hash, key, reached]);
  return null;
}

/** The home page: the bike of the week, then winners, popular, random and recent bikes, and all kinds. */
export function HomeScreen() {
  const winners = useWinners();
  const popular = usePopular();
  const recent = useRecent();
  const random = useRandom();
  const figures = useFigures();
  const cachedIds = useCachedBikeIds();
  const actionOf = useCardActions();
  const isVisitor = useIsVisitor();
  const name = useSiteName();
  const opensOffline = (id: string) => cachedIds.has(id);
  const loading = [winners, popular, recent].some(({ state }) => state === 'loading');
  const top = useTopBike(winners, popular, loading);
  const popularCards = cardsOf(popular);
  const seeAll = (
    <Button look="plain" small to={searchPage()}>
      See all
    </Button>
  );
  const saved = recent.savedCopy && recent.savedAt ? <SavedCopy savedAt={recent.savedAt} /> : null;
  // If the viewer's blocks hide the winner, do not say that there was none.
  const decided = (!winners.data?.hides && figures.data?.decided) || null;
  const past = cardsOf(winners).filter(({ id }) => id !== top?.id);
  return (
    <>
      <PageMeta
        title={undefined}
        path={homePage()}
        feed={{ path: recentFeed(), title: t`Recent bikes` }}
        about={site}
      />
      {isVisitor && <Intro />}
      {loading && <HeroSkeleton />}
      {!loading && top && <TopBike bike={top} />}
      {(loading || !top) && (
        <VisuallyHidden>
          <h1>{name}</h1>
        </VisuallyHidden>
      )}
      <div className="frame">
        {!loading && !isVisitor && (
          // It has the height of what it will show, so that nothing below moves.
          <div className={styles.feed}>
            <Suspense>
              <HomeFeed />
            </Suspense>
          </div>
        )}
        {!loading && (decided || past.length > 0) && (
          <WinnerRow
            winners={past}
            decided={decided}
            newest={cardsOf(winners)[0]?.won?.week}
            opensOffline={opensOffline}
          />
        )}
        {!loading && popularCards.length > 0 && (
          <Section id="popular" title="Popular" about="Most liked lately.">
            <BikeGrid bikes={popularCards} paced isBelow opensOffline={opensOffline} actionOf={actionOf} />
          </Section>
        )}
        {!loading && random.data && <RandomBike bike={random.data} />}
        {/* Nothing is rendered below until the top is known, because it would be pushed down. */}
        {loading ? (
          <SectionSkeleton>
            <GridSkeleton />
          </SectionSkeleton>
        ) : (
          <Section id="recent" title="Recent" about={saved} action={cardsOf(recent).length > 0 ? seeAll : null}>
            <RecentBikes recent={recent} opensOffline={opensOffline} actionOf={actionOf} />
          </Section>
        )}
        {!loading && figures.data && (
          <>
            <Section id="categories" title="Categories">
              <CategoryIndex categories={figures.data.categories} />
            </Section>
            <section className={styles.tally} aria-label="Bikes, members and likes">
              <SiteCounts {...figures.data} />
            </section>
          </>
        )}
        {/* The random bike may come last. */}
        {!loading && <NamedPart key={random.data ? 'whole' : 'begun'} />}
      </div>
    </>
  );
}
