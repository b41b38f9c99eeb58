import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SitemapStore } from '#api/features/sharing/sharing.sitemap.store.ts';
import { Sitemap } from '#api/features/sharing/sharing.sitemap.ts';
import { createLog, onErrors } from '#api/platform/logs.ts';
import { type Bike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { memberFeed, recentFeed, searchFeed, shareCardPath, sitemapPartPath, sitemapPath } from '#contract/sharing.ts';
import { userPage } from '#contract/user-page.ts';
import { screens } from '#src/app/screens.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';
import { allNamed, readXml, textOf } from '#tests/kit/xml.ts';
import { nightly } from '#tests/run/tiers.ts';

const origin = 'http://localhost';

let app: TestApp;
let watched: WatchedDatabase;
let owner: TestBrowser;
let user: Person;
let photo: Id;
let bike: Bike;
/** The server's clock, in milliseconds. */
let now = Date.now();
beforeAll(async () => {
  const through = (database: TestApp['database']) => {
    watched = new WatchedDatabase(database);
    return watched.db;
  };
  app = await TestApp.open({}, { through, still: true, now: () => new Date(now) });
  ({ browser: owner, user } = await app.member('rosalind'));
  photo = newId();
  await owner.sendPhoto(await cameraPhoto({ width: 1600, height: 1200, orientation: 1 }), { id: photo });
});
beforeEach(async () => {
  await app.db.collection('bikes').deleteMany({});
  bike = await publish({ model: 'Midnight Special' });
});
afterAll(async () => {
  await app.close();
  await watched.close();
});

async function publish(fields: Parameters<typeof bikeWith>[1], bikeId = newId()): Promise<Bike> {
  const { answer } = await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], fields) });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return answer.data;
}
const ask = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });
const xmlOf = async (path: string) => readXml(await (await ask(path)).text());
const card = (version = bike.version) => shareCardPath(bike.id, version);

