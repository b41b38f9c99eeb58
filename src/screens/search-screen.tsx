import { Link, useSearchParams } from 'react-router';
import { categoryLinks } from '#contract/bike-options.ts';
import { homePage, searchPage } from '#contract/pages.ts';
import { searchFeed } from '#contract/sharing.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useKeptBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { useCardFavorite } from '#src/features/favorites/use-card-favorite.tsx';
import { FilterChips } from '#src/features/search/filter-chips.tsx';
import { type Asked, askedOf, type Results, useSearch } from '#src/features/search/search.queries.ts';
import { PageFacts } from '#src/reading/page-facts.tsx';
import { Button } from '#src/ui/button.tsx';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { counted } from '#src/ui/format.ts';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import styles from './search-screen.module.css';

/** How many photos are in the first view of a phone, which waits the longest for them. */
const firstView = 6;

/** The words of the heading: what was typed, else the link that leads here, else the facets. */
function nameOf({ keywords, cursor: _, sort: __, ...facets }: Asked): string {
  if (keywords) return keywords;
  const chosen = Object.entries(facets).flatMap(([name, values]) =>
    [values ?? []].flat().flatMap((value) => (value ? [[name, value] as const] : [])),
  );
  const isChosen = (query: Record<string, string>) =>
    chosen.length === 1 && chosen.every(([name, value]) => query[name] === value);
  const link = categoryLinks.find(({ query }) => isChosen(query));
  return link?.label ?? (chosen.map(([, value]) => value).join(', ') || 'Bikes');
}

const aboutOf = (results: Results) =>
  results.state === 'kept' || (results.state === 'found' && !results.next)
    ? counted(results.cards.length, 'bike')
    : undefined;

function Found({ results, loadMore, retry, search }: ReturnType<typeof useSearch> & { search: Asked }) {
  const kept = useKeptBikeIds();
  const actionOf = useCardFavorite();
  if (results.state === 'loading') return <GridSkeleton />;
  if (results.state === 'failed') {
    const again = (
      <Button look="quiet" onClick={retry}>
        Retry
      </Button>
    );
    const words = Object.values(results.error.validation).flat()[0] ?? results.error.message;
    return (
      <EmptyState title="The search did not work." action={again}>
        {words}
      </EmptyState>
    );
  }
  const { cards } = results;
  return (
    <>
      {results.state === 'kept' && (
        <div className={styles.kept}>
          <Note role="status">No signal: these are from the {counted(results.keptCount, 'bike')} kept here.</Note>
        </div>
      )}
      {cards.length === 0 ? (
        <Nothing nothingKept={results.state === 'kept' && results.keptCount === 0} />
      ) : (
        <BikeGrid bikes={cards} level={2} eager={firstView} opensOffline={(id) => kept.has(id)} actionOf={actionOf} />
      )}
      {results.state === 'found' && results.next && (
        <LoadMore load={loadMore} href={searchPage({ ...search, cursor: results.next })} />
      )}
    </>
  );
}

function Nothing({ nothingKept }: { nothingKept: boolean }) {
  if (nothingKept) {
    return (
      <EmptyState title="Nothing is kept here yet." action={<Button to={homePage()}>Back to the start</Button>}>
        A bike that you open with signal opens again without it.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      art="trail"
      title="No bike matches that."
      action={
        <Button look="quiet" to={searchPage()}>
          Show all bikes
        </Button>
      }
    >
      Try fewer words, or a brand alone.
    </EmptyState>
  );
}

/** Bikes by words and facets of the address, newest first. */
export function SearchScreen() {
  const [params] = useSearchParams();
  const search = askedOf(params);
  const found = useSearch(search);
  const name = nameOf(search);
  const newest = searchPage({ ...search, cursor: '' });
  return (
    <div className="frame">
      <PageFacts
        title={name}
        description={`${name}: bikes on Headbadge, the newest first.`}
        path={searchPage(search)}
        feed={{ path: searchFeed({ ...search, cursor: '' }), title: `${name}: bikes` }}
        about={(origin) => ({ '@type': 'CollectionPage', name, url: origin + searchPage(search) })}
      />
      <PageHead title={name} about={aboutOf(found.results)} />
      <FilterChips search={search} />
      {search.cursor && (
        <p>
          <Link to={newest}>Back to the newest</Link>
        </p>
      )}
      <Found {...found} search={search} />
    </div>
  );
}
