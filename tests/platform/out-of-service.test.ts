import { MongoServerError } from 'mongodb';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { isOutOfService } from '#api/platform/mongo.ts';
import { isDiskFull, isReady } from '#api/platform/readiness.ts';
import { login } from '#contract/accounts.ts';
import { getBike } from '#contract/bike-whole.ts';
import { listPopularBikes } from '#contract/bikes.ts';
import { apiBase, pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { HungDatabase } from '#tests/kit/hung-database.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

/** Time limits in milliseconds of an operation, and of a reply that needs several. */
const [operation, answer] = [800, 5_000];

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

function logLines() {
  const texts: string[] = [];
  const lines: Record<string, unknown>[] = [];
  const write = (text: string) => {
    texts.push(text);
    lines.push(JSON.parse(text));
  };
  return { texts, lines, log: pino({ level: 'info', base: null }, { write }) };
}

test('while the database hangs every request is refused in time with Retry-After, and succeeds afterwards', async () => {
  const hung = await HungDatabase.open(database, operation);
  const app = await TestApp.open({}, { database, through: () => hung.mongo.db, still: true });
  try {
    const member = await app.join('rider');
    const { id: bikeId } = await strangeBike(database.db, 'Ogre');
    const paths = [pathOf(listPopularBikes, {}), pathOf(getBike, { bikeId }), photoPath(newId(), 320)];
    hung.hang();
    const start = performance.now();
    const stranger = new TestBrowser(app);
    const [ready, lists, written, loggedIn] = await Promise.all([
      app.request('/readyz'),
      Promise.all(paths.map((path) => app.request(path))),
      member.call(likeBike, { params: { bikeId } }),
      stranger.call(login, { body: { identifier: 'rider', password: 'winding mountain roads' } }),
    ]);
    expect(performance.now() - start).toBeLessThan(answer);
    expect(await ready.json()).toEqual({ status: 'unavailable' });
    for (const { status, headers } of [ready, ...lists, written, loggedIn])
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect([written, loggedIn].map((one) => one.answer.error?.code)).toEqual(['unavailable', 'unavailable']);
    hung.goOn();
    await until(async () => expect((await app.request('/readyz')).status).toBe(200));
    expect((await member.call(likeBike, { params: { bikeId } })).status).toBe(200);
  } finally {
    await app.close();
    await hung.close();
  }
});

test('a batch of inserts that loses its connection can be retried later', async () => {
  const hung = await HungDatabase.open(database, operation);
  try {
    const rows = hung.mongo.db.collection<{ _id: string }>('batched');
    const inserter = new BatchInserter(rows);
    expect(await inserter.put({ _id: newId() })).toBe(true);
    hung.hang();
    const outcomes = await Promise.allSettled([inserter.put({ _id: newId() }), inserter.put({ _id: newId() })]);
    const reasons = outcomes.map((one) => (one.status === 'rejected' ? one.reason : null));
    expect(reasons.map(isOutOfService)).toEqual([true, true]);
    expect(reasons.map((reason) => reason?.constructor.name)).toEqual(['MongoBulkWriteError', 'MongoBulkWriteError']);
  } finally {
    await hung.close();
  }
});

test("a write that the database's full disk refuses can be retried later, and the log has the cause", async () => {
  const { texts, lines, log } = logLines();
  const full = new MongoServerError({ message: 'The disk is full: nothing was written', code: 14_031 });
  const through = () => interposed(database.db, ['likes'], () => Promise.reject(full));
  const app = await TestApp.open({}, { database, through, log, still: true });
  try {
    const member = await app.join('another');
    const { id: bikeId } = await strangeBike(database.db, 'Ogre');
    const { status, headers, answer } = await member.call(likeBike, { params: { bikeId } });
    expect([status, headers.get('retry-after'), answer.error?.code]).toEqual([503, '5', 'unavailable']);
  } finally {
    await app.close();
  }
  const [failure, request] = lines.slice(-2);
  expect(failure).toMatchObject({ msg: 'out of service', err: { code: 14_031 } });
  expect(request).toMatchObject({ msg: 'request', route: apiBase + likeBike.path, status: 503 });
  expect(texts.filter((text) => text.split('"requestId"').length > 2)).toEqual([]);
});

test('the site is not ready while its disk is full', async () => {
  const { lines, log } = logLines();
  const asked = { db: database.db, dataDir: database.folder, log };
  expect(await isReady(asked)).toBe(true);
  expect(await isReady({ ...asked, minFree: Number.MAX_SAFE_INTEGER })).toBe(false);
  expect(lines).toMatchObject([{ event: 'site.not-ready', databaseAnswers: true, diskIsFull: true }]);
  expect([await isDiskFull(database.folder), await isDiskFull('/nowhere')]).toEqual([false, false]);
});