describe('a share card', () => {
  test('is a picture of the bike in the size that link previews expect, rendered once and immutable', async () => {
    const first = await ask(card());
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const again = await ask(card());
    expect(Buffer.from(await again.arrayBuffer()).equals(bytes)).toBe(true);
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]{27}"$/);
    const known = await ask(card(), { 'If-None-Match': tag });
    expect([known.status, await known.text()]).toEqual([304, '']);
  });

  test("shows the bike's data: another name makes another picture, whatever its characters", async () => {
    const seen = new Set<string>();
    for (const model of ['Pugsley', '<span size="9999999">&', '自転車', 'x'.repeat(80), '%n%s\\', '\u202Eevil']) {
      bike = await publish({ model });
      const answer = await ask(card());
      expect([model, answer.status]).toEqual([model, 200]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
      seen.add(bytes.toString('base64'));
    }
    expect(seen.size).toBe(6);
  });

  test('is drawn 30 times a minute for one sender; more are told when to come back, and no error is logged', {
    tags: nightly,
  }, async () => {
    const logged: string[] = [];
    const log = createLog({ level: 'fatal' });
    onErrors(log, ({ message }) => logged.push(message));
    const proxied = await TestApp.open({ TRUSTED_PROXIES: '127.0.0.0/8' }, { database: app.database, log });
    try {
      const bikes = [];
      for (let n = 0; n < 36; n += 1) bikes.push(await publish({ model: `Pugsley ${n}` }));
      const from = (address: string) => ({ 'X-Forwarded-For': address });
      const cardFor = ({ id, version }: Bike, address: string) =>
        proxied.request(shareCardPath(id, version), { headers: from(address) });
      const all = await Promise.all(bikes.map((one) => cardFor(one, '203.0.113.1')));
      const counts = Object.groupBy(all, ({ status }) => status);
      expect([counts[200]?.length, counts[429]?.length]).toEqual([30, 6]);
      for (const refused of counts[429] ?? []) expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      const [drawn] = bikes.filter((_, n) => all[n]?.status === 200);
      const [missing] = bikes.filter((_, n) => all[n]?.status === 429);
      if (!drawn || !missing) throw new Error('There are no cards.');
      // A stored card costs nothing.
      expect((await cardFor(drawn, '203.0.113.1')).status).toBe(200);
      expect((await cardFor(missing, '198.51.100.1')).status).toBe(200);
      expect(logged).toEqual([]);
    } finally {
      await proxied.close();
    }
  });

  test('with an old version redirects to the current one, and only a new one is rendered', async () => {
    await ask(card(1));
    bike = await publish({ model: 'Straggler' }, bike.id as Id);
    const old = await ask(card(1));
    expect([old.status, old.headers.get('location')]).toEqual([302, card(2)]);
    expect(old.headers.get('cache-control')).toBe('no-cache');
    expect((await ask(card(99))).headers.get('location')).toBe(card(2));
    expect((await ask(card(2))).status).toBe(200);
  });

  test('is gone when its bike is', async () => {
    expect((await ask(card())).status).toBe(200);
    await owner.call(deleteBike, { params: { bikeId: bike.id } });
    expect((await ask(card())).status).toBe(404);
    for (const [status, answer] of Object.entries({ Draft: 404, Flagged: 403, Removed: 410 })) {
      await app.db.collection('bikes').updateOne({ _id: bike.id as never }, { $set: { status } });
      expect([status, (await ask(card())).status]).toEqual([status, answer]);
    }
    expect((await ask(shareCardPath(newId(), 1))).status).toBe(404);
    for (const path of [
      '/images/cards/nonsense/1.jpg',
      `/images/cards/${bike.id}/0.jpg`,
      `/images/cards/${bike.id}/x.jpg`,
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });

  test('is rendered once for concurrent requests, also for a bike without a photo', async () => {
    const { id } = await strangeBike(app.db, 'Cross-Check');
    const path = shareCardPath(id, 1);
    const all = await Promise.all(Array.from({ length: 30 }, () => ask(path)));
    expect(new Set(all.map(({ status, headers }) => `${status} ${headers.get('etag')}`)).size).toBe(1);
    expect(all[0]?.status).toBe(200);
  });
});

describe('a feed', () => {
  test.each([
    ['of the newest', () => recentFeed()],
    ['of a member', () => memberFeed(user.id)],
    ['of a search', () => searchFeed({ keywords: 'midnight', category: bike.category })],
  ])('%s lists its bikes, newest first, with its own address', async (_, path) => {
    bike = await publish({ model: 'Midnight Special II' });
    const answer = await ask(path());
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=utf-8']);
    const rss = readXml(await answer.text());
    expect(rss).toMatchObject({ name: 'rss', attributes: { version: '2.0' } });
    const items = allNamed(rss, 'item');
    expect(items.map((item) => textOf(item, 'title').replace(/^.*Midnight/, 'Midnight'))).toEqual([
      'Midnight Special II',
      'Midnight Special',
    ]);
    const [first] = items;
    expect(first && textOf(first, 'link')).toBe(origin + bikePage(bike.id, bike.slug));
    expect(first && textOf(first, 'pubDate')).toBe(new Date(bike.publishedAt ?? '').toUTCString());
    expect(allNamed(rss, 'atom:link')[0]?.attributes.href).toBe(origin + path());
  });

  const hostile = [
    ['<![CDATA[ x', '<![CDATA[ x'],
    [']]> x', ']]> x'],
    ['</title></item><item>', '</title></item><item>'],
    ['&amp;&#x3c;&bogus;', '&amp;&#x3c;&bogus;'],
    ['a\u0000b\u0008c\u001Bd\uFFFEe', 'abcde'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['دراجة', 'دراجة'],
    ['🚲 "quoted" \'it\'', '🚲 "quoted" \'it\''],
  ] as const;
  test.each(hostile)('contains %j unchanged, and stays well-formed', async (text, shown) => {
    // As if no validation had refused it.
    const fields = { brand: text, model: text, nickname: text, category: text, 'owner.username': text, year: null };
    await app.db.collection('bikes').updateOne({ _id: bike.id as never }, { $set: { ...fields, 'cover.alt': text } });
    for (const path of [recentFeed(), memberFeed(user.id)]) {
      const rss = await xmlOf(path);
      const [item, ...others] = allNamed(rss, 'item');
      expect(others).toEqual([]);
      if (!item) throw new Error('There is no bike in the feed.');
      expect(textOf(item, 'title')).toBe(`${shown} ${shown}`);
      // Feed readers show HTML, which is well-formed too.
      const html = readXml(`<div>${textOf(item, 'description')}</div>`);
      expect(allNamed(html, 'img')).toHaveLength(1);
      expect(allNamed(html, 'img')[0]?.attributes.alt).toBe(shown);
      expect(allNamed(html, 'p').map((p) => p.inside.join(''))).toEqual([`${shown} · ${shown}`]);
    }
  });

  test('of hostile texts is well-formed, and contains only text', async () => {
    for (const keywords of ['<![CDATA[', ']]>', '"><script>', '&', '\u0000\u001F', '\uD800', 'دراجة'])
      expect((await xmlOf(`/feeds/search.xml?keywords=${encodeURIComponent(keywords.toWellFormed())}`)).name).toBe(
        'rss',
      );
    expect((await ask(`/feeds/search.xml?keywords=${'x'.repeat(101)}`)).status).toBe(422);
    expect((await ask('/feeds/search.xml?keywords[$gt]=')).status).toBe(200);
  });

  test('lists no hidden bike, and is empty for a member without bikes', async () => {
    for (const status of ['Draft', 'Flagged', 'Removed', 'Deleted']) {
      await app.db.collection('bikes').updateOne({ _id: bike.id as never }, { $set: { status } });
      expect(allNamed(await xmlOf(recentFeed()), 'item')).toEqual([]);
      expect((await ask(memberFeed(user.id))).status).toBe(404);
    }
    expect((await ask(memberFeed(newId()))).status).toBe(404);
  });

  test('is cached until the next write, and answers 304 to a reader that has it', async () => {
    const paths = [
      recentFeed(),
      memberFeed(user.id),
      searchFeed({ keywords: 'midnight' }),
      '/robots.txt',
      sitemapPartPath(0),
    ];
    const tags = await Promise.all(paths.map(async (path) => (await ask(path)).headers.get('etag') ?? ''));
    const { commands } = await watched.during(async () => {
      for (const [n, path] of paths.entries())
        expect((await ask(path, { 'If-None-Match': tags[n] ?? '' })).status).toBe(304);
    });
    expect(commands).toEqual([]);
    await publish({ model: 'Midnight Special III' });
    expect((await ask(recentFeed(), { 'If-None-Match': tags[0] ?? '' })).status).toBe(200);
  });
});

test('other sites may show the pictures of a published bike and the icons, but nothing that is withheld', async () => {
  const policyOf = async (path: string, cookies = new Map<string, string>()) => {
    const headers = { Cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    const answer = await ask(path, headers);
    return [answer.status, answer.headers.get('cross-origin-resource-policy')];
  };
  await writeFile(join(app.database.folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg" />');
  const picture = photoPath(photo, 640);
  for (const path of [picture, card(), '/favicon.svg'])
    expect(await policyOf(path), path).toEqual([200, 'cross-origin']);
  // A feed reader follows it like the picture.
  expect(await policyOf(card(99))).toEqual([302, 'cross-origin']);
  const tag = (await ask(card())).headers.get('etag') ?? '';
  const known = await ask(card(), { 'If-None-Match': tag });
  expect([known.status, known.headers.get('cross-origin-resource-policy')]).toEqual([304, 'cross-origin']);
  for (const path of ['/', recentFeed(), '/api/v1/user/auth'])
    expect((await policyOf(path))[1], path).toBe('same-origin');
  for (const [status, answer] of Object.entries({ Draft: 404, Removed: 410 })) {
    await app.db.collection('bikes').updateOne({ _id: bike.id as never }, { $set: { status } });
    expect(await policyOf(picture, owner.cookies), status).toEqual([200, 'same-origin']);
    expect(await policyOf(picture), status).toEqual([answer, 'same-origin']);
  }
});

describe('the sitemap', () => {
  const locations = async (path: string) => allNamed(await xmlOf(path), 'loc').map((loc) => loc.inside.join(''));

  test('is named in robots.txt, lists its files, and in them every visible bike and no other', async () => {
    const draft = await publish({ model: 'Draft' });
    await app.db.collection('bikes').updateOne({ _id: draft.id as never }, { $set: { status: 'Draft' } });
    const robots = await (await ask('/robots.txt')).text();
    expect(robots).toContain(`Sitemap: ${origin}${sitemapPath()}`);
    const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path);
    // Each screen for members only, and no other.
    const isClosed = (path: string) => closed.some((one) => path === one || path.startsWith(`${one}/`));
    for (const { path, member } of screens) expect([path, isClosed(path)]).toEqual([path, member]);
    const files = await locations(sitemapPath());
    expect(files).toEqual(
      [0, 1]
        .map((part) => origin + sitemapPartPath(part))
        .concat(
          ['brands', 'members', 'models', 'parts', 'places', 'years'].map((kind) => origin + sitemapPartPath(1, kind)),
        ),
    );
    const { id, username } = bike.owner;
    expect(await locations(sitemapPartPath(1, 'members'))).toContain(origin + userPage(id, username));
    expect((await ask(sitemapPartPath(2, 'members'))).status).toBe(404);
    expect(await locations(sitemapPartPath(1))).toEqual([origin + bikePage(bike.id, bike.slug)]);
    expect(textOf(await xmlOf(sitemapPartPath(1)), 'lastmod')).toBe(bike.updatedAt);
    expect(await locations(sitemapPartPath(0))).toContain(`${origin}/bike/search?category=Gravel`);
    expect((await ask(sitemapPartPath(2))).status).toBe(404);
    expect((await ask('/sitemaps/bikes-0.xml')).status).toBe(404);
  });

  test('is stored for a day: whatever is written meanwhile, no file is made anew', async () => {
    const row = await app.db.collection('bikes').findOne({ _id: bike.id as never });
    const start = Date.UTC(2999, 0, 1);
    const rows = Array.from({ length: 1200 }, (_, n) => ({
      ...row,
      _id: newId() as never,
      // Three with the same time, so that the id decides.
      publishedAt: new Date(start + Math.floor(n / 3) * 1000),
    }));
    await app.db.collection('bikes').insertMany(rows);
    const readsOf = async (path: string) => {
      const { commands } = await watched.during(async () => expect((await ask(path)).status).toBe(200));
      return commands.filter((command) => / (?:bikes|users)/.test(command));
    };
    for (const path of [sitemapPath(), sitemapPartPath(1), sitemapPartPath(1, 'members')])
      expect(await readsOf(path), path).toEqual([]);
    now += 24 * 3_600_000;
    expect((await watched.during(() => xmlOf(sitemapPath()))).documents).toBeGreaterThan(1200);
    expect(new Set(await locations(sitemapPartPath(1))).size).toBe(1201);
    await app.db.collection('bikes').deleteMany({ publishedAt: { $gt: new Date(start) } });
    expect(await readsOf(sitemapPath())).toEqual([]);
    expect(await readsOf(sitemapPartPath(1))).toEqual([]);
  });

  test('names the new address at once when the site has moved, and what a device sends to the old one is stored', async () => {
    now = Date.now();
    const moved = await TestApp.open(
      { PUBLIC_ORIGIN: 'http://new.example' },
      { database: app.database, now: () => new Date(now) },
    );
    try {
      for (const path of [sitemapPath(), sitemapPartPath(0), sitemapPartPath(1), sitemapPartPath(1, 'members')]) {
        const text = await (await moved.request(path)).text();
        expect(
          allNamed(readXml(text), 'loc').map((loc) => new URL(loc.inside.join('')).origin),
          path,
        ).not.toContain(origin);
        expect(text, path).toContain('http://new.example/');
      }
      const { browser } = await app.member('nomad');
      const { status } = await browser.with(moved).call(addComment, {
        params: { bikeId: bike.id },
        body: { id: newId(), text: 'Sent from the old address.' },
        headers: { Origin: origin, Host: new URL(origin).host },
      });
      expect(status).toBe(201);
    } finally {
      await moved.close();
    }
  });

  test('forgets a member who left within a day, even if no crawler comes', async () => {
    const rows = () => app.db.collection('sitemaps').find({ kind: 'members' }).toArray();
    const named = async () =>
      (await rows()).some(({ gzip }) => gunzipSync(gzip.value()).toString('utf8').includes('marjorie'));
    const { user: marjorie } = await app.member('marjorie');
    now += 24 * 3_600_000;
    await app.runJob('sitemaps');
    expect(await named()).toBe(true);
    await app.db.collection('users').deleteOne({ _id: marjorie.id as never });
    await app.runJob('sitemaps');
    expect(await named()).toBe(true);
    now += 24 * 3_600_000;
    await app.runJob('sitemaps');
    expect(await named()).toBe(false);
  });

  test('is sent compressed, or not, as the reader asks', async () => {
    const zipped = await ask(sitemapPartPath(1), { 'Accept-Encoding': 'gzip, br' });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding');
    const text = gunzipSync(await zipped.arrayBuffer()).toString('utf8');
    const plain = await ask(sitemapPartPath(1));
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(text);
  });

  test('is split into files of limited length without duplicates, whatever is added and deleted', async () => {
    type Mapped = { id: string; slug: string; publishedAt: Date; updatedAt: Date };
    let all: Mapped[] = Array.from({ length: 107 }, (_, n) => {
      const publishedAt = new Date(Math.floor(n / 4) * 1000);
      return { id: `b${String(n).padStart(3, '0')}`, slug: 'surly', publishedAt, updatedAt: publishedAt };
    });
    const isAfter = (one: Mapped, place: Pick<Mapped, 'id' | 'publishedAt'>) =>
      one.publishedAt > place.publishedAt || (+one.publishedAt === +place.publishedAt && one.id > place.id);
    const itemsAfter = async (place: Pick<Mapped, 'id' | 'publishedAt'> | null, limit: number) =>
      all.filter((one) => !place || isAfter(one, place)).slice(0, limit);
    const database = await TestDatabase.open();
    try {
      let time = 0;
      const store = new SitemapStore(database.db, 'bikes');
      const open = () => new Sitemap({ store, itemsAfter, pageOf: bikePage, origin, now: () => new Date(time) }, 20);
      let sitemap = open();
      const listed = async () => {
        const parts = Array.from({ length: await sitemap.files() }, async (_, n) => {
          const file = (await sitemap.file(n + 1)) ?? new Uint8Array();
          const xml = readXml(gunzipSync(file).toString('utf8'));
          return allNamed(xml, 'loc').map((loc) => loc.inside.join('').split('/')[4]);
        });
        return Promise.all(parts);
      };
      const expectWhole = async () => expect((await listed()).flat()).toEqual(all.map(({ id }) => id));
      expect((await listed()).map((part) => part.length)).toEqual([20, 20, 20, 20, 20, 7]);
      await expectWhole();
      all = all.filter((_, n) => n % 3 !== 0);
      expect((await listed()).flat()).toHaveLength(107);
      time += 24 * 3_600_000;
      // Another process, or the same one after a restart.
      sitemap = open();
      await expectWhole();
      const late = { id: 'b999', slug: 'surly', publishedAt: new Date(5000), updatedAt: new Date() };
      const newest = Array.from({ length: 40 }, (_, n) => ({ ...late, id: `c${n}`, publishedAt: new Date(1e9 + n) }));
      all = [...all, late, ...newest].sort((a, b) => (isAfter(a, b) ? 1 : -1));
      time += 24 * 3_600_000;
      await expectWhole();
      expect(await Promise.all([sitemap.files(), sitemap.files(), sitemap.file(99)])).toEqual([8, 8, null]);
    } finally {
      await database.close();
    }
  });
});
