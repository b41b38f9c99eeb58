/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let bikes: { id: string; path: string }[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const rows = (await site.db()).collection<{ _id: string; slug: string }>('bikes');
  const found = await rows.find({ status: 'Active' }).limit(2).toArray();
  bikes = found.map(({ _id, slug }) => ({ id: _id, path: bikePage(_id, slug) }));
});
afterAll(() => site?.close());

const cachedPhotos = (page: Page) =>
  page.evaluate(async () => {
    const caches = await Promise.all(['photos', 'thumbnails'].map((name) => window.caches.open(name)));
    return (await Promise.all(caches.map((cache) => cache.keys()))).flat().length;
  });

const row = (page: Page, name: string) => page.getByRole('row', { name });
/** A server-rendered page shows its bike before it is cached. */
const cachedBikes = (page: Page) => countRows(page, 'cache', 'bikes');

test('a visitor sees the stored bikes, and removes one and then all from the device, by keyboard', async () => {
  const device = await Device.open(site.origin, { worker: true });
  const page = await device.page('/');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  for (const [at, { path }] of bikes.entries()) {
    await page.goto(site.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => cachedBikes(page)).toBe(at + 1);
    await expect.poll(() => cachedPhotos(page)).toBeGreaterThan(0);
  }
  await page.goto(`${site.origin}/preferences`);
  await page.getByRole('button', { name: 'Show storage' }).press('Enter');
  const removals = page.getByRole('button', { name: /^Remove \S+ \S+/ });
  await row(page, 'Bikes and comments 2').waitFor();
  await page.getByText(/MB on this device$/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await removals.first().press('Enter');
  await row(page, 'Bikes and comments 1').waitFor();
  const before = await cachedPhotos(page);
  await page.getByRole('button', { name: 'Remove all' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await row(page, 'Bikes and comments 0').waitFor();
  // Requests of earlier pages may still arrive.
  await expect.poll(() => cachedPhotos(page)).toBeLessThan(before);
  await device.context.setOffline(true);
  await page.goto(site.origin + (bikes[0]?.path ?? ''));
  await page
    .getByText('This page is not here')
    .or(page.getByText(/signal|connection/))
    .first()
    .waitFor();
  await device.close();
});

test("a member's draft is counted, and stays when everything else is removed", async () => {
  const ana = await Rider.join(site, 'ana', { worker: true });
  await ana.go('/user/bike/add#bike');
  await ana.page.getByLabel('Year').fill('2021');
  await ana.page.getByText('Saved on this device').waitFor();
  await ana.page.goto(site.origin + (bikes[0]?.path ?? ''));
  await ana.page.getByRole('heading', { level: 1 }).waitFor();
  await expect.poll(() => cachedBikes(ana.page)).toBe(1);
  await ana.go('/user/preferences');
  await ana.main.getByRole('link', { name: /^Storage/ }).click();
  await row(ana.page, 'Drafts 1').waitFor();
  await ana.page.getByRole('button', { name: 'Remove all' }).click();
  await ana.page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await row(ana.page, 'Bikes and comments 0').waitFor();
  await row(ana.page, 'Drafts 1').waitFor();
  expect(await faultsOf(ana.page)).toEqual([]);
  await ana.close();
});
