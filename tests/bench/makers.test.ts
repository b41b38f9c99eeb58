/** @module-tag nightly */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { AnyBulkWriteOperation } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { MakerBikesStore } from '#api/features/bikes/bikes.of-maker.store.ts';
import { RelatedStore } from '#api/features/bikes/bikes.related.store.ts';
import type { BikeRow } from '#api/features/bikes/bikes.store.ts';
import { MakerFold } from '#api/features/makers/makers.fold.ts';
import { MakerNameStore } from '#api/features/makers/makers.names.store.ts';
import { MakerNames } from '#api/features/makers/makers.names.ts';
import { MakerService } from '#api/features/makers/makers.service.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { fill } from './search/fill.ts';
import { chance, generatedBike } from './search/generated-bikes.ts';

/** MAKERS_BENCH=100000 sets the number of bikes and prints the times; without it only large regressions fail. */
const asked = Number(process.env.MAKERS_BENCH ?? 0);
const bikes = asked || 2000;
const rounds = asked ? 100 : 15;
const hours = 3_600_000;
/** Where bikes are kept for the next run. */
const cachedAt = process.env.BENCH_DATA;
const fold = new MakerFold();

/** Parts that the generated bikes lack, so that each has ten. */
const morePairs = [
  ['Stem', 'Thomson Elite'],
  ['Seatpost', 'Thomson Masterpiece'],
  ['Chain / Belt', 'KMC X11'],
  ['Brakes', 'Paul Klamper'],
  ['Bottom bracket', 'Phil Wood Outboard'],
] as const;

/** Gives each bike further parts, and some of them a build history. */
async function addParts(db: Awaited<ReturnType<typeof openMongo>>['db']): Promise<number> {
  const rows = db.collection<BikeRow>('bikes');
  const random = chance(11);
  let [last, parts] = ['', 0];
  for (let isMore = true; isMore; ) {
    const batch = await rows
      .find({ _id: { $gt: last } }, { projection: { brand: 1, model: 1, components: 1, year: 1 } })
      .sort({ _id: 1 })
      .limit(500)
      .toArray();
    const writes = batch.map(({ _id, brand, model, components: own }): AnyBulkWriteOperation<BikeRow> => {
      const more = morePairs
        .filter(([slot]) => !own.some((one) => one.slot === slot) && random() < 0.75)
        .map(([slot, text]) => ({ ...own[0], slot, text: `${text} ${random() < 0.2 ? 'Pro' : ''}`.trim() }));
      const components = [...own, ...more] as BikeRow['components'];
      parts += components.length;
      const change = { slot: 'Saddle', before: 'stock', after: 'Brooks B17' } as const;
      const entry = {
        id: _id,
        date: '2026-01-01',
        title: 'New saddle',
        text: '',
        photoIds: [],
        componentChanges: [change],
      };
      const history = random() < 0.3 ? [entry] : [];
      return {
        updateOne: {
          filter: { _id },
          update: { $set: { components, history, ...fold.keysOf({ brand, model, components }) } as never },
        },
      };
    });
    if (writes.length > 0) await rows.bulkWrite(writes, { ordered: false });
    last = batch.at(-1)?._id ?? last;
    isMore = batch.length === 500;
  }
  return parts;
}

async function open() {
  const folder = cachedAt ? join(cachedAt, `makers-${bikes}`) : await mkdtemp(join(tmpdir(), 'headbadge-'));
  await mkdir(folder, { recursive: true });
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const mongo = await openMongo(embedded.url, { dbName: 'headbadge', timeoutMs: 0 });
  const { db } = mongo;
  const isNew = (await db.collection('bikes').estimatedDocumentCount()) < bikes;
  await fill(db, bikes);
  const store = new MakerBikesStore(db);
  await new RelatedStore(db).createIndexes();
  await store.createIndexes();
  const parts = isNew ? await addParts(db) : 0;
  if (asked && isNew) process.stdout.write(`${bikes} bikes have ${parts} parts.\n`);
  const names = new MakerNames(new MakerNameStore(db), () => undefined);
  return { embedded, mongo, db, service: new MakerService({ bikes: store, names, now: () => new Date() }) };
}
let opened: Awaited<ReturnType<typeof open>>;
beforeAll(async () => {
  opened = await open();
}, hours);
afterAll(async () => {
  await opened?.mongo.close();
  await opened?.embedded.close();
});

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

test(`the pages of makers, models and parts of ${bikes} bikes`, { timeout: hours }, async () => {
  const { db, service } = opened;
  const rows = db.collection<BikeRow>('bikes');
  const times = { brand: [], model: [], common: [], rare: [], list: [], parts: [] } as Record<string, number[]>;
  const timed = async (into: string, work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    times[into]?.push(performance.now() - start);
  };
  let before = 0;
  for (let round = 0; round < rounds; round += 1) {
    // The database holds pages of its file then.
    if (round === Math.floor(rounds / 4)) before = megabytes();
    const { brand, model, _id } = generatedBike((round * 7_919) % bikes, bikes);
    const write = () => rows.updateOne({ _id }, { $set: { updatedAt: new Date() }, $inc: { version: 1 } });
    for (const [name, work] of [
      ['brand', () => service.page({ brand })],
      ['model', () => service.page({ brand, model })],
      ['common', () => service.page({ brand: 'Thomson', part: 'Elite' })],
      ['rare', () => service.page({ brand: 'Brooks', part: 'Cambium C17' })],
      ['parts', () => service.page({ brand: 'Shimano' })],
      ['list', () => service.bikes({ brand: 'Thomson', part: 'Elite' })],
    ] as const) {
      await write();
      await timed(name, work);
    }
  }
  const atPart = (of: number[], part: number) => of.toSorted((a, b) => a - b)[Math.floor(of.length * part)] ?? 0;
  for (const [name, of] of Object.entries(times)) {
    const [min, p50, p95] = [0, 0.5, 0.95].map((part) => atPart(of, part).toFixed(1));
    if (asked) process.stdout.write(`Page, ${name}: min ${min}, p50 ${p50}, p95 ${p95} ms of ${of.length}\n`);
  }
  if (asked) process.stdout.write(`Memory: ${(megabytes() - before).toFixed(0)} MB more\n`);
  for (const of of Object.values(times)) expect(atPart(of, 0.95)).toBeLessThan(asked ? 20 : 200);
});
