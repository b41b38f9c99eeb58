/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser } from '#tests/kit/browser.ts';
import { Rider } from '#tests/kit/rider.ts';
import { choose, chosenIn } from '#tests/kit/segment.ts';
import { Site } from '#tests/kit/site.ts';
import { openRendered } from '#tests/kit/until-rendered.ts';

type BikeDocument = { _id: string; slug: string };

let site: Site;
let browser: FleetingBrowser;
let bike: string;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const bikes = (await site.db()).collection<BikeDocument>('bikes');
  const found = await bikes.findOneAndUpdate({ status: 'Active' }, { $set: { weightG: 8_950, tireWidthMm: 40 } });
  bike = bikePage(found?._id ?? '', found?.slug ?? '');
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const hydrated = (page: Page) => page.getByRole('button', { name: 'OK' }).waitFor();
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('a visitor finds the preferences in the footer, chooses by keyboard, and every page follows', async () => {
  const context = await browser.newContext({ locale: 'de-DE', colorScheme: 'light' });
  const page = await context.newPage();
  await openRendered(page, site.origin + bike);
  await hydrated(page);
  await page.getByText('8.95 kg').waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Preferences' }).press('Enter');
  await page.getByRole('heading', { name: 'Preferences', level: 1 }).waitFor();
  expect(await chosenIn(page, 'Units')).toBe('Metric');
  expect(await chosenIn(page, 'Clock')).toBe('Military');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('radio', { name: 'kg, cm' }).focus();
  await page.keyboard.press('ArrowDown');
  expect(await chosenIn(page, 'Units')).toBe('Imperial');
  await page.getByText('Saved on this device').waitFor();
  await choose(page, 'Theme', 'Dark');
  await expect.poll(() => themeOf(page)).toBe('dark');
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await choose(page, 'Date', 'Jul 4, 2026');
  await page.goto(site.origin + bike);
  await page.getByText('19.7 lb').waitFor();
  await page.getByText('40 mm', { exact: true }).waitFor();
  await context.close();
});

test('a browser in American English starts with its own units, dates and clock', async () => {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${site.origin}/preferences`);
  await hydrated(page);
  for (const [label, value] of Object.entries({ Units: 'Imperial', Date: 'Standard', Clock: 'Standard' }))
    await expect.poll(() => chosenIn(page, label), { message: label }).toBe(value);
  await context.close();
});

test('another tab follows at once, and a page is dark from its first paint, before any other script', async () => {
  const context = await browser.newContext({ colorScheme: 'light', serviceWorkers: 'block' });
  const [here, there] = [await context.newPage(), await context.newPage()];
  await there.goto(site.origin + bike);
  await hydrated(there);
  await there.getByText('8.95 kg').or(there.getByText('19.7 lb')).waitFor();
  await here.goto(`${site.origin}/preferences`);
  await hydrated(here);
  await choose(here, 'Units', 'kg, cm');
  await choose(here, 'Units', 'lb, in');
  await there.getByText('19.7 lb').waitFor();
  const light = await background(there);
  await choose(here, 'Theme', 'Dark');
  await expect.poll(() => themeOf(there)).toBe('dark');
  await expect.poll(() => background(there)).not.toBe(light);
  const dark = await background(there);

  // Only the theme script loads from here on.
  await context.route(/\/assets\/(?!theme-).*\.js$/, (route) => route.abort());
  for (const path of ['/', bike]) {
    const fresh = await context.newPage();
    await openRendered(fresh, site.origin + path);
    expect(await background(fresh), path).toBe(dark);
    await fresh.close();
  }
  await context.close();
});

test('without storage they apply to this tab, and invalid stored values are ignored', async () => {
  const context = await browser.newContext({ locale: 'de-DE' });
  await context.addInitScript(() => localStorage.setItem('preferences', '{"units":"Stones","style":7}'));
  const page = await context.newPage();
  await page.goto(site.origin + bike);
  await hydrated(page);
  await page.getByText('8.95 kg').waitFor();
  await context.close();
  const closed = await browser.newContext({ locale: 'de-DE' });
  await closed.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  const other = await closed.newPage();
  await other.goto(`${site.origin}/preferences`);
  await hydrated(other);
  await choose(other, 'Units', 'lb, in');
  await other.getByText('Applies until you leave. This browser can’t save it.').waitFor();
  expect(await chosenIn(other, 'Units')).toBe('Imperial');
  await closed.close();
});

test('a member types a weight in their own units, sees it again as typed, and in the other system', async () => {
  const ana = await Rider.join(site, 'ana');
  const { page } = ana;
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Preferences' }).click();
  const savedNotice = page.getByText(/^Saved (?:on this device|for all)/);
  await choose(page, 'Units', 'lb, in');
  await savedNotice.waitFor();
  await ana.page.setViewportSize({ width: 800, height: 900 });
  await ana.go('/user/bike/add');
  await page.getByText('Color and weight').click();
  const weight = page.getByLabel('Weight', { exact: true });
  await weight.fill('19,7');
  await page.getByText('Saved on this device').waitFor();
  await page.reload();
  await page.getByText('Color and weight').click();
  await expect.poll(() => weight.inputValue()).toBe('19,7');
  await ana.go('/user/preferences');
  await choose(page, 'Units', 'kg, cm');
  await savedNotice.waitFor();
  await page.goBack();
  await page.getByText('Color and weight').click();
  await expect.poll(() => weight.inputValue()).toBe('8.936');
  await ana.close();
});

test('account pages show another winner at each visit, with a credit that leads to the bike', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(`${site.origin}/account/login`);
  await hydrated(page);
  const credits: string[] = [];
  for (const [link, title] of [
    ['Forgot your password?', 'Forgot your password?'],
    ['Log In', 'Log In'],
    ['Sign Up', 'Sign Up'],
  ] as const) {
    await page.getByRole('main').getByRole('link', { name: link }).first().click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    credits.push(await page.locator('figcaption').innerText());
    expect(credits.at(-1)).toMatch(/^.+\s+by .+\.\sBike of the Week \d+\.$/);
  }
  expect(new Set(credits).size).toBe(3);
  await page.locator('figcaption a').first().click();
  await page.waitForURL('**/bike/*/*');
  await context.close();
});
