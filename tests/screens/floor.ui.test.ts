import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { giveBike } from '#tests/kit/established.ts';
import { removeNewerApis } from '#tests/kit/floor.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { Rider } from '#tests/kit/rider.ts';
import { fullBike, fullMember } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

let site: Site;
let browser: FleetingBrowser;
/** Errors that the pages of a test threw or printed. */
let faults: string[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(() => {
  faults = [];
});

function watch(page: Page): void {
  page.on('pageerror', ({ message }) => faults.push(`${page.url()} ${message}`));
  page.on('console', (line) => {
    // The browser logs an error for each 404, which some of these pages expect.
    if (line.type() === 'error' && !/status of 4\d\d/.test(line.text())) faults.push(`${page.url()} ${line.text()}`);
  });
}

const broken = (page: Page) => page.getByText('Something went wrong').count();

test('a visitor can view the public screens in the oldest supported browsers', async () => {
  const db = await site.db();
  const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' });
  await context.addInitScript(removeNewerApis);
  const page = await context.newPage();
  watch(page);
  const first = ['/', '/bike/search?keywords=gravel', '/account/signup', '/photo-guide'];
  for (const path of [...(runsAll ? publicAddresses : first), await fullBike(db), await fullMember(db)]) {
    await page.goto(site.origin + path);
    await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await broken(page), path).toBe(0);
  }
  expect(await page.evaluate(() => 'parse' in URL || 'any' in AbortSignal)).toBe(false);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toMatch(
    /^(?:oklch|rgb)\(/,
  );
  await page.goto(`${site.origin}/`);
  await page.getByRole('searchbox').fill('surl');
  await page.getByRole('option').first().waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test('a member can post, like, comment, add favorites and send messages in the oldest supported browsers', {
  tags: nightly,
}, async () => {
  const ben = await joinSite(site, 'ben');
  const users = (await site.db()).collection('users');
  const benId = String((await users.findOne({ username: 'ben' }))?._id);
  const bikeId = await giveBike(await site.db(), benId, 'ben');
  expect(ben.cookies.size).toBeGreaterThan(0);
  const ana = await Rider.join(site, 'ana', { init: removeNewerApis });
  const anaId = String((await users.findOne({ username: 'ana' }))?._id);
  await giveBike(await site.db(), anaId, 'ana');
  const { page } = ana;
  watch(page);
  await ana.go(bikePage(bikeId, 'surly'));
  await ana.setLike(true);
  await ana.comment('Which rack is that? See https://example.org/racks');
  const first = ['/user/bike/add', '/user/favorites', '/user/profile'];
  const others = ['/user/bikes', '/user/outbox', '/user/messages', '/user/preferences', '/user/password'];
  for (const path of runsAll ? [...first, ...others] : first) {
    await ana.go(path);
    await ana.main.getByRole('heading').first().waitFor();
    expect(await broken(page), path).toBe(0);
  }
  await ana.go(`/user/messages?with=${benId}`);
  await page.getByLabel('Write to ben').fill('Hello!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('Hello!', { exact: true }).waitFor();
  expect(faults).toEqual([]);
  await ana.close();
});
