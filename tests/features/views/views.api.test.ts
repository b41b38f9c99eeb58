import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { type BikeCard, listRecentBikes } from '#contract/bikes.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { viewBike } from '#contract/views.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { storedCounters, uncountedChanges } from '#tests/kit/counters.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

const sweep = 'numbers of bikes';
const hour = 3_600_000;
const env = { TRUSTED_PROXIES: '127.0.0.0/8' };
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

let app: TestApp;
let watched: WatchedDatabase;
let bikeId: Id;
/** Milliseconds by which the site's clock is ahead. */
let later = 0;
/** A new network for each test, so that tests do not share rate limits. */
let home = '192.0.2.0';
const now = () => new Date(Date.now() + later);
beforeAll(async () => {
  const through = (database: TestApp['database']) => {
    watched = new WatchedDatabase(database);
    return watched.db;
  };
  app = await TestApp.open(env, { now, through, still: true });
});
beforeEach(async () => {
  later = 0;
  home = `192.0.2.${Number(home.split('.')[3]) + 1}`;
  for (const name of ['limits', 'views']) await app.db.collection(name).deleteMany({});
  bikeId = (await strangeBike(app.db, 'Cross-Check')).id;
});
afterAll(async () => {
  await app.close();
  await watched.close();
});

type From = { address?: string; agent?: string; headers?: Record<string, string>; to?: TestApp; as?: TestBrowser };
const look = ({ address = home, agent = firefox, headers = {}, to = app, as }: From = {}) =>
  (as?.with(to) ?? new TestBrowser(to)).call(viewBike, {
    params: { bikeId },
    headers: { 'User-Agent': agent, 'X-Forwarded-For': address, ...headers },
  });
/** Another process of the same site. */
const processWith = (interpose: Interposer) =>
  TestApp.open(env, {
    ...{ now, still: true, database: app.database },
    through: ({ db }) => interposed(db, ['bikes', 'views'], interpose),
  });
const counted = async () => {
  await app.runJob(sweep);
  return (await storedCounters(app.db, bikeId)).views;
};
const addressOf = (n: number) => `10.0.${n >> 8}.${n & 255}`;

