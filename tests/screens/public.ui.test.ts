import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device, desktop, FleetingBrowser, phone, tablet } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { scrolledTo } from '#tests/kit/scrolled.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { fetchRendered, isRendered, openRendered, reloadUntilRendered } from '#tests/kit/until-rendered.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

let site: Site;
let device: Device;
/** Visitors without cache. */
let visitors: FleetingBrowser;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin, { worker: true });
  visitors = new FleetingBrowser();
});
afterAll(async () => {
  await device.close();
  await visitors.close();
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

const sizes = [
  ['phone', phone],
  ['tablet', tablet],
  ['desktop', desktop],
] as const;
test.each(sizes.slice(0, runsAll ? undefined : 1))(
  'home, client-rendered by a busy site, has its content on a %s without moving it',
  async (_, viewport) => {
    const clientRendered = await fetch(`${site.origin}/user/outbox`);
    const body = await clientRendered.text();
    expect(isRendered(body)).toBe(false);
    // A visitor without cache: no worker serves a cached page.
    const context = await visitors.newContext({ viewport, serviceWorkers: 'block' });
    const answer = { body, headers: Object.fromEntries(clientRendered.headers) };
    await context.route(`${site.origin}/`, (route) => route.fulfill(answer));
    const page = await open('/', { context });
    expect(await page.locator('#initial-data').count()).toBe(0);
    await page.getByRole('heading', { name: 'Recent' }).last().waitFor();
    await untilIdle(page);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as Watched).shifted)).toBeLessThan(0.02);
    expect(await tooWide(page)).toEqual([]);
    await context.close();
  },
);

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
  expect(await page.getByRole('link', { name: 'Like', exact: true }).getAttribute('href')).toContain(
    encodeURIComponent(bike),
  );
  await expect.poll(() => page.getByRole('link', { name: 'Log in to comment' }).count()).toBe(1);
  await page.goto(`${site.origin}/user/outbox`);
  await page.waitForURL(/\/account\/login\?returnTo=%2Fuser%2Foutbox/);
  await page.close();
});

const address = '/old-shop/bianchi-for-sale';
const nowhere = ['/page-not-found', '/nowhere', address];

