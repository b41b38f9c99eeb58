import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import { BikeReindex, type Progress } from '#api/features/bikes/bikes.reindex.store.ts';
import { CommentTalkers } from '#api/features/comments/comments.talkers.store.ts';
import { KeptInMemory } from '#api/features/search/memory/kept-in-memory.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { WordListing } from '#api/features/search/search.listing.ts';
import { searchRoutes } from '#api/features/search/search.routes.ts';
import { SearchService } from '#api/features/search/search.service.ts';
import { WordStore } from '#api/features/search/search.words.store.ts';
import { dateWrites, onWrites } from '#api/platform/mongo.ts';
import { type Infrastructure, type Module, minute } from './infrastructure.ts';
import type { MemberStores } from './members.ts';

interface Needs {
  people: Pick<MemberStores['people'], 'called'>;
  /** How many bikes there are, or were a moment ago. */
  count(): Promise<number>;
}

/** Milliseconds after which somebody who waits for a start is told how far it is. */
const toldEvery = 5_000;
/** Seconds after which it is looked whether all bikes are in memory. */
const tended = 2;

function tellingOf({ log, now }: Pick<Infrastructure, 'log' | 'now'>): Progress {
  let told = now().getTime();
  return (done, of) => {
    if (now().getTime() - told < toldEvery) return;
    told = now().getTime();
    log.info({ event: 'search.catch-up', done, of }, 'bikes of an older version are brought up to what is searched');
  };
}

/** How bikes are found, and what they are found by. */
export function searchModule({ db, jobs, log, notes, now }: Infrastructure, { people, count }: Needs) {
  const [bikes, words] = [new FoundBikes(db), new WordStore(db)];
  const talkers = new CommentTalkers(db);
  const listing = new WordListing({ words, bikes, now });
  const reindex = new BikeReindex({
    ...{ db, notes },
    talkersOf: (ids) => talkers.of(ids, new Date(0), now()),
  });
  const inMemory = new KeptInMemory({ source: bikes, now });
  dateWrites(db, 'bikes', 'changedAt');
  onWrites(db, (collection, ids) => {
    if (collection === 'bikes') inMemory.wrote(ids);
  });
  const service = new SearchService({
    ...{ inMemory, words },
    inDatabase: new SearchInDatabase({ bikes, words, count }),
    cards: (ids) => bikes.cards(ids),
    membersCalled: (typed, limit) => people.called(typed, limit),
  });
  return {
    service,
    /** Brings what an older version wrote up to what is searched. */
    catchUp: () => reindex.fill(tellingOf({ log, now })),
    /** Lists the words of bikes that came by other ways than the rules of bikes. */
    listOpen: () => listing.listOpen(),
    /** Brings what bikes are found by up to date, and the list of words. */
    async reindex(progress: { bikes: Progress; words: Progress }) {
      const changed = await reindex.run(progress.bikes);
      await listing.listOpen();
      return { bikes: changed, words: await listing.countAll(progress.words) };
    },
    indexed: [words],
    mount: (api, guards) => void api.route('/', searchRoutes(service, guards)),
    begin() {
      jobs.every(minute, 'words of bikes', (stopping) => listing.listOpen(stopping));
      jobs.every(tended, 'bikes in memory', (stopping) => inMemory.tend(stopping));
      jobs.every(minute, 'numbers of words', (stopping) => listing.recount(stopping));
    },
  } satisfies Module & Record<string, unknown>;
}
