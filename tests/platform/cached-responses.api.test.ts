import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Db } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { type BikeCard, deleteBike, listOwnBikes, listRecentBikes } from '#contract/bikes.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { sitemapPath } from '#contract/sharing.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let app: TestApp;
let watched: WatchedDatabase;
let member: TestBrowser;
let bikeId: Id;
/** Runs between the app and its reads of bikes and comments. */
let between = (run: () => Promise<unknown>, _command: string) => run();
/** Milliseconds by which the site's clock is ahead. */
let later = 0;
beforeAll(async () => {
  app = await TestApp.open(
    {},
    {
      now: () => new Date(Date.now() + later),
      still: true,
      through: (database) => {
        watched = new WatchedDatabase(database);
        return interposed(watched.db, ['bikes', 'comments'], (command, run) => between(run, command));
      },
    },
  );
  member = await app.join('rider');
});
afterAll(async () => {
  await app.close();
  await watched.close();
});
beforeEach(async () => {
  between = (run) => run();
  bikeId = (await strangeBike(watched.db, 'Cross-Check')).id;
});

const recent = pathOf(listRecentBikes, {});
const search = (keywords: string) => pathOf(searchBikes, {}, { keywords });
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers });
const textOf = async (path: string, headers?: Record<string, string>) => (await ask(path, headers)).text();
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
/** The database reads for these paths. */
const readsOf = async (...paths: string[]) =>
  (
    await watched.during(async () => {
      for (const path of paths) await textOf(path);
    })
  ).commands;
const shown = async () => (JSON.parse(await textOf(recent)).data.items as BikeCard[]).find(({ id }) => id === bikeId);

describe('a public reply', () => {
  test('is read from the database once, whatever the order and the unknown parameters in its URL', async () => {
    const paths = [
      recent,
      pathOf(getBike, { bikeId }),
      pathOf(listComments, { bikeId }),
      `${search('cross')}&category=Gravel`,
    ];
    const first = await Promise.all(paths.map((path) => textOf(path)));
    const again = [...paths.slice(0, 3), pathOf(searchBikes, {}, { category: 'Gravel', keywords: 'cross' })];
    expect(await readsOf(...again, ...again.map((path) => `${path}${path.includes('?') ? '&' : '?'}fbclid=1`))).toEqual(
      [],
    );
    expect(await Promise.all(again.map((path) => textOf(path)))).toEqual(first);
  });

  test('is made once for concurrent callers', async () => {
    const { commands } = await watched.during(() => Promise.all(Array.from({ length: 30 }, () => textOf(recent))));
    expect(commands).toEqual(['find bikes']);
  });

  test('shows a write at once', async () => {
    expect((await shown())?.counts.likes).toBe(0);
    await member.call(likeBike, { params: { bikeId } });
    // Lists count a like a moment after its answer.
    await app.idle();
    expect((await shown())?.counts.likes).toBe(1);
    await member.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Lovely.' } });
    expect((await shown())?.counts.comments).toBe(1);
    expect(await textOf(pathOf(listComments, { bikeId }))).toContain('Lovely.');
  });

  test('shows a write at once in concurrent searches of different order', async () => {
    await app.runJob('bikes in memory');
    for (let n = 0; n < 5; n += 1) {
      const { id } = await strangeBike(watched.db, 'Ogre');
      const paths = (['Newest', 'Popular', 'BestMatch'] as const).map((sort) => pathOf(searchBikes, {}, { sort }));
      const answers = await Promise.all(paths.map((path) => textOf(path)));
      expect(answers.map((text) => text.includes(id))).toEqual([true, true, true]);
    }
  });

  test("shows a job's writes", async () => {
    await textOf(recent);
    const liked = { _id: `${bikeId}:fan`, bikeId, userId: 'fan', at: new Date() };
    await app.db.collection('likes').insertOne(liked as never);
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $unset: { tally: '' } });
    await app.db.collection('notes').deleteMany({});
    await app.runJob('numbers of bikes');
    expect((await shown())?.counts.likes).toBe(1);
  });

  test('is not cached when a write happened while it was made', async () => {
    let read = () => {};
    const reading = new Promise<void>((resolve) => {
      read = resolve;
    });
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    between = async (run) => {
      const found = await run();
      read();
      await gate;
      return found;
    };
    const late = textOf(pathOf(getBike, { bikeId }));
    await reading;
    between = (run) => run();
    await member.call(likeBike, { params: { bikeId } });
    go();
    expect(JSON.parse(await late).data.counts.likes).toBe(0);
    expect(JSON.parse(await textOf(pathOf(getBike, { bikeId }))).data.counts.likes).toBe(1);
  });

  test('shows also the effect of a write that failed half way', async () => {
    const comments = pathOf(listComments, { bikeId });
    await textOf(comments);
    between = async (run, command) => {
      if (command !== 'comments.insertOne') return run();
      await run();
      throw new Error('The database went away.');
    };
    const sent = await member.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Half way.' } });
    expect(sent.status).toBe(500);
    expect(await textOf(comments)).toContain('Half way.');
  });

  test('stays cached through refused writes, log-ins and sign-outs', async () => {
    await textOf(recent);
    const writes = [
      ['POST', '/api/v1/account/login', '{"identifier":"rider","password":"wrong"}'],
      ['POST', '/api/v1/account/signup', '{}'],
      ['POST', '/api/v1/account/signout', ''],
      ['PUT', `/api/v1/bikes/${bikeId}/like`, ''],
      ['DELETE', `/api/v1/bikes/${bikeId}`, ''],
      ['POST', '/api/v1/nowhere', ''],
    ] as const;
    for (const [method, path, body] of writes) {
      const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
      await app.request(path, { method, headers, ...(body && { body }) });
    }
    expect(await readsOf(recent)).toEqual([]);
  });
});