/** Opens a page of the server, as a visitor who has accepted cookies. */
async function openAnew(path: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await visitors.newContext({ viewport: desktop, javaScriptEnabled, serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRendered(page, site.origin + path);
  if (javaScriptEnabled) await page.getByRole('button', { name: 'OK' }).click();
  return page;
}

test.each(nowhere)('%s is answered with 404, and excluded from search engines', async (path) => {
  const { status, text } = await fetchRendered(site.origin + path);
  expect(status).toBe(404);
  expect(text).toContain('Page not found');
  expect(text).toContain('<meta name="robots" content="noindex"');
});

describe.each([
  { script: 'with', javaScriptEnabled: true, tags: [] },
  { script: 'without', javaScriptEnabled: false, tags: [nightly] },
])('the page of an unknown URL $script script:', ({ javaScriptEnabled, tags }) => {
  test('the words of an unknown URL can be searched for', { tags }, async () => {
    const page = await openAnew(address, javaScriptEnabled);
    const field = page.getByLabel('Search for a bike');
    // All unknown URLs share one page, which needs its script to know its own.
    await expect.poll(() => field.inputValue()).toBe(javaScriptEnabled ? 'old shop bianchi for sale' : '');
    if (javaScriptEnabled) {
      const login = page.getByRole('link', { name: 'Log in' }).first();
      await expect.poll(() => login.getAttribute('href')).toContain(encodeURIComponent(address));
    }
    await field.fill('bianchi');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/bike/search?keywords=bianchi');
    if (!javaScriptEnabled) await reloadUntilRendered(page);
    await page.getByRole('article').first().waitFor();
    await page.context().close();
  });

  test('links lead to the newest bikes and to makers', { tags }, async () => {
    const page = await openAnew('/page-not-found', javaScriptEnabled);
    await expect.poll(() => page.getByRole('region', { name: 'Recent' }).getByRole('article').count()).toBe(12);
    const brand = page.getByRole('region', { name: 'Brands' }).getByRole('link').first();
    const [name = '', count = 'none'] = (await brand.innerText()).split('\n');
    await brand.click();
    await page.waitForURL(/\/bike\/search\?brand=/);
    if (!javaScriptEnabled) await reloadUntilRendered(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(async () => (await heading.innerText()).toLowerCase()).toBe(name.toLowerCase());
    await expect.poll(() => page.getByRole('main').getByRole('status').first().innerText()).toContain(count);
    await page.context().close();
  });
});

test('a missing bike and a missing member are rendered with a picture and their text, and nothing else', async () => {
  const nobody = '01890000-0000-7000-8000-000000000101';
  for (const [path, label] of [
    [`/bike/${nobody}/surly`, 'This bike doesn’t exist or was deleted.'],
    [`/user/${nobody}/ana`, "This member doesn't exist or is no longer here."],
  ] as const) {
    const page = await openAnew(path, true);
    const said = await page.getByRole('main').innerText();
    expect(said.split('\n').filter((line) => line.trim())).toEqual(['Page not found', label, 'Go to the home page']);
    expect(await page.getByRole('main').locator('svg').count()).toBe(1);
    await page.context().close();
  }
});

test('an address that was copied with the end of a sentence leads to its page, also from the worker', async () => {
  const context = await visitors.newContext({ viewport: desktop });
  const page = await context.newPage();
  await page.goto(`${site.origin}/about%29`);
  expect(page.url()).toBe(`${site.origin}/about`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
  await page.goto(`${site.origin}/faq%29?from=mail`);
  await page.waitForURL(`${site.origin}/faq?from=mail`);
  await context.close();
});

type PrintedBike = {
  _id: string;
  slug: string;
  model: string;
  story: string;
  owner: { username: string };
  components: { text: string }[];
};

/** Opens a page without a worker, as a visitor who hasn't accepted cookies. */
const openPlain = async (path: string) => (await Device.open(site.origin)).page(path);
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

/** The texts and pictures that a sheet of paper shows. */
async function onPaper(page: Page) {
  await page.emulateMedia({ media: 'print' });
  const text = await page.locator('body').innerText();
  const pictures = await page
    .locator('img')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility() && one.clientWidth > 100).length);
  return { text, pictures };
}

test.each(['A4', 'Letter'].slice(0, runsAll ? undefined : 1))(
  'a bike is one page of %s: photo, specifications, parts, story and address',
  async (format) => {
    const bike = await (await site.db())
      .collection<PrintedBike>('bikes')
      .findOne({ status: 'Active', 'components.11': { $exists: true }, 'photos.2': { $exists: true } });
    if (!bike) throw new Error('No sample bike has so many parts and photos.');
    const page = await openPlain(bikePage(bike._id, bike.slug));
    await page.getByRole('heading', { name: 'Comments' }).waitFor();
    await untilIdle(page);
    expect(pagesOf(await page.pdf({ format }))).toBe(1);
    const { text, pictures } = await onPaper(page);
    expect(pictures).toBe(1);
    const wanted = [
      bike.model,
      bike.story.slice(0, 40),
      bike.owner.username,
      'Frame material',
      bike.components[0]?.text,
    ];
    for (const words of [...wanted, site.origin + bikePage(bike._id, bike.slug)]) expect(text).toContain(words);
    for (const words of ['Log In', 'cookies', 'Comments', 'Like', 'Copy as text', 'Cyclocross\n', 'Version'])
      expect(text).not.toContain(words);
    await page.context().close();
  },
);

test('other pages print without header, notices and footer, dark ones in light colors', async () => {
  const page = await openPlain('/help/cookie-policy');
  await page.getByRole('region', { name: 'Cookie notice' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  const { text } = await onPaper(page);
  expect(text).toContain('Cookie Policy');
  expect(text).not.toMatch(/Log In|By clicking OK|Version/);
  const [red = 255] = await page.getByRole('heading', { level: 1 }).evaluate((one) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (!canvas) throw new Error('There is no canvas.');
    canvas.fillStyle = getComputedStyle(one).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  expect(red).toBeLessThan(100);
  await page.context().close();
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
