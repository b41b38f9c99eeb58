import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ShareCards } from '#api/features/sharing/sharing.cards.ts';
import { sharingRoutes } from '#api/features/sharing/sharing.routes.ts';
import { SitemapStore } from '#api/features/sharing/sharing.sitemap.store.ts';
import { Sitemap, writePages } from '#api/features/sharing/sharing.sitemap.ts';
import { readCatalog } from '#api/languages/catalog.ts';
import { cachedIn } from '#api/platform/http/cached.ts';
import { errorAnswer, type Guards, type Visitor } from '#api/platform/http/kit.ts';
import { ResponseCache } from '#api/platform/response-cache.ts';
import type { Storage } from '#api/platform/storage/port.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { newId } from '#contract/ids.ts';
import { catalogLanguages, type SiteLanguage } from '#contract/languages.ts';
import { bikePage, memberPaths } from '#contract/pages.ts';
import { memberFeed, recentFeed, searchFeed, shareCardPath } from '#contract/sharing.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { allNamed, readXml, textOf } from '#tests/kit/xml.ts';

const origin = 'https://example.org';
const languages = ['en', 'de', 'ar'] as const satisfies SiteLanguage[];
const owner = { id: newId(), username: 'ann' };
const bike = {
  id: newId(),
  version: 3,
  slug: 'surly-ogre',
  status: 'Active',
  photos: [],
  cover: null,
  year: 2021,
  brand: 'Surly',
  model: 'Ogre',
  nickname: '',
  category: 'Touring',
  frameMaterial: 'Steel',
  weightG: 11_250,
  publishedAt: '2026-01-01T00:00:00.000Z',
  owner,
};

/** Contents of the cards that were rendered. */
const drawn: { title: string; lines: string[]; direction: string }[] = [];
/** Stored cards by their keys. */
const stored = new Map<string, Buffer<ArrayBuffer>>();
const storage: Partial<Storage> = {
  get: async (key) => stored.get(key) ?? null,
  put: async (key, bytes) => void stored.set(key, Buffer.from(bytes)),
  remove: async (prefix) => {
    for (const key of stored.keys()) if (key.startsWith(`${prefix}/`)) stored.delete(key);
  },
};
let reads = 0;
const bikes = async () => {
  reads += 1;
  return [bike as unknown as BikeCard];
};
const responseCache = new ResponseCache({ now: () => new Date(0), maxAgeMs: 1e9 });
const cached = cachedIn(responseCache, true);
const routes = sharingRoutes(
  {
    cards: new ShareCards({
      bikeOf: async () => bike as unknown as Bike,
      photoOf: async () => new Uint8Array(),
      render: async ({ title, lines, direction }) => {
        drawn.push({ title, lines, direction });
        return createHash('sha256').update(lines.join()).digest();
      },
      renderLimiter: { count: async () => 0 },
      storage: storage as Storage,
    }),
    placeName: String,
    sitemaps: new Map(),
    cardSources: {},
    bikes: { recent: bikes, ofMember: bikes, found: bikes, ofMaker: async () => expect.fail() },
    origin,
    siteName: async () => 'Headbadge',
  },
  { cached, cachedBehind: cached, limit: () => async (_, next) => next() } as Partial<Guards> as Guards,
  languages,
);
const site = new Hono<Visitor>().onError(errorAnswer);
site.use(async (c, next) => {
  c.set('client', '198.51.100.7');
  await next();
});
site.route('/', routes);
const ask = (path: string) => site.request(origin + path);
const xmlOf = async (path: string) => readXml(await (await ask(path)).text());

