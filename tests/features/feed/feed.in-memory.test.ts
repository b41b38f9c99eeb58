import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import { type Mongo, openMongo } from '#api/platform/mongo.ts';
import type { FeedEntry } from '#contract/feed.ts';
import { makerOfKey, modelKeyOf } from '#contract/model-key.ts';
import { foundBy } from '#contract/search/found.ts';
import { searchOfKey } from '#contract/search/key.ts';
import { fill } from '#tests/bench/search/fill.ts';
import { generatedBike, generatedMember } from '#tests/bench/search/generated-bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { feedOn } from '#tests/kit/feed.ts';
import { type Rng, rng } from '#tests/kit/random.ts';

/** So few are held in memory, of so many, that pages come from both. */
const [size, bikes, steps] = [20, 150, 60];
/** Part of `size` that is in memory at least, after bikes were hidden. */
const minPart = 0.75;
const minute = 60_000;
const me = generatedMember(9_999);
const sources = {
  member: [1, 2, 5].map((n) => generatedMember(n).id),
  bike: [generatedBike(3, bikes)._id, generatedBike(140, bikes)._id],
  brand: [makerOfKey(modelKeyOf(generatedBike(60, bikes)))],
  model: [modelKeyOf(generatedBike(7, bikes)), modelKeyOf(generatedBike(120, bikes))],
  tag: ['lugged'],
  search: ['color=Red', 'keywords=dynamo', 'keywords=steel+zebra', 'category=Gravel&color=Blue'],
};
let clock = generatedBike(bikes - 1, bikes).publishedAt.getTime() + minute;
let database: TestDatabase;
/** Two processes on one database. */
let processes: (Awaited<ReturnType<typeof feedOn>> & { rows: ReturnType<typeof rowsOf> })[];
let line: Mongo;

type Row = BikeRow & { tags: string[] };
const rowsOf = ({ db }: Pick<Mongo, 'db'>) => db.collection<Row>('bikes');

beforeAll(async () => {
  database = await TestDatabase.open();
  await fill(database.db, bikes);
  line = await openMongo(database.url, { dbName: database.db.databaseName });
  const now = () => new Date(clock);
  processes = [];
  for (const mongo of [database, line])
    processes.push({ ...(await feedOn(mongo.db, { now, size })), rows: rowsOf(mongo) });
  for (const [kind, keys] of Object.entries(sources))
    for (const key of keys)
      await processes[0]?.follows.put({
        userId: me.id,
        kind: kind as 'tag',
        key,
        name: '',
        at: new Date(),
        tells: 'digest',
      });
});
afterAll(async () => {
  await line.close();
  await database.close();
});

const keysOf = (bike: { brand: string; model: string }) => ({
  brandKey: makerOfKey(modelKeyOf(bike)),
  modelKey: modelKeyOf(bike),
});
const pick = <T>(r: Rng, list: readonly T[]): T => list[Math.floor(r() * list.length)] as T;
let published = bikes;

/** Writes something at random, in one of the two processes. */
async function write(r: Rng): Promise<void> {
  const { rows, feed } = pick(r, processes);
  const all = await rows
    .find({}, { projection: { publishedAt: 1, status: 1 } })
    .sort({ publishedAt: -1 })
    .toArray();
  // Mostly one of the newest, around the oldest in memory.
  const { _id, status } = pick(r, r.chance(0.8) ? all.slice(0, 2 * size) : all);
  const deed = r();
  if (deed < 0.25) {
    const { unlisted: _, ...bike } = generatedBike(published++, bikes);
    const tags = r.chance(0.2) ? ['lugged'] : [];
    const row = { ...bike, tags, ...keysOf(bike), publishedAt: new Date(clock) };
    await rows.insertOne(row as unknown as Row, { ignoreUndefined: true });
  } else if (deed < 0.6) {
    await rows.updateOne({ _id }, { $set: { status: status === 'Active' ? 'Draft' : 'Active' } });
  } else if (deed < 0.8) {
    const { owner } = (await rows.findOne({ _id })) ?? expect.fail();
    const other = { ...generatedBike(Math.floor(r() * 5_000), bikes), owner };
    const { brand, model, category, colors } = other;
    const tags = r.chance(0.2) ? ['lugged'] : [];
    const read = { ...foundBy({ ...other, tags }), ...keysOf(other) };
    const $set = { brand, model, category, colors, tags, ...read } as Partial<Row>;
    await rows.updateOne({ _id }, { $set, $inc: { version: 1 } });
    await feed.noteEdit(_id);
  } else {
    const at = new Date(clock);
    const news = [{ kind: 'photos' as const, day: at.toISOString().slice(0, 10), at, ids: [] }];
    const { photos = [] } = (await rows.findOne({ _id })) ?? expect.fail();
    await rows.updateOne({ _id }, { $set: { news: news.map((one) => ({ ...one, ids: photos.map(({ id }) => id) })) } });
    await feed.noteEdit(_id);
  }
}

