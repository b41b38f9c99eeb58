import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, test } from 'vitest';
import { nothingInline } from '#api/platform/http/security-headers.ts';
import { type CachedResponse, ResponseCache } from '#api/platform/response-cache.ts';

const dependencies = {
  '/static': [],
  '/bikes/:bikeId': [{ collection: 'bikes', field: '_id', param: 'bikeId' }],
  '/bikes': [{ collection: 'bikes' }],
  '/members/:userId': [{ collection: 'bikes', field: 'owner.id', param: 'userId' }],
  '/figures': [{ collection: 'bikes', mayBeStale: true as const }],
  '/ranking': [{ collection: 'rankings', maxAgeMs: 1_000 }],
};
let cache: ResponseCache;
let made: string[];
let now: number;
beforeEach(() => {
  now = 0;
  cache = new ResponseCache({ now: () => new Date(now), maxAgeMs: 60_000, dependencies });
  made = [];
});

const answerOf = (bytes: number): CachedResponse => {
  return { status: 200, tag: '""', route: '/', headers: {}, body: new Uint8Array(bytes), inline: nothingInline };
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
  cache.clear();
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

const routes = {
  static: '/static',
  list: '/bikes',
  figures: '/figures',
  ranking: '/ranking',
  unknown: '/unknown',
} as const;
/** Asks for a response as its route does; `bike a` and `member a` have a parameter. */
const askFor = (name: string) =>
  cache.get(name, async () => {
    made.push(name);
    const [kind, id = ''] = name.split(' ');
    if (kind === 'bike') cache.dependsOnRoute('/bikes/:bikeId', { bikeId: id });
    else if (kind === 'member') cache.dependsOnRoute('/members/:userId', { userId: id });
    else cache.dependsOnRoute(routes[name as keyof typeof routes], {});
    return answerOf(10);
  });
/** Asks for a page that is made from these responses. */
const askForPage = (name: string, ...of: string[]) =>
  cache.get(
    name,
    async () => {
      made.push(name);
      for (const one of of) await askFor(one);
      return answerOf(10);
    },
    { allowsStaleCounters: true },
  );
const write = (fields: Record<string, string[]>, changesCountersOnly = false, collection = 'bikes') =>
  cache.invalidate({ collection, valuesOf: (field) => fields[field] ?? null, changesCountersOnly });
const everything = ['static', 'bike a', 'bike b', 'list', 'member a', 'member b', 'figures', 'unknown'];
/** Which of all responses have to be made again after a write. */
async function goneAfter(change: () => void): Promise<string[]> {
  for (const name of everything) await askFor(name);
  made = [];
  change();
  for (const name of everything) await askFor(name);
  return made;
}

test('a write drops the responses that show the document, those that may, and those without a rule', async () => {
  const lists = ['list', 'unknown'];
  const named = { _id: ['a'], 'owner.id': ['b'] };
  expect(await goneAfter(() => write(named))).toEqual(['bike a', 'list', 'member b', 'unknown']);
  expect(await goneAfter(() => write({ _id: ['a', 'b'], 'owner.id': ['c'] }))).toEqual(['bike a', 'bike b', ...lists]);
  const all = everything.filter((name) => name !== 'static' && name !== 'figures');
  expect(await goneAfter(() => write({}))).toEqual(all);
});

test('a write to a collection that no rule names drops everything', async () => {
  expect(await goneAfter(() => write({ _id: ['x'] }, false, 'novelties'))).toEqual(everything);
});

test('what may be late is at most three seconds late, however many writes follow', async () => {
  await askFor('figures');
  made = [];
  for (; now < 2_900; now += 100) write({ _id: ['a'] });
  await askFor('figures');
  expect(made).toEqual([]);
  now = 3_000;
  await askFor('figures');
  expect(made).toEqual(['figures']);
});

test('what other processes write is as old as its rule permits, also in a page', async () => {
  await askForPage('page', 'ranking', 'static');
  now = 999;
  await askForPage('page', 'ranking', 'static');
  made = [];
  now = 1_000;
  await askForPage('page', 'ranking', 'static');
  expect(made).toEqual(['page', 'ranking']);
});

test('a page shows what its responses show; the counters of its lists may be late, those of its bike may not', async () => {
  const all = async () => {
    made = [];
    await askForPage('page a', 'bike a', 'list');
    await askForPage('page b', 'bike b', 'list');
    await askForPage('still', 'static');
    return made.filter((name) => name.startsWith('page') || name === 'still');
  };
  expect(await all()).toEqual(['page a', 'page b', 'still']);
  write({ _id: ['a'], 'owner.id': ['c'] }, true);
  expect(await all()).toEqual(['page a']);
  now = 3_000;
  expect(await all()).toEqual(['page b']);
  write({ _id: ['a'], 'owner.id': ['c'] });
  expect(await all()).toEqual(['page a', 'page b']);
  cache.clear();
  expect(await all()).toEqual(['page a', 'page b', 'still']);
});

test('a page whose response is written while the page is made is not cached, whoever else waits for it', async () => {
  let go = () => {};
  const gate = new Promise<void>((resolve) => {
    go = resolve;
  });
  const slow = (name: string) =>
    cache.get(name, async () => {
      await askFor('bike a');
      await gate;
      return answerOf(10);
    });
  const pages = [slow('one'), slow('two')];
  await askFor('bike a');
  write({ _id: ['a'], 'owner.id': ['c'] });
  go();
  await Promise.all(pages);
  expect(await goneOf('one', 'two')).toEqual(['one', 'two']);
});

test('a page that shows something without a rule is not cached if anything was written since it was begun', async () => {
  const page = (between: () => void) =>
    cache.get('page', async () => {
      await Promise.resolve();
      between();
      cache.dependsOnEverything();
      return answerOf(10);
    });
  await page(() => write({ _id: ['a'] }));
  expect(await goneOf('page')).toEqual(['page']);
  cache.clear();
  await page(() => {});
  expect(await goneOf('page')).toEqual([]);
  write({ _id: ['a'] });
  expect(await goneOf('page')).toEqual(['page']);
});

test('a page is no newer than its responses, so that writes of other processes show in time', async () => {
  await askFor('bike a');
  now = 50_000;
  await askForPage('page', 'bike a');
  made = [];
  now = 60_000;
  await askForPage('page', 'bike a');
  expect(made).toEqual(['page', 'bike a']);
});

test('a transient reply is made once for all that wait for it, and cached only if somebody wants it for itself', async () => {
  const askTransient = () =>
    cache.get(
      'page',
      async () => {
        made.push('page');
        return answerOf(10);
      },
      { isTransient: true },
    );
  await Promise.all([askTransient(), askTransient()]);
  expect(made).toEqual(['page']);
  await askTransient();
  expect(made).toEqual(['page', 'page']);
  await Promise.all([askTransient(), ask('page')]);
  expect(await goneOf('page')).toEqual([]);
});

test('a connection or timer that a request has opened keeps none of its replies alive', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const timers: NodeJS.Timeout[] = [];
  const made = await (async () => {
    const answer = await cache.get('page', async () => {
      timers.push(setTimeout(() => {}, 60_000));
      return answerOf(10);
    });
    return new WeakRef(answer as CachedResponse);
  })();
  cache.clear();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(made.deref()).toBeUndefined();
  for (const timer of timers) clearTimeout(timer);
});
