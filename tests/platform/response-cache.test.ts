import { beforeEach, expect, test } from 'vitest';
import { type CachedResponse, ResponseCache } from '#api/platform/response-cache.ts';

let cache: ResponseCache;
let made: string[];
beforeEach(() => {
  cache = new ResponseCache({ now: () => new Date(0), maxAgeMs: 60_000 });
  made = [];
});

const answerOf = (bytes: number): CachedResponse => {
  return { status: 200, tag: '""', headers: {}, body: new Uint8Array(bytes), styleHashes: [] };
};
const ask = (key: string, bytes = 10) =>
  cache.get(key, async () => {
    made.push(key);
    return answerOf(bytes);
  });
/** The keys that are not cached. */
const goneOf = async (...keys: string[]) => {
  made = [];
  for (const key of keys) await ask(key);
  return made;
};

test('frequently requested replies stay cached, however many others are requested once or a few times', async () => {
  for (let n = 0; n < 5; n += 1) await ask('home');
  for (let n = 0; n < 10_000; n += 1) await ask(`${n}`);
  for (let n = 0; n < 2_000; n += 1) for (let times = 0; times < 4; times += 1) await ask(`again ${n}`);
  expect(await goneOf('home')).toEqual([]);
  expect(await goneOf('0', '9999')).toEqual(['0', '9999']);
});

test('the cache holds at most 32 MB, and a reply that is too large evicts nothing', async () => {
  const large = Array.from({ length: 40 }, (_, n) => `large ${n}`);
  for (let times = 0; times < 2; times += 1) await ask('home');
  for (const key of large) await ask(key, 1024 * 1024);
  expect((await goneOf('home', ...large.slice(-31))).length).toBe(0);
  expect(await goneOf('large 0')).toEqual(['large 0']);
  await ask('giant', 40 * 1024 * 1024);
  expect(await goneOf('home', 'giant')).toEqual(['giant']);
});

test('keys never collide', async () => {
  for (const key of ['__proto__', 'constructor', 'hasOwnProperty', 'then']) {
    expect((await ask(key))?.status).toBe(200);
    expect(await goneOf(key)).toEqual([]);
  }
});

test('a failed reply is made again for the next caller', async () => {
  await expect(cache.get('home', () => Promise.reject(new Error('No.')))).rejects.toThrow('No.');
  expect(await cache.get('home', async () => null)).toBeNull();
  expect(await goneOf('home')).toEqual(['home']);
});

test('an alias leads to a cached reply, also one made since, and to none that is still being made', async () => {
  await ask('home');
  expect(cache.ready('/')).toBeNull();
  cache.lead('/', 'home');
  expect(cache.ready('/')?.status).toBe(200);
  cache.forget();
  expect(cache.ready('/')).toBeNull();
  const making = ask('home');
  expect(cache.ready('/')).toBeNull();
  await making;
  expect(cache.ready('/')?.status).toBe(200);
  cache.lead(`/?${'x'.repeat(300)}`, 'home');
  expect(cache.ready(`/?${'x'.repeat(300)}`)).toBeNull();
  for (let n = 0; n < 1_000; n += 1) cache.lead(`/?${n}`, 'home');
  expect(['/', '/?0', '/?999'].map((way) => cache.ready(way)?.status)).toEqual([undefined, 200, 200]);
});
