/** @module-tag nightly */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { photoOfPath } from '#contract/photo-paths.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Rider } from '#tests/kit/rider.ts';
import { choose, chosenIn } from '#tests/kit/segment.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { isRendered, openRendered, untilRendered } from '#tests/kit/until-rendered.ts';

type BikeDocument = { _id: string; slug: string; photos: { id: string }[] };

let site: Site;
let browser: FleetingBrowser;
let bike: string;
let photos: string[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const found = await (await site.db()).collection<BikeDocument>('bikes').findOne({
    status: 'Active',
    'photos.2': { $exists: true },
  });
  bike = bikePage(found?._id ?? '', found?.slug ?? '');
  photos = found?.photos.map(({ id }) => id) ?? [];
  browser = new FleetingBrowser();
  for (const path of ['/', bike, '/bike/search']) await untilRendered(site.origin + path);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const fine = { viewport: phone, deviceScaleFactor: 3, hasTouch: true, isMobile: true } as const;
/** A device that sends Save-Data. */
const frugal = { ...fine, extraHTTPHeaders: { 'save-data': 'on' } } as const;

/** A visitor, with the widths of the photos that their pages request. */
async function visitor(options: BrowserContextOptions) {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  if (options.extraHTTPHeaders)
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  const asked: { id: string; width: number }[] = [];
  context.on('request', (request) => {
    const photo = photoOfPath(new URL(request.url()).pathname);
    if (photo) asked.push(photo);
  });
  return { context, asked, widths: () => [...new Set(asked.map(({ width }) => width))].sort((a, b) => a - b) };
}

/** Opens a server-rendered page, waits until it is hydrated where it can be, and until its requests are done. */
async function look(context: BrowserContext, path: string, canHydrate = true): Promise<Page> {
  const page = await context.newPage();
  await openRendered(page, site.origin + path);
  if (canHydrate) await page.getByRole('button', { name: 'OK' }).waitFor();
  await untilIdle(page, canHydrate);
  return page;
}
const textOf = (path: string, headers: Record<string, string> = {}) =>
  until(async () => {
    const answer = await fetch(site.origin + path, { headers });
    expect(answer.headers.get('vary')).toMatch(/\bSave-Data\b/);
    const text = await answer.text();
    // A busy machine may be too slow for the first request.
    expect(isRendered(text)).toBe(true);
    return text;
  });
/** All picture sizes that a page's HTML names. */
const sizesIn = (text: string) => [
  ...new Set([...text.matchAll(/(?:image)?sizes="([^"]*)"/gi)].map(([, size]) => size)),
];

test('pages with and without data saving are rendered separately, and neither is served for the other', async () => {
  for (const path of ['/', bike, '/bike/search']) {
    const full = await textOf(path);
    const small = await textOf(path, { 'save-data': 'on' });
    expect(sizesIn(small), path).toEqual(['64px']);
    expect(sizesIn(full), path).not.toContain('64px');
    expect(await textOf(path), path).toBe(full);
    expect(await textOf(path, { cookie: 'data=Reduced' }), path).toBe(small);
    expect(await textOf(path, { cookie: 'data=Full', 'save-data': 'on' }), path).toBe(full);
    expect(await textOf(path, { cookie: 'data=whatever' }), path).toBe(full);
  }
});

test.each([
  ['with script', true],
  ['without', false],
])('a device that saves data gets the smallest photos only, %s', async (_, javaScriptEnabled) => {
  const { context, widths } = await visitor({ ...frugal, javaScriptEnabled });
  for (const path of ['/', bike, '/bike/search']) await (await look(context, path, javaScriptEnabled)).close();
  expect(widths()).toEqual([320]);
  await context.close();
});

test('one that does not gets the sizes that fit its screen', async () => {
  const { context, widths } = await visitor(fine);
  await look(context, '/');
  await expect.poll(() => Math.max(...widths())).toBeGreaterThan(320);
  await context.close();
});

test('a large photo is loaded on request, by keyboard, and no other one', async () => {
  const { context, asked } = await visitor(frugal);
  const page = await look(context, bike);
  await page.getByRole('button', { name: 'OK' }).click();
  const load = page.getByRole('button', { name: 'Load the large photo' });
  expect(await faultsOf(page)).toEqual([]);
  const below = page.getByRole('heading', { name: 'Specifications' });
  const before = await below.boundingBox();
  await load.press('Enter');
  await load.waitFor({ state: 'detached' });
  // The focus moves to the photo, and nothing shifts.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/Open large$/);
  const large = () => asked.filter(({ width }) => width > 320).map(({ id }) => id);
  await expect.poll(large).toEqual([photos[0]]);
  expect(await below.boundingBox()).toEqual(before);
  await page.keyboard.press('ArrowRight');
  await load.waitFor();
  expect(large()).toEqual([photos[0]]);

  // A press on a photo requests it; the next one beside it is small again.
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog');
  await box.waitFor();
  await expect.poll(() => new Set(large())).toEqual(new Set([photos[0], photos[1]]));
  await page.keyboard.press('ArrowRight');
  await box.getByLabel(/^Photo 3 of/).waitFor();
  await box.getByRole('button', { name: 'Load the large photo' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(large()).not.toContain(photos[2]);
  await box.getByRole('button', { name: 'Load the large photo' }).press('Enter');
  await expect.poll(large).toContain(photos[2]);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Photos');
  await context.close();
});

test("a visitor chooses it, and the next page is rendered so; the choice wins over the device's header", async () => {
  const { context, asked, widths } = await visitor(fine);
  const page = await look(context, '/preferences');
  await choose(page, 'Photos', 'Small');
  await page.getByText('Saved on this device').waitFor();
  asked.length = 0;
  for (const path of ['/', bike]) await (await look(context, path)).close();
  expect(widths()).toEqual([320]);
  await choose(page, 'Photos', 'Auto');
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain('data');
  await context.close();

  const other = await visitor(frugal);
  const settings = await look(other.context, '/preferences');
  expect(await chosenIn(settings, 'Photos')).toBe('System');
  await choose(settings, 'Photos', 'Full');
  await settings.getByText('Saved on this device').waitFor();
  await settings.close();
  await look(other.context, '/');
  await expect.poll(() => Math.max(...other.widths())).toBeGreaterThan(320);
  await other.context.close();
});

test('an offline choice applies to the pages of this device at once', async () => {
  const ana = await Rider.join(site, 'ana', { worker: true });
  const { page } = ana;
  await page.setViewportSize(desktop);
  await ana.go('/');
  await page.getByRole('article').first().waitFor();
  await ana.settle();
  await ana.go('/user/preferences');
  await ana.device.context.setOffline(true);
  await choose(page, 'Photos', 'Small');
  await page.getByText('Your other devices follow when there is signal').waitFor();
  await ana.go('/');
  await page.getByRole('article').first().waitFor();
  const sizes = () =>
    page.locator('main img[srcset]').evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('sizes')))]);
  await expect.poll(sizes).toEqual(['64px']);
  await ana.device.context.setOffline(false);
  const storedChoice = async () => (await (await site.db()).collection('preferences').findOne({}))?.chosen.data?.value;
  await expect.poll(storedChoice).toBe('Reduced');
  await ana.close();
});
