import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device, desktop, FleetingBrowser, phone, tablet } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { scrolledTo } from '#tests/kit/scrolled.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { isRendered, untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin, { worker: true });
});
afterAll(async () => {
  await device.close();
  await site.close();
});

type Watched = { shifted: number };

/** Opens a page that records its layout shifts. */
async function open(path: string, { context }: Pick<Device, 'context'> = device): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    watched.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) watched.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(new URL(path, site.origin).href);
  return page;
}

const firstBike = async (page: Page) => (await page.locator('article a').first().getAttribute('href')) ?? '';
const scrollTopOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** Follows a link. Returns the scroll position at that moment, as a late font may have shifted the page. */
async function leaveBy(link: Locator): Promise<number> {
  const page = link.page();
  await page.evaluate(() => {
    const left = new Promise<number>((resolve) =>
      addEventListener('click', () => resolve(scrollY), { capture: true, once: true }),
    );
    Object.assign(globalThis, { left });
  });
  await link.click();
  return page.evaluate(() => (globalThis as unknown as { left: Promise<number> }).left);
}

describe('every public screen has content and logs no error', () => {
  const screens: [string, string, string][] = [
    ['home', '/', 'Recent'],
    ['a search', '/bike/search?category=Gravel', 'Gravel'],
    ['a search that finds nothing', '/bike/search?keywords=qqqq', 'No bikes found.'],
    ['an address that leads nowhere', '/nowhere', 'Page not found'],
  ];
  const isSound = async (page: Page, heading: string) => {
    await page.getByRole('heading', { name: heading }).last().waitFor();
    await untilIdle(page);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as Watched).shifted)).toBeLessThan(0.02);
    expect(await tooWide(page)).toEqual([]);
    await page.close();
  };
  test.each(screens)('%s', async (_, path, heading) => {
    await untilRendered(site.origin + path);
    await isSound(await open(path), heading);
  });

  test.each([
    ['phone', phone],
    ['tablet', tablet],
    ['desktop', desktop],
  ])('home, client-rendered by a busy site, on a %s', async (_, viewport) => {
    const clientRendered = await fetch(`${site.origin}/user/outbox`);
    const body = await clientRendered.text();
    expect(isRendered(body)).toBe(false);
    // A visitor without cache: no worker serves a cached page.
    const browser = new FleetingBrowser();
    const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
    const answer = { body, headers: Object.fromEntries(clientRendered.headers) };
    await context.route(`${site.origin}/`, (route) => route.fulfill(answer));
    const page = await open('/', { context });
    expect(await page.locator('#initial-data').count()).toBe(0);
    await isSound(page, 'Recent');
    await browser.close();
  });
});

test('a bike has one URL, a title, and photos that the arrow keys change', async () => {
  const bikes = (await site.db()).collection<{ _id: string; slug: string }>('bikes');
  const found = await bikes.findOne({ status: 'Active', 'photos.2': { $exists: true } });
  const right = bikePage(found?._id ?? '', found?.slug ?? '');
  const page = await open(right.replace(/[^/]+$/, 'an-old-name'));
  await page.waitForURL(`**${right}`);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(site.origin + right);
  const model = (await page.locator('h1').innerText()).split('\n').at(-1);
  await expect.poll(() => page.title()).toContain(model);
  await page.getByRole('button', { name: 'OK' }).click();

  const place = page.locator('section[aria-label=Photos] output');
  await page.locator('[data-slide]').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => place.innerText()).toMatch(/^2 \/ /);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText(/^3 \/ /).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(() => place.innerText()).toMatch(/^3 \/ /);
  expect(await faultsOf(page)).toEqual([]);
  await page.close();
});

test('Back restores the position on home, with the same random bike; a new page begins at its top with its heading focused', async () => {
  const page = await open('/');
  const random = page.getByRole('region', { name: 'Random' });
  const another = random.getByRole('button', { name: 'Another' });
  const nameOf = () => random.getByRole('heading', { level: 3 }).innerText();
  // A visitor who has accepted cookies sees by this menu that the page is hydrated.
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  const first = await nameOf();
  await another.focus();
  await page.keyboard.press('r');
  const isBusy = async () => (await another.getAttribute('aria-busy')) !== null;
  await expect.poll(async () => !(await isBusy()) && (await nameOf()) !== first).toBe(true);
  const bike = await nameOf();
  const last = page.getByRole('region', { name: 'Recent' }).getByRole('article').last();
  await scrolledTo(last);
  const left = await leaveBy(last.getByRole('link'));
  expect(left).toBeGreaterThan(0);
  await page.locator('section[aria-label=Photos]').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await expect.poll(() => scrollTopOf(page)).toBe(0);
  await page.goBack();
  await page.waitForFunction((top) => Math.abs(scrollY - top) < 2, left);
  expect(await nameOf()).toBe(bike);
  await page.close();
});