describe('a cached reply', () => {
  test('is the same for members and visitors', async () => {
    const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ');
    const first = await textOf(recent, { cookie });
    expect(await textOf(recent)).toBe(first);
    expect((await ask(recent, { cookie })).headers.getSetCookie()).toEqual([]);
    expect((await ask(pathOf(listOwnBikes, {}))).status).toBe(401);
    expect((await member.call(listOwnBikes)).status).toBe(200);
    expect((await ask(pathOf(listOwnBikes, {}))).status).toBe(401);
  });

  test.each([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['deflate', 'deflate'],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', null],
    ['identity', null],
    ['br;q=0', null],
    ['brotli, xbr', null],
    ['', null],
    [';;;,,,q=', null],
  ])('goes to a client accepting "%s" as %s', async (accepted, encoding) => {
    for (let n = 0; n < 20; n += 1) await strangeBike(watched.db, `Ogre ${n}`);
    const plain = await textOf(recent);
    const answer = await ask(recent, { 'accept-encoding': accepted });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    const bytes = await bytesOf(answer);
    const open =
      { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }[String(encoding)] ??
      ((same: Buffer) => same);
    expect(open(bytes).toString()).toBe(plain);
  });

  test('answers 304 to a client that has it, with one ETag for each encoding', async () => {
    for (let n = 0; n < 20; n += 1) await strangeBike(watched.db, `Ogre ${n}`);
    const [plain, packed] = [await ask(recent), await ask(recent, { 'accept-encoding': 'br' })];
    const tags = [plain, packed].map(({ headers }) => headers.get('etag') ?? '');
    expect(new Set(tags).size).toBe(2);
    const again = await ask(recent, { 'if-none-match': `W/${tags[0]}, "other"` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('x-headbadge')).toBeTruthy();
    expect((await ask(recent, { 'if-none-match': tags[1] ?? '' })).status).toBe(200);
    await member.call(likeBike, { params: { bikeId } });
    await app.idle();
    expect((await ask(recent, { 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  });

  test('has every standard header, and its own request id each time', async () => {
    const answers = [
      await ask(recent),
      await ask(recent),
      await ask(recent, {}, 'HEAD'),
      await ask(recent, { range: 'bytes=0-9' }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers.get('x-headbadge')).toBeTruthy();
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(4);
    expect(await (answers[2] as Response).text()).toBe('');
  });

  test('is made once for an address that is spelled like its route', async () => {
    const named = Object.keys(app.cacheDependencies).filter(
      (route) => route.startsWith('/api/') && route.includes(':'),
    );
    for (const route of named) {
      for (const headers of [undefined, { 'accept-encoding': 'br' }])
        expect([route, (await ask(route, headers)).status]).toEqual([route, expect.toSatisfy((s: number) => s < 500)]);
    }
    expect(named.length).toBeGreaterThan(5);
  });

  test('is the same whichever path serves it', async () => {
    for (let n = 0; n < 20; n += 1) await strangeBike(watched.db, `Ogre ${n}`);
    const reader = { 'accept-encoding': 'gzip' };
    const tag = (await ask(recent, reader)).headers.get('etag') ?? '';
    for (const asked of [reader, { ...reader, 'if-none-match': tag }]) {
      const replies: string[] = [];
      for (let times = 0; times < 4; times += 1) {
        const answer = await ask(recent, asked);
        const carried = [...answer.headers].filter(([name]) => name !== 'x-request-id');
        replies.push(JSON.stringify([answer.status, carried, (await bytesOf(answer)).toString('base64')]));
      }
      expect(new Set(replies).size).toBe(1);
    }
  });

  test('counts toward the rate limit of its call', async () => {
    const replies: number[] = [];
    for (let times = 0; times <= 300; times += 1) replies.push((await ask(sitemapPath())).status);
    expect(new Set(replies.slice(0, 300))).toEqual(new Set([200]));
    expect(replies[300]).toBe(429);
  });

  test('is no refusal: a new bike is visible, a deleted one is gone', async () => {
    const id = newId();
    const path = pathOf(getBike, { bikeId: id });
    expect((await ask(path)).status).toBe(404);
    const rows = app.db.collection<{ _id: string }>('bikes');
    const row = await rows.findOne({ _id: bikeId });
    await rows.insertOne({ ...row, _id: id });
    expect((await ask(path)).status).toBe(200);
    for (const name of ['__proto__', 'constructor', 'toString', 'x'.repeat(5000)]) {
      expect((await ask(`/api/v1/bikes/${name}`)).status).toBe(404);
      expect((await ask(`${recent}?${name}=1`)).status).toBe(200);
      expect((await ask(`${recent}?limit=${name}`)).status).toBe(422);
    }
    expect((await member.call(deleteBike, { params: { bikeId } })).status).toBe(403);
  });

  test('the figures, asked just before and after a write, show it three seconds later', async () => {
    const figures = pathOf(getSiteFigures, {});
    const bikesNow = async () => JSON.parse(await textOf(figures)).data.bikes;
    const before = await bikesNow();
    await strangeBike(watched.db, 'Straggler');
    await textOf(figures);
    later = 3_001;
    expect(await bikesNow()).toBe(before + 1);
    later = 0;
  });

  test("expires after a minute, so that another process's writes are seen", async () => {
    await textOf(recent);
    const elsewhere: Db = app.db;
    await elsewhere.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { model: 'Elsewhere' } });
    expect((await shown())?.model).toBe('Cross-Check');
    later = 60_001;
    expect((await shown())?.model).toBe('Elsewhere');
    later = 0;
  });
});
