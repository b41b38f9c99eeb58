import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { BikeReindex, type Progress } from '#api/features/bikes/bikes.reindex.store.ts';
import { CommentTalkers } from '#api/features/comments/comments.talkers.store.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { WordListing } from '#api/features/search/search.listing.ts';
import { searchRoutes } from '#api/features/search/search.routes.ts';
import { SearchService } from '#api/features/search/search.service.ts';
import { WordStore } from '#api/features/search/search.words.store.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';
import type { MemberStores } from './members.ts';

interface Deps {
  people: Pick<MemberStores['people'], 'called'>;
  /** Returns the number of bikes, cached for a moment. */
  count(): Promise<number>;
}

/** Milliseconds between two log lines about the progress of a start. */
const logEveryMs = 5_000;
/** Seconds between two checks that all bikes are in memory. */
const refreshSeconds = 2;

function progressLogger({ log, now }: Pick<Infrastructure, 'log' | 'now'>): Progress {
  let told = now().getTime();
  return (done, of) => {
    if (now().getTime() - told < logEveryMs) return;
    told = now().getTime();
    log.info({ event: 'search.catch-up', done, of }, 'bikes of an older version are brought up to what is searched');
  };
}

/** Search, and its index. */
export function searchModule({ db, jobs, log, notes, now }: Infrastructure, { people, count }: Deps) {
  const [bikes, words] = [new FoundBikes(db), new WordStore(db)];
  const talkers = new CommentTalkers(db);
  const listing = new WordListing({ words, bikes, now });
  const reindex = new BikeReindex({
    db,
    notes,
    talkersOf: (ids) => talkers.of(ids, new Date(0), now()),
  });
  const inMemory = new MemoryIndex({ source: bikes, now });
  dateWrites(db, 'bikes', 'changedAt');
  onWrites(db, (collection, ids) => {
    if (collection === 'bikes') inMemory.wrote(ids);
  });
  const service = new SearchService({
    inMemory,
    words,
    inDatabase: new SearchInDatabase({ bikes, words, count }),
    cards: (ids) => bikes.cards(ids),
    membersCalled: (typed, limit) => people.called(typed, limit),
  });
  return {
    service,
    /** Upgrades rows of older versions to what search reads. */
    catchUp: () => reindex.fill(progressLogger({ log, now })),
    /** Adds the tokens of bikes that are not listed yet, such as sample bikes. */
    listOpen: () => listing.listOpen(),
    /** Rebuilds the search fields of bikes and the list of tokens. */
    async reindex(progress: { bikes: Progress; words: Progress }) {
      const changed = await reindex.run(progress.bikes);
      await listing.listOpen();
      return { bikes: changed, words: await listing.countAll(progress.words) };
    },
    indexed: [words],
    mount: (api, guards) => void api.route('/', searchRoutes(service, guards)),
    begin() {
      jobs.every(minute, 'words of bikes', (stopping) => listing.listOpen(stopping));
      jobs.every(refreshSeconds, 'bikes in memory', (stopping) => inMemory.tend(stopping));
      jobs.every(minute, 'numbers of words', (stopping) => listing.recount(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
