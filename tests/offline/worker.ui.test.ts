import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changePasswordPath } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { BrowserHarness } from '#tests/kit/harness/browser-harness.ts';

let h: BrowserHarness;
beforeAll(async () => {
  h = await BrowserHarness.start();
});
afterAll(() => h?.close());
beforeEach(async () => {
  await h.fresh();
  await h.installWorker();
});

const photo = '01890000-0000-7000-8000-000000000301';
/** The size of a picture that the page requests, in bytes; 0 when it gets none. */
const ask = (path: string) =>
  h.page.evaluate(async (address) => {
    const response = await fetch(address).catch(() => null);
    return response?.ok ? (await response.blob()).size : 0;
  }, path);
/** The worker answers first and caches the picture afterwards. */
const isCached = (path: string) =>
  expect
    .poll(
      () =>
        h.page.evaluate(async (address) => {
          const rows = await window.headbadge.cache.images.all();
          return (await caches.match(address)) !== undefined && rows.some(({ url }) => url === address);
        }, path),
      { timeout: 10_000 },
    )
    .toBe(true);
/** Waits until another picture is cached: earlier requests are cached by then, if ever. */
async function keepAnother(): Promise<void> {
  const another = photoPath('01890000-0000-7000-8000-000000000303', 640);
  expect(await ask(another)).toBe(640);
  await isCached(another);
}

test('every page of the site opens offline', async () => {
  h.server.down = true;
  await h.page.goto(`${h.origin}/bike/${photo}/surly-bridge-club`);
  expect(await h.page.title()).toBe('Harness');
});

test('the API, pictures, feeds and the mailbox are never answered with the page', async () => {
  h.server.down = true;
  const feeds = ['/feeds/recent.xml', '/feeds/search.xml?category=Road', '/sitemap.xml', '/robots.txt'];
  for (const path of [
    '/api/v1/user/auth',
    '/images/other.webp',
    '/mailbox',
    '/healthz',
    changePasswordPath,
    ...feeds,
  ]) {
    await expect(h.page.goto(h.origin + path)).rejects.toThrow(/ERR_/);
  }
});

test('a picture is not requested again', async () => {
  expect(await ask(photoPath(photo, 640))).toBe(640);
  await isCached(photoPath(photo, 640));
  expect(await ask(photoPath(photo, 640))).toBe(640);
  expect(h.server.pictures).toHaveLength(1);
});

test('offline, a missing size is answered with the largest cached one', async () => {
  await ask(photoPath(photo, 320));
  await ask(photoPath(photo, 1280));
  await isCached(photoPath(photo, 1280));
  h.server.down = true;
  expect(await ask(photoPath(photo, 2048))).toBe(1280);
  expect(await ask(photoPath('01890000-0000-7000-8000-000000000302', 640))).toBe(0);
});

test('an error is not cached', async () => {
  h.server.pictureStatus = 404;
  expect(await ask(photoPath(photo, 640))).toBe(0);
  h.server.pictureStatus = 200;
  await keepAnother();
  expect(await ask(photoPath(photo, 640))).toBe(640);
});

test("another network's page is not cached as a picture", async () => {
  h.server.portal = true;
  expect(await ask(photoPath(photo, 640))).toBe(0);
  h.server.portal = false;
  await keepAnother();
  expect(await ask(photoPath(photo, 640))).toBe(640);
});

test('a page that an earlier version cached as a picture is evicted', async () => {
  await h.page.evaluate(
    async (path) => {
      const page = new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } });
      await (await caches.open('thumbnails')).put(path, page);
    },
    photoPath(photo, 640),
  );
  expect(await ask(photoPath(photo, 640))).toBe(640);
});

test("another network's page during the installation is not cached as ours", async () => {
  await h.fresh();
  h.server.portal = true;
  const state = await h.page.evaluate(async () => {
    const { installing } = await navigator.serviceWorker.register('/worker.js');
    return new Promise((resolve) =>
      installing?.addEventListener('statechange', () => installing.state !== 'installing' && resolve(installing.state)),
    );
  });
  expect(state).toBe('redundant');
  h.server.portal = false;
  await h.installWorker();
  h.server.down = true;
  await h.page.reload();
  expect(await h.page.title()).toBe('Harness');
});

/** Changes the cached copies of the site's own files. */
const spoil = (how: 'clear' | 'replace') =>
  h.page.evaluate(async (what) => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        await cache.delete(request);
        if (what === 'replace')
          await cache.put(
            request,
            new Response('<title>Campsite</title>', { headers: { 'Content-Type': 'text/html' } }),
          );
      }
    }
  }, how);

test.each(['clear', 'replace'] as const)('the worker repairs its own files after this damage: %s', async (how) => {
  await spoil(how);
  await h.page.reload();
  // The damaged file is shown once; it is repaired when the page is opened the next time.
  const cachedFiles = () =>
    h.page.evaluate(async () => (await (await caches.match('/index.html', { ignoreSearch: true }))?.text()) ?? '');
  await expect.poll(cachedFiles).toContain('Harness');
  h.server.down = true;
  await h.page.goto(h.origin);
  expect(await h.page.title()).toBe('Harness');
});

test('pictures that the browser evicted do not count as cached', async () => {
  await ask(photoPath(photo, 640));
  const counted = () => h.page.evaluate(async () => (await window.headbadge.cache.images.all()).length);
  await expect.poll(counted).toBe(1);
  await h.page.evaluate(() => caches.delete('thumbnails'));
  await h.page.reload();
  await expect.poll(counted).toBe(0);
});

test('opening a bike caches its photos at the width of its page', async () => {
  await h.page.evaluate((id) => window.headbadge.prefetchPhotos([id], 1280), photo);
  await isCached(photoPath(photo, 1280));
  h.server.down = true;
  expect(await ask(photoPath(photo, 1280))).toBe(1280);
});
