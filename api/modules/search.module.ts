import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { BikeReindex, type Progress } from '#api/features/bikes/bikes.reindex.store.ts';
import { placeName } from '#api/features/places/places.lists.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { OpenSearchClient } from '#api/features/search/open-search/client.ts';
import { OpenSearch } from '#api/features/search/open-search/open-search.ts';
import { OpenSearchIndex } from '#api/features/search/open-search/open-search-index.ts';
import { PositionStore, positionsCollection } from '#api/features/search/open-search/positions.store.ts';
import { OpenSearchWriter } from '#api/features/search/open-search/writer.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { TermListing } from '#api/features/search/search.listing.ts';
import { NewestBikes } from '#api/features/search/search.newest.ts';
import { searchRoutes } from '#api/features/search/search.routes.ts';
import { SearchService } from '#api/features/search/search.service.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { EmbeddedIndex, type SearchIndex } from '#api/features/search/search-index.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { Leases } from '#api/platform/leases.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import type { SearchAddress } from '#api/platform/settings/search-address.ts';
import { searchBikes, suggestSearches } from '#contract/search/calls.ts';
import type { FacetName } from '#contract/search/facets.ts';
import { facetTerm } from '#contract/search/found.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { CommentsModule } from './comments.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute, type ScheduledJob } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  comments: CommentsModule;
}

/** Milliseconds between two log lines about the progress of a start. */
const logEveryMs = 5_000;
/** Seconds between two checks that all bikes are in memory. */
const refreshSeconds = 2;

function progressLogger({ log, now }: Infrastructure): Progress {
  let loggedAt = now().getTime();
  return (done, of) => {
    if (now().getTime() - loggedAt < logEveryMs) return;
    loggedAt = now().getTime();
    log.info({ event: 'search.catch-up', done, of }, 'bikes of an older version are brought up to what is searched');
  };
}

/** An index, and how it is kept. */
type Indexing = {
  index: SearchIndex;
  job: ScheduledJob;
  /** Builds the index anew; null if each process builds its own when it starts. */
  rebuild: ((progress: Progress) => Promise<number>) | null;
};

function inThisProcess({ db, now }: Infrastructure, bikes: FoundBikes, inDatabase: SearchInDatabase): Indexing {
  const inMemory = new MemoryIndex({ source: bikes, now });
  onWrites(db, ({ collection, valuesOf }) => {
    if (collection === 'bikes') inMemory.wrote(valuesOf('_id'));
  });
  return {
    index: new EmbeddedIndex(inMemory, inDatabase),
    job: {
      name: 'bikes in memory',
      every: refreshSeconds,
      whileReadOnly: true,
      run: (stopping) => inMemory.tend(stopping),
    },
    rebuild: null,
  };
}

function inOpenSearch(
  { db, now, log, responseCache }: Infrastructure,
  bikes: FoundBikes,
  fallback: SearchInDatabase,
  address: SearchAddress,
): Indexing {
  const client = new OpenSearchClient(address);
  const writer = new OpenSearchWriter({
    client,
    source: bikes,
    positions: new PositionStore(db, address.alias),
    leases: new Leases(db, now),
    now,
    log,
    // Searches depend on these documents.
    onChange: () => responseCache.invalidate({ collection: 'words', valuesOf: () => null, changesCountersOnly: false }),
  });
  return {
    index: new OpenSearchIndex({ openSearch: new OpenSearch(client), fallback, now, log }),
    job: { name: 'search index', every: refreshSeconds, run: (stopping) => writer.tend(stopping) },
    rebuild: (progress) => writer.build({ progress }),
  };
}

/** Search, and its index. */
export function searchModule(
  infrastructure: Infrastructure,
  { accounts, bikes: { count, names, owners }, comments }: Deps,
) {
  const { db, siteMeta, now, config } = infrastructure;
  const bikes = new FoundBikes(db);
  const termStore = new TermStore(db);
  const listing = new TermListing({ termStore, bikes, now });
  const reindexing = new BikeReindex({
    db,
    siteMeta,
    placesOf: (ids) => owners.placesOf(ids),
    commentersOf: (ids) => comments.commenters.of(ids, new Date(0), now()),
    async keys() {
      const fold = await names.fold();
      return (row) => fold.keysOf(row);
    },
  });
  dateWrites(db, 'bikes', 'changedAt');
  const inDatabase = new SearchInDatabase({ bikes, termStore, count });
  const { index, job, rebuild } = config.search
    ? inOpenSearch(infrastructure, bikes, inDatabase, config.search)
    : inThisProcess(infrastructure, bikes, inDatabase);
  const service = new SearchService({
    index,
    termStore,
    cards: (ids) => bikes.cards(ids),
    placeName,
    membersCalled: (typed, limit) => accounts.people.called(typed, limit),
  });
  const newestStore = new NewestBikeStore(db);
  const newest = new NewestBikes({
    source: {
      newest: (limit) => newestStore.newest(limit),
      these: (ids) => newestStore.these(ids),
      changes: (after, limit) => bikes.changes(after, limit),
      lastChange: () => bikes.lastChange(),
    },
    now,
  });
  onWrites(db, ({ collection, valuesOf, changesCountersOnly }) => {
    if (collection === 'bikes' && !changesCountersOnly) newest.wrote(valuesOf('_id'));
  });
  return {
    cacheDependencies: {
      [routeOf(searchBikes)]: [any('bikes'), any('words')],
      [routeOf(suggestSearches)]: [any('words'), any('users')],
    },
    service,
    newest,
    /** Upgrades rows of older versions to what search and lists read. */
    catchUp: () => reindexing.fill(progressLogger(infrastructure)),
    /** A page of the bikes with a value of a facet, newest first. */
    bikesWith: (facet: FacetName, value: string, limit: number, cursor?: string) =>
      bikes.pageWith(facetTerm(facet, value), limit, cursor),
    /** Adds the tokens of bikes that are not listed yet, such as sample bikes. */
    listOpen: () => listing.listOpen(),
    /** Rebuilds the search fields of bikes, the list of tokens and the index of a search server. */
    async reindex(progress: { bikes: Progress; tokens: Progress; index: Progress }) {
      const changed = await reindexing.run(progress.bikes);
      await listing.listOpen();
      const tokens = await listing.countAll(progress.tokens);
      return { bikes: changed, tokens, indexed: rebuild && (await rebuild(progress.index)) };
    },
    stores: [termStore],
    privateCollections: [positionsCollection],
    async handle(events) {
      const isMeant = (event: AppEvent) =>
        (event.what === 'bike.changed' && event.earlier !== null) ||
        event.what === 'bike.deleted' ||
        event.what === 'bike.judged';
      const meant = events.filter(isMeant);
      const ids = meant.flatMap((event) => ('bikeId' in event ? [event.bikeId] : []));
      const earlier = meant.flatMap((event) => ('earlier' in event && event.earlier ? [event.earlier] : []));
      await listing.list([...new Set(ids)], earlier);
    },
    mount: (api, guards) => void api.route('/', searchRoutes(service, guards)),
    schedule: [
      { name: 'words of bikes', every: minute, run: (stopping) => listing.listOpen(stopping) },
      job,
      { name: 'numbers of words', every: minute, run: (stopping) => listing.recount(stopping) },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type SearchModule = ReturnType<typeof searchModule>;
