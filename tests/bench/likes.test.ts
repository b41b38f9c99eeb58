/** @module-tag nightly */
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRecentBikes } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { p99 } from './embedded/measure.ts';

/** LIKES_BENCH=100000 sets the number of likes and prints a table; without it only large regressions fail. */
const asked = Number(process.env.LIKES_BENCH ?? 0);
const many = asked || 5000;
const few = 10;
const members = asked ? 32 : 8;
const rounds = asked ? 40 : 8;
const visitors = 2;
const atOnce = 1000;
const hours = 3_600_000;

let database: TestDatabase;
let app: TestApp;
let people: TestBrowser[];
let bikes: { likes: number; id: Id }[];
beforeAll(async () => {
  database = await TestDatabase.open({ isAlone: true });
  app = await TestApp.open({}, { database });
  for (people = []; people.length < members; await forgetLimits()) {
    const next = Array.from({ length: 8 }, (_, i) => app.join(`fan${people.length + i}`));
    people.push(...(await Promise.all(next)));
  }
  for (let i = 0; i < 24; i++) await strangeBike(app.db, `Bike ${i}`);
  bikes = [await likedBike(few), await likedBike(many)];
}, hours);
afterAll(async () => {
  await app.close();
  await database.close();
});

/** No real member signs up or likes this often. */
const forgetLimits = () => app.db.collection('limits').deleteMany({});

/** Creates a bike with the given number of likes. */
async function likedBike(likes: number) {
  const { id } = await strangeBike(app.db, 'Cross-Check');
  type Row = { _id: string; bikeId: string; userId: string; at: Date };
  for (let n = 0; n < likes; n += atOnce) {
    const rows = Array.from({ length: Math.min(atOnce, likes - n) }, (_, i): Row => {
      const userId = `u${n + i}`;
      return { _id: `${id}:${userId}`, bikeId: id, userId, at: new Date(Date.now() - (n + i) * 60_000) };
    });
    await app.db.collection<Row>('likes').insertMany(rows);
  }
  await app.db.collection<{ _id: string; tally?: unknown }>('bikes').updateOne({ _id: id }, { $unset: { tally: '' } });
  const first = await timed(() => app.runJob('numbers of bikes'));
  await app.db.collection('notes').deleteMany({});
  if (asked) process.stdout.write(`counted for the first time with ${likes} likes: ${first.toFixed(0)} ms\n`);
  return { likes, id };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Figures = { alone: number[]; concurrent: number[]; others: number[] };
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const set = async (browser: TestBrowser, bikeId: Id, liked: boolean) =>
  expect((await browser.call(liked ? likeBike : unlikeBike, { params: { bikeId } })).status).toBe(200);

/** Likes and unlikes: one member alone, then all of them concurrently while visitors read the newest bikes. */
async function round(bikeId: Id, { alone, concurrent, others }: Figures): Promise<void> {
  await forgetLimits();
  const [first = new TestBrowser(app)] = people;
  for (const liked of [true, false]) alone.push(await timed(() => set(first, bikeId, liked)));
  let busy = true;
  const looking = Array.from({ length: visitors }, async () => {
    const visitor = new TestBrowser(app);
    while (busy) {
      others.push(await timed(() => visitor.call(listRecentBikes, { query: { limit: 24 } })));
      // Cached reads do not yield to the event loop, which the likes need.
      await setImmediate();
    }
  });
  for (const liked of [true, false]) {
    await Promise.all(people.map(async (one) => concurrent.push(await timed(() => set(one, bikeId, liked)))));
  }
  busy = false;
  await Promise.all(looking);
}

test(`liking a bike with ${many} likes takes no longer than one with ${few}, for the member and for everyone else`, {
  timeout: hours,
}, async () => {
  const figures = bikes.map((): Figures => ({ alone: [], concurrent: [], others: [] }));
  for (let i = 0; i < rounds; i++) {
    for (const [at, { id }] of bikes.entries()) await round(id, figures[at] as Figures);
  }
  if (asked) {
    for (const [at, { alone, concurrent, others }] of figures.entries()) {
      const line = Object.entries({ alone, [`${members} at once`]: concurrent, 'others meanwhile': others });
      const text = line.map(([name, times]) => `${name} ${median(times).toFixed(1)} / ${p99(times).toFixed(1)}`);
      process.stdout.write(`${bikes[at]?.likes} likes, ms median / p99: ${text.join(', ')}\n`);
    }
  }
  const [small, large] = figures as [Figures, Figures];
  for (const kind of ['alone', 'concurrent', 'others'] as const) {
    expect(median(large[kind]) / median(small[kind]), kind).toBeLessThan(3);
  }
  if (asked) expect(p99(large.others) / p99(small.others)).toBeLessThan(4);
});
