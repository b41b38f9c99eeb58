/** @module-tag nightly */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { fullBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let browser: FleetingBrowser;
let bike: string;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  bike = await fullBike(await site.db());
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const stranger = () => browser.newContext({ viewport: phone, serviceWorkers: 'block' });

/** Scripts that come with the page, and the one that waits for a first press. */
const ofPage = /\/assets\/(?!theme-).*\.js$/;
const afterPress = /\/assets\/(?!theme-|reader-|hydrate-when-idle-).*\.js$/;

/** Opens a page whose script is still loading. */
async function openBeforeScripts(
  context: BrowserContext,
  path: string,
  late = ofPage,
): Promise<{ page: Page; arrive: () => Promise<void> }> {
  await untilRendered(site.origin + path);
  const page = await context.newPage();
  let release = () => {};
  const delayed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(late, async (route) => {
    await delayed;
    await route.continue();
  });
  await page.goto(site.origin + path, { waitUntil: 'commit' });
  await page.getByText('Version').waitFor();
  const arrive = async () => {
    release();
    // A visitor who cannot press OK yet gets no notice.
    await page.getByRole('button', { name: 'OK' }).waitFor();
  };
  return { page, arrive };
}

test('text typed before the script has loaded stays, and is searched for', async () => {
  const context = await stranger();
  const { page, arrive } = await openBeforeScripts(context, '/account/signup');
  await page.getByLabel('Username').fill('ana');
  await page.getByLabel('E-mail').fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
  await page.getByRole('checkbox').check();
  await page.getByLabel('Search the site').fill('bianchi');
  await arrive();
  await untilIdle(page);
  expect(await page.getByLabel('Username').inputValue()).toBe('ana');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ana@example.org');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('winding mountain roads');
  expect(await page.getByRole('checkbox').isChecked()).toBe(true);
  expect(await page.getByLabel('Search the site').inputValue()).toBe('bianchi');
  await page.getByRole('button', { name: 'Clear' }).waitFor();
  await page.getByLabel('Search the site').press('Enter');
  await page.getByRole('heading', { name: 'bianchi', level: 1 }).waitFor();
  await context.close();
});

/** Runs in the page: the member whom the device takes for logged in. */
const storedUser = () =>
  new Promise<unknown>((resolve, reject) => {
    const opening = indexedDB.open('vault');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const asked = opening.result.transaction('meta').objectStore('meta').get('authUser');
      asked.onsuccess = () => {
        opening.result.close();
        resolve(asked.result ?? null);
      };
    };
  });

test('a returning member finds their name at log-in, and a newly typed one stays', async () => {
  const context = await stranger();
  const member = await joinSite(site, 'gustav');
  await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  const page = await context.newPage();
  await page.goto(site.origin);
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await context.clearCookies();
  await page.reload();
  await expect.poll(() => page.evaluate(storedUser)).toBe(null);

  const plain = await openBeforeScripts(context, '/account/login');
  await plain.arrive();
  await plain.page.locator('input[name=identifier][value=gustav]').waitFor();
  expect(await plain.page.getByLabel('Username or e-mail').inputValue()).toBe('gustav');

  const typed = await openBeforeScripts(context, '/account/login');
  await typed.page.getByLabel('Username or e-mail').fill('hanna');
  await typed.page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
  await typed.arrive();
  await typed.page.locator('input[name=identifier][value=gustav]').waitFor();
  expect(await typed.page.getByLabel('Username or e-mail').inputValue()).toBe('hanna');
  expect(await typed.page.getByLabel('Password', { exact: true }).inputValue()).toBe('winding mountain roads');
  await context.close();
});

test('a menu opened before the script has loaded stays open, and closes as usual', async () => {
  const context = await stranger();
  const { page, arrive } = await openBeforeScripts(context, '/');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.getByRole('button', { name: 'Main menu' }).click();
  await menu.getByRole('link', { name: 'Gravel' }).waitFor();
  await arrive();
  await page.getByRole('button', { name: 'Main menu', expanded: true }).waitFor();
  expect(await menu.count()).toBe(1);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await context.close();
});

test('choices made before the script has loaded apply', async () => {
  const context = await stranger();
  const settings = await openBeforeScripts(context, '/preferences', afterPress);
  const dark = settings.page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: 'Dark' });
  await dark.click();
  await settings.arrive();
  await settings.page.locator('html[data-theme=dark]').waitFor();
  await settings.page.getByText('Saved on this device').waitFor();
  expect(await dark.isChecked()).toBe(true);

  const search = await openBeforeScripts(context, '/bike/search', afterPress);
  await search.page.getByLabel('Sort', { exact: true }).selectOption('Popular');
  await search.arrive();
  await search.page.waitForURL('**/bike/search?sort=Popular');
  expect(await search.page.getByLabel('Sort', { exact: true }).inputValue()).toBe('Popular');
  await context.close();
});

test('a photo chosen before the script has loaded is counted', async () => {
  const context = await stranger();
  const { page, arrive } = await openBeforeScripts(context, bike);
  await page.getByRole('link', { name: /^Photo 3 of/ }).click();
  await arrive();
  await page.getByRole('status', { name: /^Photo 3 of/ }).waitFor();
  await context.close();
});

test('links followed before the script has loaded lead to their pages', async () => {
  const context = await stranger();
  const home = await openBeforeScripts(context, '/');
  await home.page.getByRole('link', { name: 'See all' }).click();
  await home.page.waitForURL('**/bike/search', { waitUntil: 'commit' });
  const { page } = await openBeforeScripts(context, bike);
  await page.getByRole('link', { name: 'Like', exact: true }).click();
  await page.waitForURL('**/account/login?returnTo=*', { waitUntil: 'commit' });
  await context.close();
});
