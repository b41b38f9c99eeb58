/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { buildForDevelopment } from '#tests/kit/development-page.ts';
import { whenQuiet } from '#tests/kit/quiet.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { openDrawn } from '#tests/kit/until-drawn.ts';

type Kept = { _id: string; slug: string };

let build: string;
let site: Site;
let browser: FleetingBrowser;
let bike: string;
beforeAll(async () => {
  build = await buildForDevelopment();
  site = await Site.start({ demo: true, page: build });
  const bikes = (await site.db()).collection<Kept>('bikes');
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

const language = (page: Page) => page.getByLabel('Language', { exact: true });
const alive = (page: Page) => page.getByRole('button', { name: 'OK' }).waitFor();
/** What a page prints as wrong. */
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
  await alive(there);
  // Whatever the device speaks, it begins as the site is written.
  await there.getByText('8.95 kg').waitFor();
  const page = await context.newPage();
  await page.goto(`${site.origin}/preferences`);
  await alive(page);
  await language(page).focus();
  // By letters it would be a matter of a second: what is typed after one begins anew.
  const options = await language(page).locator('option').count();
  for (let presses = 0; presses < options && (await language(page).inputValue()) !== 'de-DE'; presses += 1)
    await page.keyboard.press('ArrowDown');
  expect(await language(page).inputValue()).toBe('de-DE');
  await page.getByText('Saved on this device').waitFor();
  // Days have that language's own order, so there is none to choose.
  await page.getByLabel('Dates', { exact: true }).waitFor({ state: 'detached' });
  expect(await faultsOf(page)).toEqual([]);
  await there.getByText('8,95 kg').waitFor();
  await there.getByText('1.234', { exact: true }).first().waitFor();
  await language(page).selectOption('Site');
  await there.getByText('8.95 kg').waitFor();
  await page.getByLabel('Dates', { exact: true }).waitFor();
  await context.close();
});

test.each(['/', 'the bike', '/bike/search'])(
  'a page that came drawn is taken over without a word, and written anew: %s',
  async (which) => {
    const path = which === 'the bike' ? bike : which;
    const context = await browser.newContext({
      locale: 'ar-EG',
      timezoneId: 'Asia/Kolkata',
      serviceWorkers: 'block',
      viewport: phone,
    });
    await context.addInitScript(() => localStorage.setItem('preferences', '{"language":"Device"}'));
    const page = await context.newPage();
    const printed = printedBy(page);
    await openDrawn(page, site.origin + path);
    await alive(page);
    await page.getByText(/[٠-٩]/).filter({ visible: true }).first().waitFor();
    await whenQuiet(page);
    expect(printed).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
    await context.close();
  },
);

test('what was kept wrongly, or cannot be written, is written as ever', async () => {
  for (const wrong of ['"xx-nowhere"', '7', 'null', '"not a language"']) {
    const context = await browser.newContext({ locale: 'de-DE', serviceWorkers: 'block' });
    await context.addInitScript((text) => localStorage.setItem('preferences', `{"language":${text}}`), wrong);
    const page = await context.newPage();
    const printed = printedBy(page);
    await page.goto(site.origin + bike);
    await alive(page);
    await page.getByText('8.95 kg').waitFor();
    await whenQuiet(page);
    expect(printed, wrong).toEqual([]);
    await context.close();
  }
});