describe('a feed', () => {
  test.each([
    ['of the newest', recentFeed()],
    ['of a member', memberFeed(owner.id)],
    ['of a search', searchFeed({ frameMaterial: 'Steel' })],
  ])('%s has an address for each language, with its words and its links', async (_, path) => {
    const german = await readCatalog('de');
    const english = await xmlOf(path);
    const rss = await xmlOf(`/de${path}`);
    expect([rss.attributes['xml:lang'], textOf(rss, 'language')]).toEqual(['de', 'de']);
    expect([english.attributes['xml:lang'], textOf(english, 'language')]).toEqual(['en', 'en']);
    expect(textOf(rss, 'description')).not.toBe(textOf(english, 'description'));
    expect(allNamed(rss, 'atom:link')[0]?.attributes.href).toBe(`${origin}/de${path}`);
    expect(textOf(rss, 'link')).toMatch(/^https:\/\/example\.org\/de\//);
    const [item] = allNamed(rss, 'item');
    expect(item && textOf(item, 'link')).toBe(`${origin}/de${bikePage(bike.id, bike.slug)}`);
    expect(item && textOf(item, 'category')).toBe(german.get('category\u0004Touring'));
    expect(item && textOf(item, 'guid')).toBe(bike.id);
  });

  test('names the chosen values of a search in its language', async () => {
    const path = searchFeed({ frameMaterial: 'Steel' });
    expect(textOf(await xmlOf(path), 'title')).toBe('Steel · Headbadge');
    expect(textOf(await xmlOf(`/de${path}`), 'title')).toBe('Stahl · Headbadge');
  });

  test('is cached for each language', async () => {
    responseCache.clear();
    const before = reads;
    const asked = ['', '/de', '/ar', '', '/de', '/ar'].map((at) => at + recentFeed());
    const texts: string[] = [];
    for (const path of asked) texts.push(await (await ask(path)).text());
    expect(reads - before).toBe(3);
    expect(texts.slice(3)).toEqual(texts.slice(0, 3));
    expect(new Set(texts).size).toBe(3);
  });

  test('has no address in a language that the site does not offer', async () => {
    expect((await ask(`/fr${recentFeed()}`)).status).toBe(404);
  });
});

describe('a share card', () => {
  test('is drawn once for each language, in its words and its direction', async () => {
    for (const language of [...languages, ...languages])
      expect((await ask(shareCardPath(bike.id, 3, language))).status).toBe(200);
    expect(drawn.map(({ title, direction }) => [title, direction])).toEqual([
      ['2021 Surly Ogre', 'ltr'],
      ['2021 Surly Ogre', 'ltr'],
      ['2021 Surly Ogre', 'rtl'],
    ]);
    expect(drawn[0]?.lines).toEqual(['Touring', 'Steel', '11.25 kg']);
    expect(drawn[1]?.lines).toEqual([expect.any(String), 'Stahl', '11,25 kg']);
  });

  test('leads from an older version to the current one in its language', async () => {
    expect((await ask(shareCardPath(bike.id, 1, 'de'))).headers.get('location')).toBe(shareCardPath(bike.id, 3, 'de'));
  });

  test('replaces those of older versions in its language', async () => {
    stored.clear();
    for (const version of [3, 4]) {
      bike.version = version;
      for (const language of languages) await ask(shareCardPath(bike.id, version, language));
    }
    expect([...stored.keys()].map((key) => key.split(bike.id)[1])).toEqual(['/4.jpg', '/de/4.jpg', '/ar/4.jpg']);
    bike.version = 3;
  });

  test.each(['fr', 'xx', '__proto__'])('has no address in %s, which the site does not offer', async (tag) => {
    expect((await ask(`/images/cards/${bike.id}/3-${tag}.jpg`)).status).toBe(404);
  });
});

test('robots are kept out of the pages for members in all languages', async () => {
  const robots = await (await ask('/robots.txt')).text();
  for (const start of ['', '/de', '/ar'])
    for (const path of memberPaths) expect(robots).toContain(`\nDisallow: ${start}${path}\n`);
});

describe('the sitemap', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await TestDatabase.open();
  });
  afterAll(async () => database.close());

  const alternatesIn = (xml: ReturnType<typeof readXml>) =>
    allNamed(xml, 'url').map((url) =>
      allNamed(url, 'xhtml:link').map(({ attributes }) => `${attributes.hreflang} ${attributes.href}`),
    );
  const addresses = (path: string) => [
    `en ${origin}${path}`,
    `de ${origin}/de${path}`,
    `ar ${origin}/ar${path}`,
    `x-default ${origin}${path}`,
  ];

  test('names the other languages of each static page, and nothing of languages if the site has one', async () => {
    const xml = await xmlOf('/sitemaps/pages.xml');
    expect(alternatesIn(xml)).toContainEqual(addresses('/faq'));
    expect(alternatesIn(xml).every((all) => all.length === 4)).toBe(true);
    expect(writePages(['/faq'], origin, ['en'])).not.toContain('xhtml');
  });

  test('names the other languages of each bike', async () => {
    const store = new SitemapStore(database.db, 'bikes');
    const item = { ...bike, publishedAt: new Date(0), updatedAt: new Date(0) };
    const itemsAfter = async (after: unknown) => (after ? [] : [item]);
    const sitemap = new Sitemap({ store, itemsAfter, pageOf: bikePage, origin, now: () => new Date(), languages });
    const xml = readXml(gunzipSync((await sitemap.file(1)) ?? new Uint8Array()).toString('utf8'));
    expect(alternatesIn(xml)).toEqual([addresses(bikePage(bike.id, bike.slug))]);
  });

  test('stays below 50 MB a file in ten languages, with the longest addresses', async () => {
    const store = new SitemapStore(database.db, 'members');
    const slug = 'x'.repeat(100);
    const itemOf = (n: number) => ({ id: String(n).padStart(36, '0'), slug, publishedAt: new Date(n) });
    const itemsAfter = async (after: { publishedAt: Date } | null, limit: number) =>
      Array.from({ length: limit }, (_, n) => itemOf((after?.publishedAt.getTime() ?? 0) + n + 1)).filter(
        ({ publishedAt }) => publishedAt.getTime() <= 10_000,
      );
    const long = `https://${'sub.'.repeat(20)}example.org`;
    const deps = { store, itemsAfter, pageOf: bikePage, origin: long, now: () => new Date() };
    const sitemap = new Sitemap({ ...deps, languages: catalogLanguages });
    expect(await sitemap.files()).toBe(2);
    const text = gunzipSync((await sitemap.file(1)) ?? new Uint8Array()).toString('utf8');
    expect(text.length).toBeLessThan(50 * 1024 * 1024);
  });
});