test('Back restores the position also in a browser without the scrollend event', async () => {
  const page = await device.context.newPage();
  await page.addInitScript(() => addEventListener('scrollend', (event) => event.stopImmediatePropagation(), true));
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  const last = page.getByRole('region', { name: 'Recent' }).getByRole('article').last();
  const scrolled = page.evaluate(
    () => new Promise<void>((resolve) => addEventListener('scroll', () => resolve(), { once: true })),
  );
  await last.scrollIntoViewIfNeeded();
  await scrolled;
  const topOf = () => last.evaluate((card) => card.getBoundingClientRect().top);
  const top = await topOf();
  expect(await leaveBy(last.getByRole('link'))).toBeGreaterThan(0);
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await expect.poll(() => scrollTopOf(page)).toBe(0);
  await page.goBack();
  // The card is where it was. What is above it may have taken its real height meanwhile.
  await expect.poll(async () => Math.abs((await topOf()) - top)).toBeLessThan(4);
  await page.close();
});

test('a visitor is asked to log in before a like, and returns to the bike', async () => {
  const page = await open('/');
  const bike = await firstBike(page);
  await page.goto(site.origin + bike);
  expect(await page.getByRole('link', { name: 'Like' }).getAttribute('href')).toContain(encodeURIComponent(bike));
  await expect.poll(() => page.getByRole('link', { name: 'Log in to comment' }).count()).toBe(1);
  await page.goto(`${site.origin}/user/outbox`);
  await page.waitForURL(/\/account\/login\?returnTo=%2Fuser%2Foutbox/);
  await page.close();
});

/** The device's cached data of a bike. */
const cachedDataOf = (page: Page, id: string) =>
  page.evaluate(async (one) => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open('cache');
      open.onsuccess = () => resolve(open.result);
    });
    const names = ['bikes', 'images', 'feeds'];
    const all = names.map((name) => db.transaction(name).objectStore(name).getAll());
    await Promise.all(all.map((request) => new Promise((resolve) => request.addEventListener('success', resolve))));
    db.close();
    const [bikes = [], images = [], feeds = []] = all.map((request) => request.result);
    const photos = bikes.find((row) => row.id === one)?.bike.photos ?? [];
    return {
      photos: photos.map((photo: { id: string }): string => photo.id) as string[],
      inLists: feeds.some((feed) => feed.items.some((card: { id: string }) => card.id === one)),
      pictures: images.map((row): string => row.photoId),
    };
  }, id);

test('a removed bike is deleted from the device, with its pictures and its place in every list', async () => {
  const page = await open('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const path = await firstBike(page);
  const id = path.split('/')[2] ?? '';
  await page.goto(site.origin + path);
  const shared = (all: string[], some: string[]) => all.filter((one) => some.includes(one)).length;
  const cachedPictures = async () => {
    const { photos, pictures } = await cachedDataOf(page, id);
    return shared(pictures, photos);
  };
  await expect.poll(cachedPictures).toBeGreaterThan(0);
  const { photos } = await cachedDataOf(page, id);
  await expect.poll(async () => (await cachedDataOf(page, id)).inLists).toBe(true);
  const bikes = (await site.db()).collection<{ _id: string; status: string }>('bikes');
  await bikes.updateOne({ _id: id }, { $set: { status: 'Removed' } });
  // Another process's writes may appear a minute later.
  await site.stop();
  await site.start();
  await page.reload();
  await page.getByText('This bike has been removed.').waitFor();
  await expect.poll(() => cachedDataOf(page, id)).toMatchObject({ photos: [], inLists: false });
  await expect.poll(async () => shared((await cachedDataOf(page, id)).pictures, photos)).toBe(0);
  await page.close();
});

test('while the site cannot reply, each screen says so and offers a retry', async () => {
  const page = await open('/nowhere');
  const error = { code: 'unavailable', message: 'The site is busy. Try again in a moment.' };
  const answer = { successful: false, data: null, validation: null, error };
  await page.route('**/api/v1/bikes/**', (route) =>
    route.fulfill({ status: 503, headers: { 'X-Headbadge': '1' }, json: answer }),
  );
  await page.goto(`${site.origin}/bike/search?category=Track`);
  await page.getByText(error.message).waitFor();
  await page.unroute('**/api/v1/bikes/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.locator('article').first().waitFor();
  await page.goto(`${site.origin}/bike/01900000-0000-7000-8000-000000000000/gone`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.close();
});
