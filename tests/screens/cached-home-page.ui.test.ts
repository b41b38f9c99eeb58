/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { likeBike } from '#contract/likes.ts';
import { cachedHomePage } from '#src/storage/cached-home-page.ts';
import { Device } from '#tests/kit/browser.ts';
import { CachedHome, isCached, isRendered, openHome } from '#tests/kit/cached-home.ts';
import { fillQuota, limitQuota } from '#tests/kit/quota.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const longTimeout = { timeout: 60_000, interval: 100 };

let home: CachedHome;
/** A visitor's device that has opened home. */
let device: Device;
beforeAll(async () => {
  home = await CachedHome.start();
  ({ device } = await home.visited());
});
afterAll(async () => {
  await device?.close();
  await home?.close();
});

type Watching = { contentAt?: number };

/** Records when the first bike is in the document, in milliseconds after the navigation. */
function watchContent(): void {
  const watching = globalThis as Watching;
  const look = () => {
    if (watching.contentAt !== undefined || !document.querySelector('article')) return;
    watching.contentAt = performance.now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

/**
 * Starts the browser offline and opens home. Returns whether it was server-rendered, and when its content was there.
 */
async function coldStart(): Promise<{ wasRendered: boolean; contentAt: number; page: Page }> {
  await device.restart();
  await device.context.setOffline(true);
  const { page, text } = await openHome(device, watchContent);
  const seen = await page.waitForFunction(() => (globalThis as Watching).contentAt, undefined, longTimeout);
  return { wasRendered: isRendered(text), contentAt: (await seen.jsonValue()) ?? Number.NaN, page };
}

/** The shortest time, as other work only adds to it. */
const shortest = (times: number[]) => Math.min(...times);

test('the first visit caches home without loading it twice', () => {
  expect(home.answers).toEqual([200, 304]);
});

test('a cached page starts with old data, refreshes at once, shows changes, and is cached again', async () => {
  await strangeBike(await home.site.db(), 'Midnight Special');
  const member = await joinSite(home.site, 'rosalind');
  const bikeId = (await (await home.site.db()).collection('bikes').findOne())?._id;
  // The test's direct write is noticed with the site's next write.
  await member.call(likeBike, { params: { bikeId: String(bikeId) } });

  await device.restart();
  // The browser may request a page by itself while its worker starts.
  let refreshes = 0;
  device.context.on('request', (request) => {
    if (request.serviceWorker() && new URL(request.url()).pathname === '/') refreshes += 1;
  });
  const { page, text } = await openHome(device);
  expect(isRendered(text)).toBe(true);
  expect(text).not.toContain('Midnight Special');
  await page.getByRole('article').filter({ hasText: 'Midnight Special' }).first().waitFor();
  await expect.poll(() => refreshes, longTimeout).toBe(1);
  await home.cacheAgain(page);

  await device.restart();
  await device.context.setOffline(true);
  const again = await openHome(device);
  expect(again.text).toContain('Midnight Special');
  await again.page.getByText('No signal.').waitFor();
});

test('a cached page shows newer data of the device', async () => {
  await device.context.setOffline(false);
  const { page } = await openHome(device);
  await home.cacheAgain(page);
  home.proxy.judge = (_method, path) => (path === '/' ? 'refuse' : 'pass');
  await strangeBike(await home.site.db(), 'Ogre');
  const member = await joinSite(home.site, 'quentin');
  const bikeId = (await (await home.site.db()).collection('bikes').findOne())?._id;
  await member.call(likeBike, { params: { bikeId: String(bikeId) } });
  await page.reload();
  await page.getByRole('article').filter({ hasText: 'Ogre' }).first().waitFor();
  await device.restart();
  await device.context.setOffline(true);
  const next = await openHome(device);
  home.proxy.judge = () => 'pass';
  expect(isRendered(next.text)).toBe(true);
  expect(next.text).not.toContain('Ogre');
  await next.page.getByRole('article').filter({ hasText: 'Ogre' }).first().waitFor();
});

test('a visitor returning offline sees the bikes in the document itself, sooner than by script', {
  timeout: 400_000,
}, async () => {
  const times = { cached: [] as number[], shell: [] as number[] };
  for (const how of ['cached', 'shell'] as const) {
    for (let attempt = 0; attempt < 3; attempt++) {
      const { wasRendered, contentAt, page } = await coldStart();
      expect(wasRendered).toBe(how === 'cached');
      times[how].push(contentAt);
      await page.getByText('No signal.').waitFor();
      await page.getByText(/^Saved /).waitFor();
      if (how === 'cached' && attempt === 2) await page.evaluate((name) => caches.delete(name), cachedHomePage);
    }
  }
  const [cached, shell] = [shortest(times.cached), shortest(times.shell)];
  console.info(
    `Offline cold start of home, content in the document: cached ${cached} ms, by script ${shell} ms`,
    times,
  );
  expect(cached).toBeLessThan(shell);
});

test('a full device caches no page, and opens the site as usual', async () => {
  const device = await Device.open(home.site.origin, { worker: true });
  const tab = await device.page('/favicon.svg');
  await limitQuota(tab, 16_000_000);
  // The visit itself asks to cache home: not while there is space.
  home.proxy.judge = (_method, path) => (path === '/' ? 'refuse' : 'pass');
  const visit = await device.page('/contact');
  await visit.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, longTimeout);
  await fillQuota(tab);
  home.proxy.judge = () => 'pass';
  const { page } = await openHome(device);
  await home.cacheAgain(page);
  expect(await isCached(page)).toBe(false);
  await page.reload();
  await page.getByRole('article').first().waitFor();
  await device.close();
});

type Listening = { said: string[]; registers?: true };

/** Records a page's messages to its worker, and that it has started it. */
function listen(): void {
  const said: string[] = [];
  const listening: Listening = Object.assign(globalThis, { said });
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (this: ServiceWorkerContainer, ...what) {
    listening.registers = true;
    return register.apply(this, what);
  };
  const { postMessage } = ServiceWorker.prototype;
  ServiceWorker.prototype.postMessage = function (this: ServiceWorker, ...messages: [unknown]) {
    said.push((messages[0] as { type?: string }).type ?? '');
    postMessage.apply(this, messages);
  };
}

test('a page asks its worker once to cache home, and not with data saving', async () => {
  const { device } = await home.visit('/', listen);
  const said = async (saveData: boolean) => {
    const page = await device.context.newPage();
    await page.clock.install();
    if (saveData) {
      await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    }
    await page.goto(device.origin);
    // Until then nothing of it depends on the clock.
    await page.waitForFunction(() => (globalThis as unknown as Listening).registers, undefined, longTimeout);
    await page.clock.fastForward(10_000);
    await page.clock.fastForward(10_000);
    const messages = await page.evaluate(() => (globalThis as unknown as Listening).said);
    await page.close();
    return messages.filter((word) => word === 'KEEP_PAGE');
  };
  expect(await said(false)).toEqual(['KEEP_PAGE']);
  expect(await said(true)).toEqual([]);
  await device.close();
});
