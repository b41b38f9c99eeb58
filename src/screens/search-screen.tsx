import { lazy, Suspense, useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { BikeCard } from '#contract/bikes.ts';
import { listSearchLimits } from '#contract/lists.ts';
import { refusal } from '#contract/may.ts';
import { homePage } from '#contract/pages.ts';
import { searchKey, withCorrections } from '#contract/search/key.ts';
import { type Search, searchParamsOf } from '#contract/search/query.ts';
import { searchFeed } from '#contract/sharing.ts';
import { many, pageLanguage, t } from '#contract/texts.ts';
import { BikeGrid } from '#src/features/bikes/list/bike-grid.tsx';
import { useCachedBikeIds } from '#src/features/bikes/list/bike-lists.queries.ts';
import { useBlocked } from '#src/features/blocks/blocks.queries.ts';
import { FollowButton } from '#src/features/follows/follow-button.tsx';
import { NewBikes } from '#src/features/follows/new-bikes.tsx';
import { TellsChoice } from '#src/features/follows/tells-choice.tsx';
import { useFollowedSearch } from '#src/features/follows/use-followed-search.ts';
import { FacetForm } from '#src/features/search/facet-form.tsx';
import { FilterChips } from '#src/features/search/filter-chips.tsx';
import { FilterSheet } from '#src/features/search/filter-sheet.tsx';
import { Hidden } from '#src/features/search/hidden.tsx';
import { NothingFound } from '#src/features/search/nothing-found.tsx';
import {
  type Asked,
  answerOf,
  askedOf,
  isKeptPage,
  type Results,
  useSearch,
} from '#src/features/search/search.queries.ts';
import { nameOf, pageOf, valueNamesIn } from '#src/features/search/search-choices.ts';
import { SearchNotes } from '#src/features/search/search-notes.tsx';
import { totalText } from '#src/features/search/search-text.ts';
import { siteSearch } from '#src/features/search/site-search.ts';
import { SortChoice } from '#src/features/search/sort-choice.tsx';
import { PageMeta } from '#src/queries/page-meta.tsx';
import { useSession } from '#src/session/use-session.ts';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { EmptyState } from '#src/ui/empty-state.tsx';
import { figure } from '#src/ui/format.ts';
import { GridSkeleton } from '#src/ui/grid-skeleton.tsx';
import { LoadMore } from '#src/ui/load-more.tsx';
import { Note } from '#src/ui/note.tsx';
import { PageHead } from '#src/ui/page-head.tsx';
import { Plaque } from '#src/ui/plaque.tsx';
import { SavedCopy } from '#src/ui/saved-copy.tsx';
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx';
import { WhenNear } from '#src/ui/when-near.tsx';
import styles from './search-screen.module.css';
import { useCardActions } from './use-card-actions.tsx';

// Below the bikes that were found, so that the first load does without it.
const FoundLists = lazy(() =>
  import('#src/features/favorites/found-lists.tsx').then((it) => ({ default: it.FoundLists })),
);

/** Number of photos in a phone's first view; these load eagerly. */
const firstView = 6;

type Found = ReturnType<typeof useSearch>;

function Failed({ results, retry }: { results: Extract<Results, { state: 'failed' }>; retry: () => void }) {
  const { validation, message } = results.error;
  const again = (
    <Button look="quiet" onClick={retry}>
      Retry
    </Button>
  );
  return (
    <EmptyState title="Search didn't work." action={again}>
      {Object.values(validation).flat()[0] ?? message}
    </EmptyState>
  );
}

function NothingCached() {
  return (
    <EmptyState title="Nothing saved here yet." action={<Button to={homePage()}>Go to the home page</Button>}>
      Open a bike online and it works offline.
    </EmptyState>
  );
}

interface ShownProps extends Found {
  asked: Asked;
  /** Bikes that were published since are new, ISO 8601. */
  since: string | null;
}

function Shown({ results, loadMore, retry, asked, since }: ShownProps) {
  const { user } = useSession();
  const cachedIds = useCachedBikeIds();
  const preferences = useDisplayPreferences();
  const { writing } = preferences;
  const actionOf = useCardActions();
  const blocked = useBlocked();
  const shown = answerOf(results);
  if (results.state === 'failed') return <Failed results={results} retry={retry} />;
  const loading = results.state === 'loading';
  if (!shown || (loading && shown.items.length === 0)) return <GridSkeleton />;
  if (results.state === 'cached' && results.cachedCount === 0) return <NothingCached />;
  const { items, next, total } = shown;
  const bikes = items.filter(({ owner }) => !blocked.has(owner.id));
  const isNew = (bike: BikeCard) =>
    since !== null &&
    bike.publishedAt !== null &&
    bike.publishedAt > since &&
    refusal('bike.follow', user, bike) !== 'follow.own';
  const moreLabel = (
    <>
      <span>Load more</span>{' '}
      <span className="quiet figures">
        {t`${figure(items.length, writing)} of ${figure(total.count, writing)}${total.atLeast ? '+' : ''}`}
      </span>
    </>
  );
  return (
    <>
      {results.state === 'cached' && (
        <div className={styles.cached}>
          <Note role="status">
            {many(
              results.cachedCount,
            )`No signal. Searching the # bike saved here.|No signal. Searching the # bikes saved here.`}
          </Note>
        </div>
      )}
      {!loading && <SearchNotes answer={shown} ignored={[...asked.ignored, ...shown.ignored]} />}
      {items.length === 0 ? (
        <NothingFound search={asked.search} waysOut={shown.waysOut} names={valueNamesIn(shown.facets, preferences)} />
      ) : bikes.length === 0 ? (
        <EmptyState title="Nothing to show.">All results are from members you blocked.</EmptyState>
      ) : (
        <div className={classNames(loading && styles.before)} aria-busy={loading || undefined}>
          <BikeGrid
            bikes={bikes}
            level={2}
            eager={firstView}
            opensOffline={(id) => cachedIds.has(id)}
            actionOf={actionOf}
            plaqueOf={(bike) => (isNew(bike) ? <Plaque>New</Plaque> : undefined)}
          />
        </div>
      )}
      {results.state === 'found' && next && (
        <LoadMore load={loadMore} href={pageOf(asked.search, next)} label={asked.cursor ? t`Load more` : moreLabel} />
      )}
    </>
  );
}

interface WhatIsNewProps {
  search: Search;
  newCount: number;
  since: string;
}

/** Says how many bikes are new since the last look, and offers to show them first. */
function WhatIsNew({ search, newCount, since }: WhatIsNewProps) {
  const newest =
    search.sort === 'Newest' ? undefined : <Link to={pageOf({ ...search, sort: 'Newest' })}>Newest first</Link>;
  return (
    <div className={styles.cached}>
      <Note state="notice" action={newest}>
        <NewBikes count={newCount} since={since} />
      </Note>
    </div>
  );
}

/** Search results for the keywords and filters of the address. */
export function SearchScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const asked = useMemo(() => askedOf(params), [params]);
  const { search, cursor } = asked;
  const found = useSearch(asked);
  const loading = found.results.state === 'loading';
  const shown = answerOf(found.results);
  const names = valueNamesIn(shown?.facets ?? [], useDisplayPreferences());
  const name = nameOf(search, names);
  const key = searchKey(withCorrections(search, loading || !shown ? [] : shown.corrected));
  const { results } = found;
  const isAnswered = cursor === '' && (results.state === 'found' || results.state === 'kept');
  const { followed, since, newCount } = useFollowedSearch(key, {
    answer: isAnswered ? results.answer : null,
    savedAt: results.state === 'kept' ? results.savedAt : null,
    isKept: isKeptPage(asked),
  });
  const { user } = useSession();
  const choose = (next: Search, replace = false) => void navigate(pageOf(next), { replace });
  const total = shown && !loading ? totalText(shown.total) : undefined;
  return (
    <div className="frame">
      <PageMeta
        title={name}
        description={t`${name}: bikes on Headbadge.`}
        path={pageOf(search, cursor)}
        feed={{ path: searchFeed(searchParamsOf(search)), title: t`${name}: bikes` }}
        about={(home) => ({
          '@type': 'CollectionPage',
          name,
          url: home + pageOf(search, cursor),
          inLanguage: pageLanguage,
        })}
      />
      <Hidden of={{ ...searchParamsOf(search), keywords: '' }} form={siteSearch} />
      <div className={styles.search}>
        <aside id="filters" className={styles.facets} aria-label="Filters">
          {shown && <FacetForm search={search} counted={shown} onChoose={choose} />}
        </aside>
        <div className={styles.results}>
          <PageHead
            title={<span suppressHydrationWarning>{name}</span>}
            about={results.state === 'kept' ? <SavedCopy savedAt={results.savedAt} /> : total}
            action={
              key && (
                <span className="row">
                  {user && followed && <TellsChoice search={followed} userId={user.id} />}
                  <FollowButton thing={{ kind: 'search', key, name }} />
                </span>
              )
            }
          />
          <VisuallyHidden>
            <span role="status">{total}</span>
          </VisuallyHidden>
          <div className={styles.tools}>
            {shown && (
              <>
                <FilterSheet
                  className={`needs-script ${styles.sheet}`}
                  search={search}
                  counted={shown}
                  loading={loading}
                  onChoose={choose}
                />
                <Button look="quiet" className={styles.jump} to="#filters">
                  Filters
                </Button>
              </>
            )}
            <FilterChips search={search} names={names} />
            <div className="push">
              <SortChoice search={search} onChoose={choose} />
            </div>
          </div>
          {cursor && (
            <p>
              <Link to={pageOf(search)}>Back to the first page</Link>
            </p>
          )}
          {since && newCount > 0 && <WhatIsNew search={search} newCount={newCount} since={since} />}
          <Shown {...found} asked={asked} since={since} />
          {search.keywords && !cursor && (
            <WhenNear>
              <Suspense>
                <FoundLists keywords={search.keywords.slice(0, listSearchLimits.characters)} />
              </Suspense>
            </WhenNear>
          )}
        </div>
      </div>
    </div>
  );
}
