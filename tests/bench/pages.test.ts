/** @module-tag nightly */
import { readFile } from 'node:fs/promises';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '#api/cli/build.ts';
import { memberRow } from '#api/demo/demo.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { languagePathOf, type SiteLanguage } from '#contract/languages.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { bikePage } from '#contract/pages.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { Line } from '#tests/kit/raw-connection.ts';
import { Site } from '#tests/kit/site.ts';
import { processorOf } from './search/filled-site.ts';

/** PAGES_BENCH=5000 sets the milliseconds of each measurement; without it only large regressions fail. */
const measuredMs = Number(process.env.PAGES_BENCH ?? 1_000);
const connections = 8;
/** The site renders eight pages at a time; more visitors get the unrendered page. */
const rendering = 4;
const likesPerSecond = 10;

let site: Site;
let bikes: { _id: string; slug: string }[];
let cookie: string;
let networks = 0;
beforeAll(async () => {
  await ensureBuilt();
  site = await Site.start({ isAlone: true, demo: true, env: { KEYS: testKey, TRUSTED_PROXIES: '127.0.0.0/8, ::1' } });
  const db = await site.db();
  bikes = await db
    .collection<{ _id: string; slug: string }>('bikes')
    .find({ status: 'Active' }, { projection: { slug: 1 } })
    .toArray();
  const now = () => new Date();
  const member = memberRow(newId(), 'fan', now());
  await db.collection<typeof member>('users').insertOne(member);
  const sessions = new Sessions({ db, keys: new SigningKeys([testKey]), now, findUser: async () => null });
  cookie = `access=${(await sessions.login({ id: member._id, authEpoch: 0 })).access}`;
}, 600_000);
afterAll(() => site?.close());

/** Each request comes from another network, so that no rate limit counts it. */
const headers = () => {
  networks += 1;
  return {
    'Accept-Encoding': 'br',
    'X-Forwarded-For': `10.${networks >> 16}.${(networks >> 8) & 255}.${networks & 255}`,
  };
};

/** Asks on several connections while there is a next path. @returns replies a second, and CPU milliseconds of each */
async function load(lines: number, next: () => string | undefined): Promise<{ rate: number; cpu: number }> {
  const open = await Promise.all(Array.from({ length: lines }, () => Line.open(site.origin)));
  const before = await processorOf(site);
  const start = performance.now();
  let replies = 0;
  await Promise.all(
    open.map(async (line) => {
      for (let path = next(); path; path = next()) {
        expect(await line.ask('GET', path, headers())).toBe(200);
        replies += 1;
      }
    }),
  );
  const rate = (replies * 1000) / (performance.now() - start);
  for (const line of open) line.close();
  return { rate, cpu: ((await processorOf(site)) - before) / replies };
}

/** Asks for one page for as long as a measurement takes. */
function onePage(path: string) {
  const until = performance.now() + measuredMs;
  return load(connections, () => (performance.now() < until ? path : undefined));
}

/** Likes and unlikes bikes ten times a second, until it is stopped. */
async function liking(ids: readonly string[]): Promise<{ stop: () => Promise<number> }> {
  const line = await Line.open(site.origin);
  let count = 0;
  let running = Promise.resolve();
  const timer = setInterval(() => {
    const bikeId = ids[count % ids.length] ?? '';
    const isLike = Math.floor(count / ids.length) % 2 === 0;
    const path = pathOf(isLike ? likeBike : unlikeBike, { bikeId });
    count += 1;
    const own = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' };
    running = running.then(async () => {
      expect(await line.ask(isLike ? 'PUT' : 'DELETE', path, own)).toBe(200);
    });
  }, 1000 / likesPerSecond);
  const stop = async () => {
    clearInterval(timer);
    await running;
    line.close();
    return count;
  };
  return { stop };
}

const pageOf = ({ _id, slug }: { _id: string; slug: string }, more = '') => bikePage(_id as never, slug + more);
const sent = ({ rate, cpu }: { rate: number; cpu: number }) =>
  `${rate.toFixed(0)}/s (${cpu.toFixed(3)} ms of processor time)`;

test('a bike page is served from the cache while others like other bikes', { timeout: 600_000 }, async () => {
  const [bike = { _id: '', slug: '' }, ...others] = bikes;
  const path = pageOf(bike);
  await onePage(path);
  const alone = await onePage(path);
  const likes = await liking(others.slice(0, 50).map(({ _id }) => _id));
  const during = await onePage(path);
  expect(await likes.stop()).toBeGreaterThan(measuredMs / 500);
  process.stdout.write(`a bike page: ${sent(alone)}; while ${likesPerSecond} likes a second come: ${sent(during)}\n`);
  expect(during.cpu).toBeLessThan(3 * alone.cpu);
});

test('an uncached bike page takes few milliseconds', { timeout: 600_000 }, async () => {
  const half = Math.floor(bikes.length / 2);
  // The renderer gets faster with use.
  const known = [1, 2, 3].flatMap((n) => bikes.slice(0, half).map((bike) => pageOf(bike, `-${n}`)));
  await load(rendering, () => known.pop());
  const fresh = bikes.slice(half).map((bike) => pageOf(bike));
  const cold = await load(rendering, () => fresh.pop());
  process.stdout.write(`an uncached bike page: ${sent(cold)}\n`);
  expect(cold.cpu).toBeLessThan(100);
});

/** Resident memory of the site's process in MB. */
async function memoryOf({ pid }: Site): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Paths of pages of bikes that are not cached, in these languages by turns. */
function freshPages(start: number, languages: readonly SiteLanguage[]): string[] {
  return bikes.map((bike, at) => {
    const language = languages[at % languages.length] ?? 'en';
    return languagePathOf(language) + pageOf(bike, `-${start + at}`);
  });
}

test('pages of two languages in turns cost as much as those of one, and a language little memory', {
  timeout: 600_000,
}, async () => {
  const render = (start: number, languages: readonly SiteLanguage[]) => {
    const paths = freshPages(start, languages);
    return load(rendering, () => paths.pop());
  };
  const both = ['en', 'de'] as const;
  for (const round of [1, 2]) for (const one of both) await render(round * 1000, [one]);
  const rounds = [3, 4, 5, 6, 7, 8];
  let [one, two] = [0, 0];
  for (const round of rounds) {
    one += (await render(round * 1000, ['en'])).cpu / rounds.length;
    two += (await render(round * 1000 + 500, both)).cpu / rounds.length;
  }
  const [bike = { _id: '', slug: '' }] = bikes;
  const paths = both.map((language) => languagePathOf(language) + pageOf(bike));
  const cached = await onePage(paths[0] ?? '');
  let turn = 0;
  const until = performance.now() + measuredMs;
  const cachedBoth = await load(connections, () => {
    turn += 1;
    return performance.now() < until ? paths[turn % 2] : undefined;
  });
  const before = await memoryOf(site);
  const more = ['fr', 'es', 'it', 'nl'] as const;
  for (const language of more) await render(10_000, [language]);
  const each = ((await memoryOf(site)) - before) / more.length;
  process.stdout.write(
    `rendered in one language: ${one.toFixed(2)} ms of processor time; in two by turns: ${two.toFixed(2)} ms; from the cache: ${sent(cached)} and ${sent(cachedBoth)}; ${each.toFixed(1)} MB for each further language\n`,
  );
  expect(two).toBeLessThan(1.25 * one);
  expect(cachedBoth.cpu).toBeLessThan(1.5 * cached.cpu);
  expect(each).toBeLessThan(60);
});