describe('a view', () => {
  test('is counted once for each viewer within an hour, and again after it', async () => {
    for (const _ of [1, 2, 3]) expect((await look()).status).toBe(200);
    await look({ address: '203.0.113.2' });
    expect(await counted()).toBe(2);
    later = hour - 1000;
    await look();
    expect(await counted()).toBe(2);
    later = hour + 1000;
    await look();
    await look();
    expect(await counted()).toBe(3);
  });

  test('is counted once for a member on all devices, and changes no rank', async () => {
    const member = await app.join('viewer');
    const before = await storedCounters(app.db, bikeId);
    await look({ as: member });
    await look({ as: member, address: '198.51.100.7', agent: `${firefox} Chrome/150.0` });
    expect(await counted()).toBe(1);
    expect(await storedCounters(app.db, bikeId)).toEqual({ ...before, views: 1 });
  });

  test('is not counted for the owner, even with an expired access token', async () => {
    const { browser, user } = await app.member('olga');
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { owner: user } });
    expect((await look({ as: browser })).status).toBe(200);
    browser.cookies.delete('access');
    expect((await look({ as: browser })).answer.error?.code).toBe('unauthenticated');
    expect(await counted()).toBe(0);
  });

  test.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/150.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Chrome/150.0.0.0 Mobile Safari/537.36 (compatible; Googlebot/2.1)',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (Macintosh) AppleWebKit/600.2.5 (KHTML, like Gecko) Version/8.0.2 Safari/600.2.5 (Applebot/0.1)',
    'curl/8.9.1',
    'python-requests/2.32',
    '',
  ])('is not counted for the robot "%s"', async (agent) => {
    expect((await look({ agent })).status).toBe(200);
    expect(await counted()).toBe(0);
  });

  test('is not counted for a prefetched page', async () => {
    await look({ headers: { 'Sec-Purpose': 'prefetch;prerender' } });
    expect(await counted()).toBe(0);
  });

  test('is not multiplied by forged headers, nor by several addresses of one household', async () => {
    for (let n = 0; n < 60; n++) {
      await look({
        address: `2001:db8::${n.toString(16)}`,
        agent: `Mozilla/5.0 (X11; Linux; ${n}) Gecko Firefox/${n}.0`,
        headers: { Cookie: `visitor=${n}`, 'Accept-Language': `x-${n}` },
      });
    }
    expect(await counted()).toBe(1);
  });

  test("is not multiplied by changing the browser's name", async () => {
    const browsers = ['Edg/150.0', 'OPR/120.0', 'Vivaldi/7.0', 'YaBrowser/25.0', 'Firefox/150.0', 'Chrome/150.0'];
    const systems = ['Windows NT 10.0', 'X11; Linux x86_64', 'Macintosh', 'X11; CrOS', 'Linux; Android 16', 'iPhone'];
    for (const system of systems)
      for (const browser of browsers) await look({ agent: `Mozilla/5.0 (${system}) ${browser}` });
    // A phone and a computer.
    expect(await counted()).toBe(2);
  });

  test('stops counting for a network that has sent very many', async () => {
    const statuses = new Set<number>();
    for (let n = 0; n < 601; n++) statuses.add((await look()).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});

describe('the number of views', () => {
  test('is exact with many concurrent views, in two processes that count concurrently', async () => {
    const other = await processWith((_, run) => run());
    const all = Array.from({ length: 200 }, (_, n) => ({ address: addressOf(n % 150), to: n % 2 ? app : other }));
    await Promise.all([...all.map(look), app.runJob(sweep), other.runJob(sweep)]);
    await Promise.all([app.runJob(sweep), other.runJob(sweep)]);
    expect(await counted()).toBe(150);
    expect(await uncountedChanges(app.db)).toBe(0);
    await other.close();
  });

  test.each(['before', 'after'] as const)('is exact when a process dies %s each step', async (when) => {
    let steps = 0;
    for (let died = true; died; steps++) {
      bikeId = (await strangeBike(app.db, 'Cross-Check')).id;
      let left = Number.POSITIVE_INFINITY;
      const dying = await processWith(async (command, run) => {
        if (left <= 0) throw new Error('this process is dead');
        left--;
        if (left > 0) return run();
        if (when === 'after') await run();
        throw new Error(`died ${when} ${command}`);
      });
      left = steps + 1;
      const at = { to: dying, address: addressOf(steps) };
      const ok = (await look(at)).status === 200 && (await look(at)).status === 200;
      if (ok) await dying.runJob(sweep).catch(() => undefined);
      died = left <= 0;
      left = Number.POSITIVE_INFINITY;
      await dying.close();
      await look({ address: addressOf(steps) });
      expect(await counted(), `step ${steps + 1}`).toBe(1);
      expect(await uncountedChanges(app.db)).toBe(0);
    }
    expect(steps).toBeGreaterThan(5);
  });

  test('is exact when a finished step is repeated long after', async () => {
    const repeats: (() => Promise<unknown>)[] = [];
    const slow = await processWith((command, run) => {
      if (/update(One|Many)$/.test(command)) repeats.push(run);
      return run();
    });
    await look();
    await slow.runJob(sweep);
    later = hour + 1000;
    await look();
    for (const run of repeats.toReversed()) await run();
    expect(await counted()).toBe(2);
    for (const run of repeats) await run();
    expect(await counted()).toBe(2);
    await slow.close();
  });

  test("is exact beside concurrent likes, and starts at an older bike's number", async () => {
    const fan = await app.join('fan');
    await app.db
      .collection('bikes')
      .updateOne({ _id: bikeId as never }, { $set: { 'counts.views': 40 }, $unset: { tally: '' } });
    await look();
    await fan.call(likeBike, { params: { bikeId } });
    await app.idle();
    expect(await counted()).toBe(41);
    expect((await storedCounters(app.db, bikeId)).likes).toBe(1);
  });

  test('costs the same to update however many there are', async () => {
    const costOf = async (address: string) => {
      const viewCommands = await watched.during(() => look({ address }));
      const sweepCommands = await watched.during(() => app.runJob(sweep));
      return [viewCommands.commands, sweepCommands.commands, sweepCommands.documents];
    };
    await costOf('192.0.2.50');
    const few = await costOf('192.0.2.51');
    const rows = Array.from({ length: 5000 }, (_, n) => ({ viewer: `v${n}`, expires: new Date(Date.now() + hour) }));
    await app.db.collection('views').insertMany(rows);
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { 'counts.views': 1_000_000 } });
    expect(await costOf('192.0.2.52')).toEqual(few);
  });

  test('of an erased bike is deleted', async () => {
    await look();
    await app.db.collection('bikes').deleteOne({ _id: bikeId as never });
    await app.runJob(sweep);
    expect(await uncountedChanges(app.db)).toBe(0);
  });
});

test('the stored view identifies nobody, and is deleted within an hour after it is counted', async () => {
  const member = await app.member('reader');
  await look();
  await look({ as: member.browser });
  await counted();
  const rows = await app.db.collection('views').find().toArray();
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual(['_id', 'expires', 'viewer']);
    expect(row.expires.getTime()).toBeLessThanOrEqual(Date.now() + hour);
  }
  const { key, expireAfterSeconds } =
    (await app.db.collection('views').indexes()).find((index) => 'expireAfterSeconds' in index) ?? {};
  expect([key, expireAfterSeconds]).toEqual([{ expires: 1 }, 0]);
  const bike = await app.db.collection('bikes').findOne({ _id: bikeId as never });
  for (const fields of [home, 'Firefox', member.user.id, 'reader', bikeId])
    expect(JSON.stringify(rows)).not.toContain(fields);
  // The bike outlives the row, and must not contain its last viewer.
  for (const { viewer } of rows) expect(JSON.stringify(bike)).not.toContain(viewer);
});

test('a view invalidates no cache, and appears a minute after it is counted', async () => {
  const paths = [pathOf(listRecentBikes, {}), pathOf(getBike, { bikeId })];
  const read = async () => {
    const [list, bike] = await Promise.all(paths.map(async (path) => (await app.request(path)).json()));
    const card = (list.data.items as BikeCard[]).find(({ id }) => id === bikeId);
    return [card?.counts.views, bike.data.counts.views];
  };
  expect(await read()).toEqual([0, 0]);
  await look();
  await app.runJob(sweep);
  const { commands } = await watched.during(async () => expect(await read()).toEqual([0, 0]));
  expect(commands).toEqual([]);
  later = 60_001;
  expect(await read()).toEqual([1, 1]);
});
