import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

type Opened = { path: string; model: string; brand: string };

let site: Site;
let device: Device;
let page: Page;
/** The bikes that were opened online: three road bikes, and one more of steel. */
let opened: Opened[];
const roads = 3;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const anybody = browserAt(site);
  const some = async (query: Record<string, string[] | string>) => {
    const { answer } = await anybody.call(searchBikes, { query });
    if (!answer.successful) throw new Error('The search was refused.');
    return answer.data.items.map(({ id, slug, brand, model }) => ({ path: bikePage(id, slug), brand, model }));
  };
  const road = (await some({ category: ['Road'], sort: 'Newest' })).slice(0, roads);
  opened = [...road, ...(await some({ category: ['Touring'], sort: 'Newest' })).slice(0, 1)];
  device = await Device.open(site.origin, { worker: true });
  page = await device.page('/');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  for (const { path } of opened) {
    await page.goto(site.origin + path);
    await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  }
  const cachedBikeCount = () =>
    page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open('cache');
        asked.onsuccess = () => resolve(asked.result);
      });
      const keys = db.transaction('bikes').objectStore('bikes').count();
      await new Promise((resolve) => keys.addEventListener('success', resolve));
      db.close();
      return keys.result;
    });
  await until(async () => expect(await cachedBikeCount()).toBe(opened.length));
  await device.context.setOffline(true);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const titles = async () =>
  (await page.getByRole('main').getByRole('article').getByRole('heading').allInnerTexts())
    .map((text) => text.split('\n').at(-1))
    .sort();
const modelsOf = (bikes: readonly Opened[]) => bikes.map(({ model }) => model).sort();
const total = (text: string) =>
  expect.poll(() => page.getByRole('main').getByRole('status').first().innerText()).toBe(text);

test('offline, the bikes of this device are searched, and the screen says so', async () => {
  await page.goto(`${site.origin}/bike/search`);
  await page.getByText(`No signal. Searching the ${opened.length} bikes saved here.`).waitFor();
  await total(`${opened.length} bikes`);
  expect(await titles()).toEqual(modelsOf(opened));
});

test('filters, words, orders and suggestions work as online', async () => {
  await page.goto(`${site.origin}/bike/search`);
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByRole('checkbox', { name: `Road ${roads} bikes` }).check();
  await sheet.getByRole('button', { name: `Show ${roads} bikes` }).click();
  await total(`${roads} bikes`);
  expect(await titles()).toEqual(modelsOf(opened.slice(0, roads)));
  await page.getByLabel('Sort').selectOption('Oldest');
  await page.waitForURL('**/bike/search?category=Road&sort=Oldest');
  await total(`${roads} bikes`);
  // Both orders have the same number of bikes, so only the cards tell when the new one is shown.
  const last = () => page.getByRole('article').last().getByRole('heading').innerText();
  await expect.poll(async () => (await last()).split('\n').at(-1)).toBe(opened[0]?.model);

  const [bike] = opened;
  const field = page.getByLabel('Search the site');
  await field.fill(bike?.brand.toLowerCase() ?? '');
  await page.getByRole('option').filter({ hasText: 'Brand' }).first().click();
  await page.waitForURL(/\/bike\/search\?brand=/);
  await page.getByRole('heading', { level: 1, name: bike?.brand ?? '' }).waitFor();
  // The URL names the brand while the previous bikes are still shown.
  await expect.poll(titles).toEqual(modelsOf(opened.filter(({ brand }) => brand === bike?.brand)));
});

test('a search without results says so, and what to leave out', async () => {
  await page.goto(`${site.origin}/bike/search?category=Road&keywords=zeppelin`);
  await page.getByRole('heading', { name: 'No bikes found.' }).waitFor();
  await page.getByText(`No signal. Searching the ${opened.length} bikes saved here.`).waitFor();
  await page.getByRole('link', { name: `Without “zeppelin”: ${roads} bikes` }).click();
  await total(`${roads} bikes`);
});

test("back online, the site's results are loaded by themselves", async () => {
  await page.goto(`${site.origin}/bike/search?category=Road`);
  await page.getByText('No signal. Searching').first().waitFor();
  await device.context.setOffline(false);
  await page.getByText('No signal. Searching').first().waitFor({ state: 'detached' });
  await expect.poll(async () => (await titles()).length).toBeGreaterThan(roads);
});