async function read(feed: (typeof processes)[number]['feed'], limit: number): Promise<FeedEntry[]> {
  const entries: FeedEntry[] = [];
  for (let cursor: string | undefined; ; ) {
    const page: Awaited<ReturnType<typeof feed.list>> = await feed.list(me, { limit, ...(cursor && { cursor }) });
    entries.push(...page.items);
    if (!page.next) return entries;
    expect(page.items.length).toBeGreaterThan(0);
    cursor = page.next;
  }
}

const isFollowed = ({ owner, modelKey = '', tags = [] }: Row) =>
  sources.member.includes(owner.id) ||
  sources.brand.includes(makerOfKey(modelKey)) ||
  sources.model.includes(modelKey) ||
  tags.some((tag) => tag === 'lugged');

/** The ids of what the feed tells by anything but searches, latest first. */
async function expected(rows: ReturnType<typeof rowsOf>): Promise<string[]> {
  const all = await rows.find({ status: 'Active' }).toArray();
  const told = all.flatMap((row) => [
    ...(isFollowed(row) ? [{ at: row.publishedAt, id: `bike:${row._id}` }] : []),
    ...(isFollowed(row) || sources.bike.includes(row._id)
      ? (row.news ?? []).map(({ kind, day, at }) => ({ at, id: `${kind}:${row._id}:${day}` }))
      : []),
  ]);
  return told.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
}

test('pages from memory and from the database are the feed, in each process', { timeout: 120_000 }, async () => {
  const r = rng('in memory');
  let foundBySearch = 0;
  for (let n = 0; n < steps; n += 1) {
    clock += minute;
    await write(r);
    if (n % 3 > 0) continue;
    // What another process wrote is read every second.
    clock += minute;
    for (const { feed, index, rows } of processes) {
      const entries = await read(feed, 1 + Math.floor(r() * 9));
      const bySearch = (entry: FeedEntry) => entry.because.flatMap(({ kind, key }) => (kind === 'search' ? key : []));
      const others = entries.filter((entry) => entry.because.some(({ kind }) => kind !== 'search'));
      expect(
        others.map(({ id }) => id),
        `after ${n} steps`,
      ).toEqual(await expected(rows));
      const all = rows.find({ status: 'Active' }, { projection: { _id: 1 } }).sort({ publishedAt: -1, _id: -1 });
      const newest = (await all.limit(size * minPart).toArray()).map(({ _id }) => _id);
      for (const key of sources.search) {
        const search = { ...searchOfKey(key), sort: 'Newest' as const };
        const { ids } = await index.find(search, { after: null, limit: 500, needsAll: true });
        const shown = entries.filter((entry) => bySearch(entry).includes(key)).map(({ bike }) => bike.id);
        expect(ids, `${key} after ${n} steps`).toEqual(expect.arrayContaining(shown));
        expect(shown, `${key} after ${n} steps`).toEqual(
          expect.arrayContaining(ids.filter((id) => newest.includes(id))),
        );
        foundBySearch += shown.length;
      }
      const since = entries[Math.floor(entries.length / 2)] ?? expect.fail();
      const later = entries.filter(({ at }) => at > since.at);
      expect((await feed.since(me, new Date(since.at), 500)).map(({ id }) => id)).toEqual(later.map(({ id }) => id));
    }
  }
  expect(foundBySearch).toBeGreaterThan(100);
});
