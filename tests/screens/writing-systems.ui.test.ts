import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/ids.ts';
import { bikePage, messagesPage } from '#contract/pages.ts';
import { screens } from '#src/app/screens.ts';
import { desktop } from '#tests/kit/browser.ts';
import { giveBike } from '#tests/kit/established.ts';
import { InputMethod } from '#tests/kit/input-method.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { visualOrder } from '#tests/kit/visual-order.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let rider: Rider;
let method: InputMethod;
let bikeId: Id;
let ottoId: Id;
beforeAll(async () => {
  site = await Site.start();
  await joinSite(site, 'otto');
  const db = await site.db();
  ottoId = String((await db.collection('users').findOne({ username: 'otto' }))?._id);
  bikeId = await giveBike(db, ottoId, 'otto');
  rider = await Rider.join(site, 'yuki');
  await giveBike(db, String((await db.collection('users').findOne({ username: 'yuki' }))?._id), 'yuki');
  method = await InputMethod.of(rider.page);
});
afterAll(async () => {
  await method?.close();
  await rider?.close();
  await site?.close();
});

const unwritten = ['hidden', 'file', 'checkbox', 'radio', 'range', 'color', 'date', 'submit'];
const fields = unwritten.map((type) => `:not([type=${type}])`).join('');

/** Composes in a field; returns what a key of the conversion did, which is nothing. */
async function faultsIn(page: Page, field: Locator): Promise<string[]> {
  const { pathname: at } = new URL(page.url());
  await field.focus();
  const name = await field.evaluate((one: HTMLInputElement) => one.labels?.[0]?.textContent ?? one.placeholder);
  await field.evaluate((one: HTMLInputElement) => one.select());
  await method.begin('あ');
  const typed = await field.inputValue();
  // Without an input method that takes the key, Escape empties a search field by itself.
  const isSearch = (await field.getAttribute('type')) === 'search';
  const keys = ['ArrowDown', 'Enter', 'ArrowUp', 'Enter', ...(isSearch ? [] : ['Escape'])];
  for (const key of keys) await method.press(key);
  const isFocused = () => field.evaluate((one) => document.activeElement === one);
  const faults: string[] = [];
  const { pathname } = new URL(page.url());
  if (pathname !== at) faults.push(`${at} ${name}: leads to ${pathname}`);
  else if (!(await isFocused())) faults.push(`${at} ${name}: loses the focus`);
  else if ((await field.inputValue()) !== typed) faults.push(`${at} ${name}: changes`);
  else if ((await field.getAttribute('aria-activedescendant')) !== null) faults.push(`${at} ${name}: chooses`);
  await method.end('');
  return faults;
}

async function faultsOn(page: Page): Promise<string[]> {
  await untilIdle(page);
  await page.evaluate(() => {
    for (const part of document.querySelectorAll('main details')) part.setAttribute('open', '');
  });
  const all = await page.locator(`input${fields}:enabled:visible, textarea:enabled:visible`).all();
  const faults: string[] = [];
  for (const field of all) {
    const found = await faultsIn(page, field);
    faults.push(...found);
    if (found.length > 0) break;
  }
  composed += all.length;
  return faults;
}
let composed = 0;

test('keys of a conversion do nothing in any field', { tags: nightly }, async () => {
  const { page, main } = rider;
  await page.setViewportSize(desktop);
  const faults: string[] = [];
  const paths = screens
    .filter(({ path }) => !/[:*]/.test(path))
    .map(({ path }) => path)
    .concat('/bike/search?keywords=gravel', bikePage(bikeId, 'x'), messagesPage(ottoId));
  for (const path of ['/', ...paths]) {
    await rider.go(path);
    await main.getByRole('heading').first().waitFor();
    faults.push(...(await faultsOn(page)));
  }
  expect(faults).toEqual([]);
  expect(composed).toBeGreaterThan(60);
});

