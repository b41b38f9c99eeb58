/** @module-tag nightly */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { BikeAuthors } from '#api/features/bikes/bikes.authors.store.ts';
import { FoundBikes } from '#api/features/bikes/bikes.found.store.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import { placeName } from '#api/features/places/places.lists.ts';
import { PlaceService } from '#api/features/places/places.service.ts';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { SearchInDatabase } from '#api/features/search/search.in-database.ts';
import { SearchService } from '#api/features/search/search.service.ts';
import { TermStore } from '#api/features/search/search.terms.store.ts';
import { EmbeddedIndex } from '#api/features/search/search-index.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { facetTerm } from '#contract/search/found.ts';
import { SearchQuery } from '#contract/search/query.ts';
import { fill } from './search/fill.ts';
import { generatedBike, generatedMember } from './search/generated-bikes.ts';

/** PLACES_BENCH=100000 sets the number of bikes and prints the times; without it only large regressions fail. */
const asked = Number(process.env.PLACES_BENCH ?? 0);
const bikes = asked || 4_000;
const rounds = asked ? 100 : 20;
const hours = 3_600_000;
/** Where bikes are kept for the next run, see `search/filled-site.ts`. */
const cachedAt = process.env.BENCH_DATA;
const maxMs = asked ? { inMemory: 20, inDatabase: 50 } : { inMemory: 200, inDatabase: 200 };

async function open() {
  const folder = cachedAt ? join(cachedAt, String(bikes)) : await mkdtemp(join(tmpdir(), 'headbadge-'));
  await mkdir(folder, { recursive: true });
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const mongo = await openMongo(embedded.url, { dbName: 'headbadge', timeoutMs: 0 });
  const { db } = mongo;
  await fill(db, bikes);
  const found = new FoundBikes(db);
  const termStore = new TermStore(db);
  const memory = new MemoryIndex({ source: found, now: () => new Date() });
  // The bikes of the last seconds are read again.
  while ((await memory.current()) === null) await memory.tend(new AbortController().signal);
  const inDatabase = new SearchInDatabase({ bikes: found, termStore, count: async () => bikes });
  const index = {
    inMemory: new EmbeddedIndex(memory, inDatabase),
    inDatabase: Object.assign(inDatabase, { forget: () => undefined }),
  };
  const searchBy = (way: keyof typeof index) =>
    new SearchService({
      index: index[way],
      termStore,
      cards: (ids) => found.cards(ids),
      placeName,
      membersCalled: async () => [],
    });
  return { embedded, mongo, db, found, memory, searchBy };
}
let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
}, hours);
afterAll(async () => {
  await opened?.mongo.close();
  await opened?.embedded.close();
});

/** Edits one of the newest bikes. */
async function write(round: number): Promise<void> {
  const { db, memory } = opened;
  const { _id, find } = generatedBike(bikes - 1 - (round % 200), bikes);
  await db
    .collection<BikeRow>('bikes')
    .updateOne({ _id }, { $set: { find: `${find} ${round} ` }, $inc: { version: 1 } });
  memory.wrote([_id]);
}

/** Milliseconds of processor time of this process, with the database: other programs on the machine do not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const everything = v.parse(SearchQuery, {});
const atPart = (of: number[], part: number) => of.toSorted((a, b) => a - b)[Math.floor(of.length * part)] ?? 0;

test.each(['inMemory', 'inDatabase'] as const)(
  `pages of places and weights among ${bikes} bikes after a write, %s`,
  { timeout: hours },
  async (way) => {
    const search = opened.searchBy(way);
    const places = new PlaceService({
      countsOf: (facet) => search.countsOf(facet),
      bikesWith: (facet, value, limit, cursor) => opened.found.pageWith(facetTerm(facet, value), limit, cursor),
    });
    const asks: Record<string, (round: number) => Promise<unknown>> = {
      'the page of a country': () => places.page('DE'),
      'the page of a region': () => places.page('DE-BW'),
      'the bikes of a country': () => places.bikes('DE', { limit: 24 }),
      'the bikes of a region': () => places.bikes('DE-BW', { limit: 24 }),
      'the next bikes of a region': async () => {
        const { next } = await places.bikes('DE-BW', { limit: 24 });
        const start = processorMs();
        await places.bikes('DE-BW', { limit: 24, cursor: next ?? '' });
        return processorMs() - start;
      },
      'a range of weights': (round) =>
        search.search({ ...everything, weightFrom: String(8 + round / 1_000), weightTo: '11' }),
      'a weight without its other end': (round) =>
        search.search({ ...everything, weightFrom: String(14 + round / 1_000) }),
      'a country, a color and a weight': () =>
        search.search({ ...everything, country: ['FR'], color: ['Red'], weightTo: '9.5' }),
    };
    for (const [name, ask] of Object.entries(asks)) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        await write(round);
        const start = processorMs();
        const took = await ask(round);
        times.push(typeof took === 'number' ? took : processorMs() - start);
      }
      const [p50, p95] = [0.5, 0.95].map((part) => atPart(times, part).toFixed(1));
      if (asked) process.stdout.write(`Places ${way}, ${name}: p50 ${p50}, p95 ${p95} ms\n`);
      expect(atPart(times, 0.95), name).toBeLessThan(maxMs[way]);
    }
  },
);

test('the bikes of a member move in steps of 200', { timeout: hours }, async () => {
  const { db } = opened;
  const member = generatedMember(bikes);
  const rows = db.collection<BikeRow>('bikes');
  const many = 1_000;
  const theirs = Array.from({ length: many }, (_, n) => ({
    ...generatedBike(n, bikes),
    _id: `${member.id}${n}`,
    owner: member,
  }));
  await rows.insertMany(theirs as unknown as BikeRow[], { ignoreUndefined: true });
  const placesOf = async () => new Map([[member.id, ['AT', 'AT-9']]]);
  const authors = new BikeAuthors(db, { placesOf });
  const steps: number[] = [];
  let cursor: string | undefined;
  do {
    const start = performance.now();
    cursor = (await authors.update(member, cursor)).next ?? undefined;
    steps.push(performance.now() - start);
  } while (cursor !== undefined);
  if (asked) process.stdout.write(`Places, moving ${many} bikes: ${steps.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  expect(steps).toHaveLength(many / 200);
  expect(await rows.countDocuments({ status: 'Active', terms: 'region:AT-9', 'owner.id': member.id })).toBe(many);
  await rows.deleteMany({ 'owner.id': member.id });
});
