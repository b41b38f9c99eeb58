/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appHeader } from '#contract/envelope.ts';
import { cachedHomePage } from '#src/storage/cached-home-page.ts';
import { goodPassword } from '#tests/kit/app.ts';
import type { Device } from '#tests/kit/browser.ts';
import { CachedHome, isCached, isRendered, openHome } from '#tests/kit/cached-home.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

const longTimeout = { timeout: 60_000, interval: 100 };
const checkCookie = { name: 'auth-check', value: '2030-01-01T00:00:00.000Z' };

let home: CachedHome;
/** A visitor's device, with home cached when a test begins. */
let device: Device;
let page: Page;
beforeAll(async () => {
  home = await CachedHome.start();
  await joinSite(home.site, 'ana');
  ({ device, page } = await home.visit('/account/login'));
  // The visit caches it by itself, which must not happen during a test.
  await until(async () => expect(await isCached(page)).toBe(true), longTimeout.timeout);
});
afterAll(async () => {
  await device?.close();
  await home?.close();
});
beforeEach(async () => {
  home.proxy.instead.clear();
  home.proxy.judge = () => 'pass';
  home.proxy.delay = () => Promise.resolve();
  await device.context.setOffline(false);
  await device.context.clearCookies();
  await home.cacheAgain(page);
  expect(await isCached(page)).toBe(true);
});

/** Fails all later requests for home. */
const withholdHome = () => {
  home.proxy.judge = (_method, path) => (path === '/' ? 'refuse' : 'pass');
};

/** Whether home opens server-rendered while offline. */
async function opensRendered(from = device): Promise<boolean> {
  await from.context.setOffline(true);
  const { page: opened, text } = await openHome(from);
  await opened.close();
  await from.context.setOffline(false);
  return isRendered(text);
}

async function logIn(): Promise<void> {
  await page.goto(`${home.site.origin}/account/login`);
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
}

test("only the site's own page is cached: server-rendered, complete, and of this worker's build", async () => {
  const { headers: sent, text } = await home.fetchRendered();
  const { 'content-encoding': _, 'content-length': __, etag: ___, ...headers } = Object.fromEntries(sent);
  const { [appHeader.toLowerCase()]: ____, ...anothers } = headers;
  await page.evaluate((name) => caches.delete(name), cachedHomePage);
  const wrong = {
    'another network’s page': { status: 200, headers: anothers, body: text },
    'an error': { status: 503, headers, body: text },
    'another type': { status: 200, headers: { ...headers, 'content-type': 'text/plain' }, body: text },
    'a page of another build': { status: 200, headers, body: text.replace(/(\/assets\/[\w-]+)(\.js)/g, '$1x$2') },
    'half a page': { status: 200, headers, body: text.slice(0, text.length / 2) },
    'a page that draws itself': { status: 200, headers, body: text.replace(' id="initial-data"', '') },
  };
  for (const [what, instead] of Object.entries(wrong)) {
    home.proxy.instead.set('/', instead);
    await home.cacheAgain(page);
    expect(await isCached(page), what).toBe(false);
  }
  home.proxy.instead.set('/', { status: 302, headers: { location: '/somewhere', [appHeader]: '1' }, body: '' });
  home.proxy.instead.set('/somewhere', { status: 200, headers, body: text });
  await home.cacheAgain(page);
  expect(await isCached(page), 'a redirected answer').toBe(false);
  home.proxy.instead.set('/', { status: 200, headers, body: text });
  await home.cacheAgain(page);
  expect(await isCached(page), 'the site’s page').toBe(true);
  expect(await opensRendered()).toBe(true);
});