test('a member searches, adds a bike, comments and writes a message in Japanese', async () => {
  const { page, main } = rider;
  await page.setViewportSize({ width: 390, height: 844 });
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 800, height: 600 }) };
  await rider.go('/user/bike/add');
  await page.locator('input[type=file]').setInputFiles([photo]);
  await page.getByText('1 of 24').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('combobox', { name: 'Brand' }).focus();
  await method.write('ぱなそにっく', 'パナソニック');
  await page.getByLabel('Model').focus();
  await method.write('てつ', '鉄');
  // The conversion's Enter does not lead to the next field, the own Enter does.
  expect(await page.getByLabel('Model').evaluate((one) => document.activeElement === one)).toBe(true);
  await page.getByLabel('Year').fill('2021');
  await page.getByRole('button', { name: 'Touring', exact: true }).click();
  await rider.toStep('gears');
  await page.getByRole('button', { name: '1 × 11', exact: true }).click();
  await page
    .getByText(/^Ready to publish/)
    .first()
    .waitFor();
  await rider.toStep('publish');
  await rider.publish();
  await main.getByRole('heading', { name: '鉄' }).waitFor();
  await main.getByRole('link', { name: 'Edit' }).first().click();
  await main
    .locator('summary')
    .filter({ hasText: /^Story/ })
    .click();
  await page.getByLabel('Tags').focus();
  await method.begin('じてんしゃ');
  await method.press('Enter');
  expect(await main.getByRole('button', { name: /^Remove the tag/ }).count()).toBe(0);
  await method.end('自転車');
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: 'Remove the tag 自転車' }).waitFor();

  await rider.go(bikePage(bikeId, 'x'));
  await page.getByLabel('Write a comment').focus();
  await method.write('いいじてんしゃ', 'いい自転車');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const own = main.getByRole('listitem').filter({ hasText: 'いい自転車' });
  // It is read aloud and broken into lines as Japanese.
  expect(await own.locator('p').first().getAttribute('lang')).toBe('ja');
  await own.getByRole('button', { name: 'Edit' }).click();
  const edited = page.getByLabel('Edit your comment');
  await edited.press('End');
  await method.begin('です');
  // Escape takes back the conversion, and the form stays open.
  await method.press('Escape');
  await method.end('です');
  await page.getByRole('button', { name: 'Save' }).click();
  await main.getByText('いい自転車です', { exact: true }).waitFor();

  await rider.go(messagesPage(ottoId));
  await page.getByLabel('Write to otto').focus();
  await method.write('おげんきですか', 'お元気ですか');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('log').getByText('お元気ですか').waitFor();

  await rider.go('/');
  await page.getByPlaceholder('Search the site').focus();
  await method.write('じてんしゃ', '自転車');
  expect(new URL(page.url()).pathname).toBe('/');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('keywords') === '自転車');
});

const nickname = 'הסוס!';
const model = 'כביש 3 (2020)';
/** The same as they are seen from left to right: letters from the right, digits from the left. */
const seenNickname = '!סוסה';
const seenModel = ')2020( 3 שיבכ';

const directionOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).direction);
/** Types into a field, which then begins at its right edge. */
async function write(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  expect(await directionOf(field)).toBe('rtl');
}

test('a member adds a bike, comments and writes a message in Hebrew, and every line keeps its order', async () => {
  const rider = await Rider.join(site, 'noa');
  const { page, main } = rider;
  const photo = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 800, height: 600 }) };

  await rider.go('/user/bike/add');
  await rider.describeBike('Ogre', [photo]);
  await rider.toStep('bike');
  await write(page.getByLabel('Model'), model);
  await write(page.getByLabel('Nickname'), nickname);
  await rider.toStep('publish');
  await rider.publish();
  await expect.poll(() => visualOrder(main.getByRole('heading', { level: 1 }))).toBe(`Surly ${seenModel}`);
  await expect.poll(() => visualOrder(main.locator('header p').first())).toBe(`${seenNickname} · 2021 · Gravel`);

  await rider.go('/user/bikes');
  const name = main.getByRole('article').getByRole('link').first();
  await expect.poll(() => visualOrder(name)).toMatch(new RegExp(`${seenModel.replaceAll(/[()]/g, '\\$&')}$`));

  await rider.go(bikePage(bikeId, 'x'));
  await write(page.getByLabel('Write a comment'), 'יופי של אופניים!');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const comment = main.getByRole('listitem').getByText('יופי של אופניים!');
  await expect.poll(() => visualOrder(comment)).toBe('!םיינפוא לש יפוי');

  await rider.go(messagesPage(ottoId));
  await write(page.getByLabel('Write to otto'), 'שלום!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => visualOrder(page.getByRole('log').getByText('שלום!'))).toBe('!םולש');
  await page.setViewportSize({ width: 1280, height: 900 });
  const preview = page.getByRole('navigation', { name: 'Conversations' }).getByText('You:').locator('..');
  await expect.poll(() => visualOrder(preview)).toBe('You: !םולש');
  await rider.close();
});

test.each(['ja', 'ar'])(
  'in a page of the language %s no letters are spaced, and no lines are too low',
  async (language) => {
    const { page, main } = rider;
    await rider.go('/');
    await main.getByRole('heading').first().waitFor();
    const faults = await page.evaluate((lang) => {
      // Chromium keeps the earlier style of items that it does not draw.
      for (const item of document.querySelectorAll('li')) item.style.contentVisibility = 'visible';
      document.documentElement.lang = lang;
      return [...document.querySelectorAll('body *')].flatMap((element) => {
        const { letterSpacing, lineHeight, fontSize, fontStyle } = getComputedStyle(element);
        const isHeading = /^H\d$/.test(element.tagName) && !element.querySelector('.decal');
        const isLow = isHeading && Number.parseFloat(lineHeight) < 1.3 * Number.parseFloat(fontSize);
        const isSpaced = !['normal', '0px'].includes(letterSpacing);
        return isSpaced || isLow || fontStyle === 'italic'
          ? [`${element.outerHTML.slice(0, 80)} ${letterSpacing} ${lineHeight}`]
          : [];
      });
    }, language);
    await page.evaluate(() => {
      document.documentElement.lang = 'en';
    });
    expect(faults).toEqual([]);
  },
);
