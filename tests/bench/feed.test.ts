/** @module-tag nightly */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import { searchKey } from '#contract/search/key.ts';
import { readSearch, searchQueryOf } from '#contract/search/query.ts';
import { feedOn } from '#tests/kit/feed.ts';
import { fill } from './search/fill.ts';
import { chance, generatedBike, generatedMember } from './search/generated-bikes.ts';

/** FEED_BENCH=100000 sets the number of bikes and prints the times; without it only large regressions fail. */
const asked = Number(process.env.FEED_BENCH ?? 0);
const bikes = asked || 4000;
const rounds = asked ? 100 : 20;
const [members, models, tags, singles, searches] = [500, 50, 20, 50, 50];
const [hours, day] = [3_600_000, 86_400_000];
/** Where bikes are kept for the next run, see `search/filled-site.ts`. */
const cachedAt = process.env.BENCH_DATA;
const me = { ...generatedMember(0), avatar: '' };
const newest = generatedBike(bikes - 1, bikes);
/** The clock: the minute after the newest bike. */
const begin = newest.publishedAt.getTime() + 60_000;

type NewsRow = { _id: string; bikeId: string; kind: string; at: Date; keys: string[] };
type NewsBike = { _id: string; news: { kind: 'photos'; day: string; at: Date; ids: string[] }[] };

/** News of three fifths of the bikes, in the hundred days after each was published. */
async function fillNews(db: Awaited<ReturnType<typeof openMongo>>['db']): Promise<void> {
  const rows = db.collection<NewsRow>('bikeNews');
  if ((await rows.countDocuments()) > 0) return;
  const random = chance(7);
  const batch: NewsRow[] = [];
  for (let n = 0; n < bikes; n += 1) {
    const bike = generatedBike(n, bikes);
    const published = bike.publishedAt.getTime();
    const at = new Date(published + random() * Math.min(100 * day, begin - published));
    const id = `photos:${bike._id}:${at.toISOString().slice(0, 10)}`;
    const keys = [`member:${bike.owner.id}`, `bike:${bike._id}`, `model:${modelKeyOf(bike)}`];
    if (random() < 0.6) batch.push({ _id: id, bikeId: bike._id, kind: 'photos', at, keys });
    if (batch.length < 500 && n < bikes - 1) continue;
    await rows.insertMany(batch);
    await db.collection<NewsBike>('bikes').bulkWrite(
      batch.map((one) => {
        const noted = { kind: 'photos' as const, day: one._id.slice(-10), at: one.at, ids: [one.bikeId] };
        return { updateOne: { filter: { _id: one.bikeId }, update: { $set: { news: [noted] } } } };
      }),
    );
    batch.length = 0;
  }
}

/** Searches as members follow them: some for a model, some for kinds of bikes, some with a misspelt word. */
function searchOf(n: number): string {
  const { brand, model, category, colors } = generatedBike(n * 17, bikes);
  const colored = `&color=${colors[0]}`;
  const query = [
    `keywords=${encodeURIComponent(`${brand} ${model}`)}`,
    `keywords=${encodeURIComponent(`${brand.slice(0, -1)}q ${model}`)}`,
    `category=${encodeURIComponent(category)}${colored}`,
    `keywords=dynamo+rack${colored}`,
    `keywords=${encodeURIComponent(model)}&yearFrom=2015`,
  ][n % 5];
  return searchKey(readSearch(searchQueryOf(new URLSearchParams(query))).search);
}

async function open() {
  const folder = cachedAt ? join(cachedAt, String(bikes)) : await mkdtemp(join(tmpdir(), 'headbadge-'));
  await mkdir(folder, { recursive: true });
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const mongo = await openMongo(embedded.url, { dbName: 'headbadge', timeoutMs: 0 });
  const { db } = mongo;
  await fill(db, bikes);
  let clock = begin;
  const { feed, follows, memory } = await feedOn(db, { now: () => new Date(clock) });
  await fillNews(db);
  await memory.tend(new AbortController().signal);
  const pass = (ms: number) => {
    clock += ms;
  };
  return { embedded, mongo, db, follows, feed, pass };
}
let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
  const { follows, db } = opened;
  await db.collection('follows').deleteMany({});
  const keys = [
    ...Array.from({ length: members }, (_, n) => ['member', generatedMember(1 + n * 7).id] as const),
    ...Array.from({ length: models }, (_, n) => ['model', modelKeyOf(generatedBike(n * 31, bikes))] as const),
    ...Array.from({ length: tags }, (_, n) => ['tag', `tag-${n}`] as const),
    ...Array.from({ length: singles }, (_, n) => ['bike', generatedBike(n * 13, bikes)._id] as const),
    ...Array.from({ length: searches }, (_, n) => ['search', searchOf(n)] as const),
  ];
  for (const [kind, key] of keys) await follows.put({ userId: me.id, kind, key, name: '', at: new Date() });
}, hours);
afterAll(async () => {
  await opened?.mongo.close();
  await opened?.embedded.close();
});

/** Edits one of the newest bikes, and notes it. */
async function write(round: number): Promise<void> {
  const { db, feed, pass } = opened;
  pass(1_100);
  const { _id } = generatedBike(bikes - 1 - (round % 200), bikes);
  const { find } = newest;
  const at = new Date(begin + round);
  const news = [{ kind: 'photos' as const, day: at.toISOString().slice(0, 10), at, ids: [_id] }];
  await db
    .collection<BikeRow>('bikes')
    .updateOne({ _id }, { $set: { find: `${find} ${round} `, news }, $inc: { version: 1 } });
  await feed.noteEdit(_id);
}

test(`the feed of a member who follows ${members} members and ${searches} searches among ${bikes} bikes`, {
  timeout: hours,
}, async () => {
  const { feed, pass } = opened;
  const times = { cold: [] as number[], first: [] as number[], further: [] as number[], deep: [] as number[] };
  const timed = async (into: number[], cursor?: string) => {
    const start = performance.now();
    const page = await feed.list(me, cursor ? { cursor } : {});
    into.push(performance.now() - start);
    expect(page.items).toHaveLength(24);
    return page.next ?? expect.fail('There are no further pages.');
  };
  await timed(times.cold);
  for (let round = 0; round < rounds; round += 1) {
    await write(round);
    let cursor = await timed(times.first);
    for (let page = 0; page < 3; page += 1) {
      if (page > 0) await write(round);
      cursor = await timed(times.further, cursor);
    }
    if (round % 10 > 0) continue;
    for (let page = 0; page < 10; page += 1) cursor = await timed([], cursor);
    pass(2_000);
    for (let page = 0; page < 3; page += 1) cursor = await timed(times.deep, cursor);
  }
  const atPart = (of: number[], part: number) => of.toSorted((a, b) => a - b)[Math.floor(of.length * part)] ?? 0;
  for (const [name, of] of Object.entries(times)) {
    const [min, p50, p95] = [0, 0.5, 0.95].map((part) => atPart(of, part).toFixed(1));
    if (asked) process.stdout.write(`Feed, ${name}: min ${min}, p50 ${p50}, p95 ${p95} ms of ${of.length}\n`);
  }
  for (const of of [times.first, times.further]) expect(atPart(of, 0.95)).toBeLessThan(asked ? 20 : 200);
});
