import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage, messagesPage } from '#contract/pages.ts';
import { screens } from '#src/app/screens.ts';
import { Device, FleetingBrowser } from '#tests/kit/browser.ts';
import { giveBike } from '#tests/kit/established.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { Rider } from '#tests/kit/rider.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice, joinSite } from '#tests/kit/site-member.ts';
import { type Moment, translatePages } from '#tests/kit/translate.ts';
import { openRendered } from '#tests/kit/until-rendered.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

let site: Site;
let browser: FleetingBrowser;
let addresses: string[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  browser = new FleetingBrowser();
  const db = await site.db();
  // The first tier opens one screen of each kind: lists, a bike, texts and a form.
  const first = ['/', await fullBike(db), '/help/cookie-policy', '/contact'];
  addresses = runsAll
    ? [...new Set([...first, ...publicAddresses, await fullMember(db), await removedBike(db)])]
    : first;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** A translated page no longer matches what React expects, so it renders the page again. */
const isRenderedAgain = (line: string) => /React error #(?:418|423)\b/.test(line);
/** Collects what goes wrong in a page. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => isRenderedAgain(message) || faults.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' && !line.text().startsWith('Failed to load')) faults.push(line.text());
  });
  return faults;
}

/** Waits until the page is hydrated and translated. */
async function untilTranslated(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await untilIdle(page);
  await page.locator('main font').first().waitFor({ state: 'attached' });
}

/** Faults of a screen that is opened, left for another, and opened again by Back. */
async function faultsAt(context: BrowserContext, path: string, open: (page: Page) => Promise<unknown>) {
  const page = await context.newPage();
  const faults = watchFaults(page);
  await open(page);
  await untilTranslated(page);
  const { pathname } = new URL(page.url());
  const isHome = pathname === '/';
  await page.getByRole('link', isHome ? { name: 'FAQ' } : { name: 'Headbadge, home' }).click();
  await page
    .getByRole('heading', isHome ? { name: 'FAQ' } : { name: 'Recent' })
    .first()
    .waitFor();
  await page.goBack();
  await page.waitForURL((url) => url.pathname === pathname);
  await untilTranslated(page);
  if ((await page.getByText('Something went wrong').count()) > 0) faults.push('Something went wrong.');
  await page.close();
  return faults.map((fault) => `${path}: ${fault}`);
}

const moments: readonly Moment[] = ['before hydration', 'after hydration'];

/** The first tier opens half of the screens at each moment. */
const isOpened = (place: number, moment: Moment) => runsAll || place % moments.length === moments.indexOf(moment);

test.for(moments)('public screens work when the browser translates them %s', async (moment) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  await translatePages(context, moment);
  const faults: string[] = [];
  for (const path of addresses.filter((_, place) => isOpened(place, moment)))
    faults.push(...(await faultsAt(context, path, (page) => openRendered(page, site.origin + path))));
  expect(faults).toEqual([]);
});

test('screens of a member work when the browser translates them', { tags: nightly }, async () => {
  const device = await Device.open(site.origin);
  await joinDevice(device.context, site, 'mira');
  await device.context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  await translatePages(device.context, 'after hydration');
  const faults: string[] = [];
  for (const { path } of screens.filter((one) => one.member && !/:\w+(?!\?)\b/.test(one.path))) {
    const address = path.replace('/:part?/:id?', '');
    faults.push(...(await faultsAt(device.context, address, (page) => page.goto(site.origin + address))));
  }
  expect(faults).toEqual([]);
  await device.close();
});

test('a member adds a bike, comments, likes and writes a message in a translated page', { tags: nightly }, async () => {
  await joinSite(site, 'otto');
  const db = await site.db();
  const ottoId = String((await db.collection('users').findOne({ username: 'otto' }))?._id);
  const bikeId = await giveBike(db, ottoId, 'otto');
  const rider = await Rider.join(site, 'tara');
  const faults = watchFaults(rider.page);
  await translatePages(rider.device.context, 'after hydration');
  const { page, main } = rider;
  const photo = async (name: string) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await cameraPhoto({ width: 800, height: 600 }),
  });

  await rider.go('/user/bike/add');
  await page.getByText('Add photos').waitFor();
  await rider.describeBike('Ogre', [await photo('a.jpg')]);
  await rider.toStep('photos');
  await page.locator('input[type=file]').setInputFiles([await photo('b.jpg')]);
  await page.getByText('2 of 24').waitFor();
  await rider.toStep('publish');
  await rider.publish();
  await main.getByRole('heading', { name: 'Surly Ogre' }).waitFor();

  await rider.go(bikePage(bikeId, 'x'));
  await rider.setLike(true);
  await rider.setLike(false);
  await rider.setLike(true);
  await rider.comment('See https://example.org/a and the rest.');
  const own = main.getByRole('listitem').filter({ hasText: 'See' });
  await own.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Edit your comment').fill('Better see https://example.org/b, or ask @otto about it.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Edit your comment').waitFor({ state: 'hidden' });
  await main.getByRole('link', { name: 'https://example.org/b' }).waitFor();
  await rider.comment('One more.');

  await rider.go(messagesPage(ottoId));
  await page.getByLabel('Write to otto').fill('Is it a size L?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Is it a size L?').waitFor();
  expect(faults).toEqual([]);
  await rider.close();
});
