/** @module-tag nightly */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { RelatedStore } from '#api/features/bikes/bikes.related.store.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { pageSize } from '#contract/list-sizes.ts';
import { modelKeyOf } from '#contract/model-key.ts';
import { fill } from './search/fill.ts';
import { generatedBike, generatedMember } from './search/generated-bikes.ts';

/** FEED_BENCH=100000 sets the number of bikes and prints the times; without it only large regressions fail. */
const asked = Number(process.env.FEED_BENCH ?? 0);
const bikes = asked || 2000;
const rounds = asked ? 100 : 20;
const [members, models, tags] = [500, 50, 20];
const hours = 3_600_000;
/** Where bikes are kept for the next run, see `search/filled-site.ts`. */
const cachedAt = process.env.BENCH_DATA;
const me = generatedMember(0).id;

let opened: Awaited<ReturnType<typeof open>>;
async function open() {
  const folder = cachedAt ? join(cachedAt, String(bikes)) : await mkdtemp(join(tmpdir(), 'headbadge-'));
  await mkdir(folder, { recursive: true });
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const mongo = await openMongo(embedded.url, { dbName: 'headbadge' });
  await fill(mongo.db, bikes);
  const newest = generatedBike(bikes - 1, bikes).publishedAt;
  const stores = { newest: new NewestOfStore(mongo.db, () => newest), follows: new FollowStore(mongo.db) };
  await new RelatedStore(mongo.db).createIndexes();
  for (const store of Object.values(stores)) await store.createIndexes();
  return { ...stores, embedded, mongo };
}
beforeAll(async () => {
  opened = await open();
  const { follows, mongo } = opened;
  await mongo.db.collection('follows').deleteMany({});
  const keys = [
    ...Array.from({ length: members }, (_, n) => ['member', generatedMember(1 + n * 7).id] as const),
    ...Array.from({ length: models }, (_, n) => ['model', modelKeyOf(generatedBike(n * 31, bikes))] as const),
    ...Array.from({ length: tags }, (_, n) => ['tag', `tag-${n}`] as const),
  ];
  for (const [kind, key] of keys) await follows.put({ userId: me, kind, key, name: '', at: new Date() });
}, hours);
afterAll(async () => {
  await opened?.mongo.close();
  await opened?.embedded.close();
});

test(`a page of the feed of a member who follows ${members} members among ${bikes} bikes`, {
  timeout: hours,
}, async () => {
  const { newest, follows } = opened;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    let cursor: string | undefined;
    for (let page = 0; page < 3; page++) {
      const start = performance.now();
      const { items, next } = await newest.list(await follows.sourcesOf(me), pageSize, cursor);
      times.push(performance.now() - start);
      expect(items).toHaveLength(pageSize);
      cursor = next ?? undefined;
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)] ?? 0);
  if (asked) process.stdout.write(`Feed of ${bikes} bikes: p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms\n`);
  expect(p95).toBeLessThan(asked ? 20 : 200);
});