test('an invalid reply removes nothing', async () => {
  home.proxy.instead.set('/', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' });
  await home.cacheAgain(page);
  expect(await opensRendered()).toBe(true);
});

test('logging in removes the cached page; none is cached while logged in, and a new one after', async () => {
  // The log-in page's own request must not interfere.
  withholdHome();
  await logIn();
  expect(await isCached(page)).toBe(false);
  home.proxy.judge = () => 'pass';
  await page.goto(device.origin);
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await home.cacheAgain(page);
  expect(await opensRendered()).toBe(false);

  // A visit caches its page once, some seconds after it began, which may be after a sign-out.
  withholdHome();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Log In' }).first().waitFor();
  expect(await opensRendered()).toBe(false);
  home.proxy.judge = () => 'pass';
  await page.goto(device.origin);
  await expect.poll(() => isCached(page), longTimeout).toBe(true);
  expect(await opensRendered()).toBe(true);
});

/** Records the worker's changes to the cached page from now on. */
async function watchWorker(): Promise<() => Promise<string[]>> {
  const [worker] = device.context.serviceWorkers();
  if (!worker) throw new Error('There is no worker.');
  await worker.evaluate((name) => {
    const did: string[] = [];
    Object.assign(globalThis, { did });
    const { put } = Cache.prototype;
    Cache.prototype.put = async function (this: Cache, ...what) {
      await put.apply(this, what);
      if (String(what[0]).includes('/index.html')) did.push('put');
    };
    const drop = CacheStorage.prototype.delete;
    CacheStorage.prototype.delete = async function (this: CacheStorage, what) {
      const outcome = await drop.call(this, what);
      if (what === name) did.push('drop');
      return outcome;
    };
  }, cachedHomePage);
  return () => worker.evaluate(() => (globalThis as unknown as { did: string[] }).did);
}

test('a page that arrives after a log-in is not cached', async () => {
  await page.evaluate((name) => caches.delete(name), cachedHomePage);
  const did = await watchWorker();
  const delayed = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  home.proxy.delay = async (_method, path) => {
    if (path !== '/') return;
    asked.resolve();
    await delayed.promise;
  };
  await page.evaluate(() => navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_PAGE' }));
  await asked.promise;
  await device.context.addCookies([{ ...checkCookie, url: device.origin }]);
  delayed.resolve();
  await expect.poll(did, longTimeout).toContain('put');
  await expect.poll(() => isCached(page), longTimeout).toBe(false);
  withholdHome();
  await device.context.clearCookies();
  expect(await opensRendered()).toBe(false);
});

test('a member whose log-in this page did not see gets no cached page, nor does the next visitor', async () => {
  withholdHome();
  await device.context.addCookies([{ ...checkCookie, url: device.origin }]);
  expect(await opensRendered()).toBe(false);
  await device.context.clearCookies();
  expect(await opensRendered()).toBe(false);
});

test('a new version starts without a cached page', async () => {
  const { device: older, page: open } = await home.visited();
  withholdHome();
  home.proxy.appended.set('/worker.js', '\n// The next build.');
  await open.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await open.getByRole('heading', { name: 'A new version is ready' }).waitFor(longTimeout);
  expect(await isCached(open)).toBe(true);
  const loaded = open.waitForEvent('load');
  await open.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  // A busy machine may load the page before the new worker has started, and once more after that.
  await expect.poll(() => isCached(open).catch(() => null), longTimeout).toBe(false);
  home.proxy.appended.clear();
  expect(await opensRendered(older)).toBe(false);
  await older.close();
});

/** Changes the cached home page. */
const change = (how: { headers?: Record<string, string>; text?: string; only?: boolean }) =>
  page.evaluate(
    async ([name, { headers = {}, text, only }]) => {
      const cache = await caches.open(name);
      const [place] = await cache.keys();
      const cached = place && (await cache.match(place));
      if (!cached) throw new Error('Nothing is cached.');
      const body = text ?? (await cached.text());
      await cache.put(
        place,
        new Response(body, { headers: only ? headers : { ...Object.fromEntries(cached.headers), ...headers } }),
      );
    },
    [cachedHomePage, how] as const,
  );

test('an outdated page, or one of another site, is not shown', async () => {
  withholdHome();
  await change({ headers: { 'x-kept-at': String(Date.now() + 60_000) } });
  expect(await opensRendered()).toBe(true);
  const before = Date.now() - 31 * 24 * 3_600_000;
  await change({ headers: { 'x-kept-at': String(before) } });
  expect(await opensRendered()).toBe(false);
  // The worker may have deleted it meanwhile.
  home.proxy.judge = () => 'pass';
  await home.cacheAgain(page);
  withholdHome();
  await change({ text: '<title>Campsite</title>', headers: { 'content-type': 'text/html' }, only: true });
  expect(await opensRendered()).toBe(false);
});

test('the worker deletes a page with changed bytes', async () => {
  withholdHome();
  await change({ text: '<title>Campsite</title>' });
  await device.restart();
  const { page: next, text } = await openHome(device);
  page = next;
  expect(text).toContain('Campsite');
  await expect.poll(() => isCached(page), longTimeout).toBe(false);
  expect(await opensRendered()).toBe(false);
});

test('no page is cached for a remembered member without a cookie', async () => {
  await logIn();
  await device.context.clearCookies();
  await device.context.setOffline(true);
  await page.goto(device.origin);
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  home.proxy.judge = (_method, path) => (path.startsWith('/api/') ? 'refuse' : 'pass');
  await device.context.setOffline(false);
  const before = home.answers.length;
  const did = await watchWorker();
  await home.cacheAgain(page);
  expect(await did()).toContain('drop');
  expect(home.answers.length).toBe(before);
  expect(await isCached(page)).toBe(false);
});
