import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { BikeReindex, type Progress } from '#api/features/bikes/bikes.reindex.store.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { TermListing } from '#api/features/search/search.listing.ts';
import { searchRoutes } from '#api/features/search/search.routes.ts';
import { SearchService } from '#api/features/search/search.service.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { CommentsModule } from './comments.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';

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

/** Search, and its index. */
export function searchModule(infrastructure: Infrastructure, { accounts, bikes: { count }, comments }: Deps) {
  const { db, siteMeta, now } = infrastructure;
  const bikes = new FoundBikes(db);
  const termStore = new TermStore(db);
  const listing = new TermListing({ termStore, bikes, now });
  const reindexing = new BikeReindex({
    db,
    siteMeta,
    commentersOf: (ids) => comments.commenters.of(ids, new Date(0), now()),
  });
  const inMemory = new MemoryIndex({ source: bikes, now });
  dateWrites(db, 'bikes', 'changedAt');
  onWrites(db, ({ collection, valuesOf }) => {
    if (collection === 'bikes') inMemory.wrote(valuesOf('_id'));
  });
  const service = new SearchService({
    inMemory,
    termStore,
    inDatabase: new SearchInDatabase({ bikes, termStore, count }),
    cards: (ids) => bikes.cards(ids),
    membersCalled: (typed, limit) => accounts.people.called(typed, limit),
  });
  return {
    service,
    /** Upgrades rows of older versions to what search reads. */
    catchUp: () => reindexing.fill(progressLogger(infrastructure)),
    /** Adds the tokens of bikes that are not listed yet, such as sample bikes. */
    listOpen: () => listing.listOpen(),
    /** Rebuilds the search fields of bikes and the list of tokens. */
    async reindex(progress: { bikes: Progress; tokens: Progress }) {
      const changed = await reindexing.run(progress.bikes);
      await listing.listOpen();
      return { bikes: changed, tokens: await listing.countAll(progress.tokens) };
    },
    stores: [termStore],
    mount: (api, guards) => void api.route('/', searchRoutes(service, guards)),
    schedule: [
      { name: 'words of bikes', every: minute, run: (stopping) => listing.listOpen(stopping) },
      {
        name: 'bikes in memory',
        every: refreshSeconds,
        whileReadOnly: true,
        run: (stopping) => inMemory.tend(stopping),
      },
      { name: 'numbers of words', every: minute, run: (stopping) => listing.recount(stopping) },
    ],
  } satisfies Module & Record<string, unknown>;
}
export type SearchModule = ReturnType<typeof searchModule>;
