/** @module-tag nightly */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FleetingBrowser } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { strangersBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

let site: Site;
let browser: FleetingBrowser;
let context: BrowserContext;
let page: Page;
let path: string;
/** The views that the page has sent. */
let sentViews: string[];
beforeAll(async () => {
  site = await Site.start();
  path = await strangersBike(site, 'Cross-Check');
  browser = new FleetingBrowser();
  context = await browser.newContext({ userAgent, serviceWorkers: 'block' });
  page = await context.newPage();
  page.on('request', (request) => request.url().endsWith('/view') && sentViews.push(request.method()));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Moves the page behind other windows, or in front of them. */
const setHidden = (hidden: boolean) =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (is ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
const goInside = (to: string) =>
  page.evaluate((there) => {
    history.pushState(null, '', there);
    dispatchEvent(new PopStateEvent('popstate'));
  }, to);
const minutes = (n: number) => page.clock.runFor(n * 60_000);
/** A page with a bike may not have started its timer yet. */
const aLook = () =>
  until(async () => {
    await page.clock.runFor(1500);
    expect(sentViews).toHaveLength(1);
  });
const shown = () => page.getByRole('heading', { name: 'Specifications' }).waitFor();
/** Two navigations at once would count as one, and the bike would stay in view. */
const leave = async () => {
  await goInside('/');
  await page.getByRole('heading', { name: 'Specifications' }).waitFor({ state: 'detached' });
};

test('a bike reports one view when it is visible and online, and never later', async () => {
  sentViews = [];
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.clock.install();
  await setHidden(true);
  await goInside(path);
  await shown();
  await minutes(1);
  expect(sentViews).toEqual([]);

  // A clock that keeps running might complete a view meanwhile.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
  await setHidden(false);
  await page.clock.runFor(500);
  await setHidden(true);
  await page.clock.resume();
  await minutes(1);
  expect(sentViews).toEqual([]);

  await setHidden(false);
  await aLook();
  expect(sentViews).toEqual(['PUT']);
  await minutes(1);
  expect(sentViews).toEqual(['PUT']);
  const views = (await site.db()).collection('views');
  await expect.poll(() => views.countDocuments()).toBe(1);

  await leave();
  await context.setOffline(true);
  sentViews = [];
  await goInside(path);
  await shown();
  await aLook();
  expect(sentViews).toEqual(['PUT']);
  await leave();
  const answered = page.waitForResponse((answer) => answer.ok());
  await context.setOffline(false);
  await answered;
  await minutes(2);
  expect(sentViews).toEqual(['PUT']);
});
