/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languageCookie } from '#contract/language-choice.ts';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { buildForDevelopment } from '#tests/kit/development-page.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { openRendered } from '#tests/kit/until-rendered.ts';

type BikeDocument = { _id: string; slug: string };

let build: string;
let site: Site;
let browser: FleetingBrowser;
let bike: string;
beforeAll(async () => {
  build = await buildForDevelopment();
  site = await Site.start({ demo: true, page: build });
  const bikes = (await site.db()).collection<BikeDocument>('bikes');
  const found = await bikes.findOneAndUpdate(
    { status: 'Active' },
    { $set: { weightG: 8_950, publishedAt: new Date('2025-07-04T12:00:00Z'), 'counts.likes': 1234 } },
  );
  bike = bikePage(found?._id ?? '', found?.slug ?? '');
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const language = (page: Page) => page.getByLabel('Dates and numbers', { exact: true });
const hydrated = (page: Page) => page.getByRole('button', { name: 'OK' }).waitFor();
/** Warnings and errors that a page logs. */
function printedBy(page: Page): string[] {
  const printed: string[] = [];
  page.on('pageerror', (error) => printed.push(error.message));
  page.on('console', (line) => {
    const isOurDoing = line.text() === 'Service Worker registration blocked by Playwright';
    if (['error', 'warning'].includes(line.type()) && !isOurDoing) printed.push(line.text());
  });
  return printed;
}

test('a visitor chooses a language by keyboard, and every tab follows at once', async () => {
  const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
  const there = await context.newPage();
  await there.goto(site.origin + bike);
  await hydrated(there);
  // It starts in the site's language, whatever the device's.
  await there.getByText('8.95 kg').waitFor();
  const page = await context.newPage();
  await page.goto(`${site.origin}/preferences`);
  await hydrated(page);
  await language(page).focus();
  // Type-ahead depends on time: after a second it starts again.
  const options = await language(page).locator('option').count();
  for (let presses = 0; presses < options && (await language(page).inputValue()) !== 'de-DE'; presses += 1)
    await page.keyboard.press('ArrowDown');
  expect(await language(page).inputValue()).toBe('de-DE');
  await page.getByText('Saved on this device').waitFor();
  // Dates have that language's own order, so there is no choice.
  await page.getByLabel('Date', { exact: true }).waitFor({ state: 'detached' });
  expect(await faultsOf(page)).toEqual([]);
  await there.getByText('8,95 kg').waitFor();
  await there.getByText('1.234', { exact: true }).first().waitFor();
  await language(page).selectOption('Site');
  await there.getByText('8.95 kg').waitFor();
  await page.getByLabel('Date', { exact: true }).waitFor();
  await context.close();
});

test.each(['/', 'the bike', '/bike/search'])(
  'a server-rendered page is hydrated without a warning, and translated afterwards: %s',
  async (which) => {
    const path = which === 'the bike' ? bike : which;
    const context = await browser.newContext({
      locale: 'ar-EG',
      timezoneId: 'Asia/Kolkata',
      serviceWorkers: 'block',
      viewport: phone,
    });
    await context.addCookies([{ name: languageCookie, value: 'en', url: site.origin }]);
    await context.addInitScript(() => localStorage.setItem('preferences', '{"language":"Device"}'));
    const page = await context.newPage();
    const printed = printedBy(page);
    await openRendered(page, site.origin + path);
    await hydrated(page);
    await page.getByText(/[٠-٩]/).filter({ visible: true }).first().waitFor();
    await untilIdle(page);
    expect(printed).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await context.close();
  },
);

test('an invalid or unsupported stored language falls back to the default', async () => {
  for (const wrong of ['"xx-nowhere"', '7', 'null', '"not a language"']) {
    const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
    await context.addInitScript((text) => localStorage.setItem('preferences', `{"language":${text}}`), wrong);
    const page = await context.newPage();
    const printed = printedBy(page);
    await page.goto(site.origin + bike);
    await hydrated(page);
    await page.getByText('8.95 kg').waitFor();
    await untilIdle(page);
    expect(printed, wrong).toEqual([]);
    await context.close();
  }
});
