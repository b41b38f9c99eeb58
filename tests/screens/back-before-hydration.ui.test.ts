/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { userPage } from '#contract/user-page.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { openRendered, untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let path: string;
beforeAll(async () => {
  site = await Site.start();
  const ana = await joinSite(site, 'ana');
  const photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480 }), { id: photo });
  for (const more of [{ model: 'Ogre' }, { model: 'Pugsley', ownership: 'Sold' } as const])
    await ana.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photo], more) });
  const user = await (await site.db()).collection('users').findOne({ username: 'ana' });
  path = userPage(String(user?._id), 'ana');
});
afterAll(() => site?.close());

const bikes = (page: Page) =>
  page.getByRole('region', { name: 'Bikes' }).getByRole('article').getByRole('heading').allTextContents();
const current = ['Surly Ogre'];
const previous = ['Surly Pugsley'];

type Visit = { page: Page; faults: string[]; close: () => Promise<void> };

/** A visitor who went from a member's current bikes to their former ones. */
async function visitor(serviceWorkers: 'allow' | 'block'): Promise<Visit> {
  const device = await Device.open(site.origin, { worker: serviceWorkers === 'allow' });
  const page = await device.page();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  await openRendered(page, site.origin + path);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect.poll(() => bikes(page)).toEqual(current);
  await page.getByRole('link', { name: /^Previous/ }).press('Enter');
  await expect.poll(() => bikes(page)).toEqual(previous);
  await untilRendered(page.url());
  return { page, faults, close: () => device.close() };
}

async function isBackAtCurrent({ page, faults }: Visit): Promise<void> {
  await page.waitForURL(site.origin + path);
  await expect.poll(() => bikes(page)).toEqual(current);
  expect(await page.locator('link[rel=canonical]').count()).toBe(1);
  await page.goForward();
  await expect.poll(() => bikes(page)).toEqual(previous);
  expect(faults).toEqual([]);
}

test('Back before a server-rendered page has its scripts shows the other page', async () => {
  const visit = await visitor('block');
  const { page } = visit;
  const { promise: come, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!theme|reader|hydrate-when-idle)[^/]+\.js$/, async (route) => {
    await come;
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => bikes(page)).toEqual(previous);
  await page.goBack();
  resolve();
  await isBackAtCurrent(visit);
  await visit.close();
});

/** Runs in a page: goes back as soon as its URL has been read, and blocks the page until that is done. */
function backOnceRead(): void {
  const state = Object.getOwnPropertyDescriptor(History.prototype, 'state');
  const get = state?.get;
  if (!get || sessionStorage.getItem('back') !== 'next') return;
  sessionStorage.setItem('back', 'asked');
  Object.defineProperty(History.prototype, 'state', {
    ...state,
    get() {
      Object.defineProperty(History.prototype, 'state', state);
      addEventListener('popstate', () => sessionStorage.setItem('back', 'done'), { once: true });
      history.back();
      const end = performance.now() + 100;
      while (performance.now() < end);
      return get.call(this);
    },
  });
}

test.each([
  { page: 'server-rendered', serviceWorkers: 'block' },
  { page: 'cached', serviceWorkers: 'allow' },
] as const)('Back while a $page page is being shown shows the other page', async ({ serviceWorkers }) => {
  const visit = await visitor(serviceWorkers);
  const { page } = visit;
  await page.addInitScript(backOnceRead);
  await page.evaluate(() => sessionStorage.setItem('back', 'next'));
  await page.reload();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('back'))).toBe('done');
  await isBackAtCurrent(visit);
  await visit.close();
});
