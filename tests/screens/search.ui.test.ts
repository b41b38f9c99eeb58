import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchPage } from '#contract/pages.ts';
import { type SearchAnswer, searchBikes } from '#contract/search/calls.ts';
import type { SearchSort } from '#contract/search/query.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { untilResponse } from '#tests/kit/after-response.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { scrolledTo } from '#tests/kit/scrolled.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { isRendered, openRendered, reloadUntilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let browser: FleetingBrowser;
let anybody: TestBrowser;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  anybody = browserAt(site);
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The site's reply to a search. */
async function found(query: Record<string, string | string[]>): Promise<SearchAnswer> {
  const { answer } = await anybody.call(searchBikes, { query });
  if (!answer.successful) throw new Error('The search was refused.');
  return answer.data;
}

/** Opens a page that is hydrated, with its cookies accepted. */
async function open(path: string, options: BrowserContextOptions = { viewport: desktop }): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  const page = await context.newPage();
  await page.goto(site.origin + path);
  await page.getByRole('button', { name: 'OK' }).click();
  return page;
}

const column = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const box = (within: Locator, value: string) => within.getByRole('checkbox', { name: new RegExp(`^${value} `) });
const countOf = (value: Locator) =>
  value.evaluate((one) => Number(one.closest('label')?.querySelector('data')?.getAttribute('value')));
const said = (count: number) => `${count} ${count === 1 ? 'bike' : 'bikes'}`;
/** Waits until the screen shows this number of results. */
const total = (page: Page, count: number) =>
  expect.poll(() => page.getByRole('main').getByRole('status').first().innerText()).toBe(said(count));
const cards = (page: Page) => page.getByRole('main').getByRole('article');
/** Expands the categories with fewer bikes. */
const expand = (within: Locator) => within.getByRole('button', { name: /^\d+ more in Category$/ }).click();
const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
const scrollTopOf = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('a filter applies at once, by mouse or keyboard, and Back undoes it', async () => {
  const page = await open('/bike/search');
  const categories = column(page).getByRole('group', { name: 'Category' }).last().getByRole('checkbox');
  await expect.poll(() => categories.count()).toBe(6);
  await expand(column(page));
  await expect.poll(() => categories.count()).toBeGreaterThan(10);
  // The button is gone, and the focus moves to the new items.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('checkbox');
  const road = box(column(page), 'Road');
  const gravel = box(column(page), 'Gravel');
  const [roads, gravels] = [await countOf(road), await countOf(gravel)];
  await road.check();
  await page.waitForURL('**/bike/search?category=Road');
  await total(page, roads);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Road');
  // The number of another category does not depend on the selected one.
  expect(await countOf(gravel)).toBe(gravels);
  await gravel.focus();
  await page.keyboard.press('Space');
  await page.waitForURL('**/bike/search?category=Gravel&category=Road');
  await total(page, roads + gravels);
  expect(await isFocused(gravel)).toBe(true);
  await page.goBack();
  await total(page, roads);
  await expect.poll(async () => [await road.isChecked(), await gravel.isChecked()]).toEqual([true, false]);
  await page.getByRole('link', { name: 'Remove the filter Road' }).click();
  await page.waitForURL('**/bike/search');
  await expect.poll(() => road.isChecked()).toBe(false);
  await page.context().close();
});

test('two filters in quick succession both apply', { tags: nightly }, async () => {
  const page = await open('/bike/search');
  await page.route('**/api/v1/bikes/search?**', () => undefined);
  await expand(column(page));
  await box(column(page), 'Road').check();
  await box(column(page), 'Steel').check();
  await box(column(page), '1x').check();
  await page.unroute('**/api/v1/bikes/search?**');
  await page.waitForURL('**/bike/search?category=Road&drivetrain=1x&frameMaterial=Steel');
  for (const value of ['Road', 'Steel', '1x']) expect(await box(column(page), value).isChecked()).toBe(true);
  await page.context().close();
});

test('years apply on blur or Enter, in either order, and an invalid one gets an error at its field', async () => {
  const page = await open('/bike/search?category=Road');
  const years = column(page).getByRole('group', { name: 'Year', exact: true });
  const from = years.getByRole('textbox', { name: 'From' });
  const to = years.getByRole('textbox', { name: 'To', exact: true });
  await from.fill('19');
  await from.press('Enter');
  await page.getByText(/^Enter a year between 1860 and \d{4}\.$/).waitFor();
  expect(await from.getAttribute('aria-invalid')).toBe('true');
  expect(page.url()).toBe(`${site.origin}/bike/search?category=Road`);
  await from.fill('2015');
  await from.press('Enter');
  await page.waitForURL('**/bike/search?category=Road&yearFrom=2015');
  await to.fill('1990');
  await to.blur();
  await page.waitForURL('**/bike/search?category=Road&yearFrom=1990&yearTo=2015');
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(['1990', '2015']);
  const { count } = (await found({ category: ['Road'], yearFrom: '1990', yearTo: '2015' })).total;
  await total(page, count);
  await page.getByRole('link', { name: 'Remove the filter 1990 to 2015' }).click();
  await page.waitForURL('**/bike/search?category=Road');
  await expect.poll(async () => [await from.inputValue(), await to.inputValue()]).toEqual(['', '']);
  await page.context().close();
});

test('the chosen order stays while filters change', async () => {
  const page = await open('/bike/search?category=Road');
  const firsts = async (sort: SearchSort) =>
    (await found({ category: ['Road'], sort })).items.slice(0, 3).map(({ slug }) => slug);
  const shown = async () => {
    const links = await cards(page).getByRole('link').all();
    return Promise.all(links.slice(0, 3).map(async (one) => (await one.getAttribute('href'))?.split('/').at(-1)));
  };
  for (const [label, sort] of [
    ['Newest', 'Newest'],
    ['Oldest', 'Oldest'],
    ['Popular', 'Popular'],
  ] as const) {
    await page.getByLabel('Sort').selectOption(label);
    await page.waitForURL(`**/bike/search?category=Road&sort=${sort}`);
    const expected = await firsts(sort);
    await expect.poll(shown).toEqual(expected);
  }
  await box(column(page), 'Steel').check();
  await page.waitForURL('**/bike/search?category=Road&frameMaterial=Steel&sort=Popular');
  expect(await page.getByLabel('Sort').inputValue()).toBe('Popular');
  await page.context().close();
});

test('on a phone the filters are a sheet with a Close button, usable by keyboard, and one Back undoes all filters set in it', async () => {
  const page = await open('/bike/search', { viewport: phone });
  expect(await column(page).isVisible()).toBe(false);
  const filters = page.getByRole('button', { name: /^Filters/ });
  await filters.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expand(sheet);
  const road = box(sheet, 'Road');
  const roads = await countOf(road);
  await road.focus();
  await page.keyboard.press('Space');
  await sheet.getByRole('button', { name: `Show ${said(roads)}` }).waitFor();
  const steel = box(sheet, 'Steel');
  const steels = await countOf(steel);
  await steel.check();
  await sheet.getByRole('button', { name: `Show ${said(steels)}` }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await sheet.waitFor({ state: 'hidden' });
  await expect.poll(() => isFocused(filters)).toBe(true);
  await expect.poll(() => filters.innerText()).toContain('2');
  await total(page, steels);
  await page.goBack();
  await page.waitForURL('**/bike/search');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await expand(sheet);
  expect(await road.isChecked()).toBe(false);
  await road.check();
  await sheet.getByRole('button', { name: 'Clear filters' }).click();
  await sheet.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
  expect(await road.isChecked()).toBe(false);
  await sheet.getByRole('button', { name: /^Show/ }).click();
  await sheet.waitFor({ state: 'hidden' });
  await page.context().close();
});

test('a list with more pages loaded is restored by Back, at its position', async () => {
  const page = await open('/bike/search', { viewport: phone });
  const all = (await found({})).total.count;
  for (const count of [48, 72]) {
    await page.getByRole('button', { name: /^Load more/ }).click();
    await expect.poll(() => cards(page).count()).toBe(count);
    await page.getByRole('button', { name: `Load more ${count} of ${all}` }).waitFor();
  }
  await scrolledTo(cards(page).nth(70));
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(2000);
  const bike = await cards(page).nth(70).getByRole('heading').innerText();
  await cards(page).nth(70).getByRole('link').click();
  await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/bikes/search') && asked.push(request.url()));
  await page.goBack();
  await expect.poll(() => cards(page).count()).toBe(72);
  const back = cards(page).filter({ hasText: bike.split('\n').at(-1) ?? '' });
  await expect.poll(() => back.first().evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(phone.height);
  await expect.poll(() => scrollTopOf(page)).toBeGreaterThan(2000);
  expect(asked).toEqual([]);
  await page.context().close();
});

test('unknown parameters of a URL are reported, and the rest applies', async () => {
  const page = await open('/bike/search?category=Road&category=Hovercraft&sort=Fastest&yearFrom=12');
  await page.getByText('Unknown filters ignored: Category “Hovercraft”, Year “12”, and Sort “Fastest”.').waitFor();
  await total(page, (await found({ category: ['Road'] })).total.count);
  await page.context().close();
});

test('a search without results links to searches that leave something out, with their counts', async () => {
  const page = await open(searchPage({ category: ['Recumbent'], wheelSize: ['36"'] }));
  await page.getByRole('heading', { name: 'No bikes found.' }).waitFor();
  const way = page.getByRole('link', { name: /^Without Wheel size: 36": \d+ bikes?$/ });
  const message = await way.innerText();
  await way.click();
  await page.waitForURL('**/bike/search?category=Recumbent');
  await total(page, Number(/(\d+) bikes?$/.exec(message)?.[1]));
  await page.context().close();
});

test('an extra word is left out, a misspelled one is corrected, and both are reported', async () => {
  const { dropped, total: few } = await found({ keywords: 'surly zeppelin' });
  expect(dropped).toBe('zeppelin');
  const page = await open('/bike/search?keywords=surly+zeppelin');
  await page.getByText('Few bikes match all words. Showing results without zeppelin.').waitFor();
  await total(page, few.count);
  const { corrected } = await found({ keywords: 'bianchii' });
  expect(corrected).toEqual([{ typed: 'bianchii', read: 'bianchi' }]);
  await page.goto(`${site.origin}/bike/search?keywords=bianchii`);
  await page.getByText('Nothing found for bianchii. Showing results for bianchi.').waitFor();
  await page.context().close();
});

test('without scripts, filters apply together by a button, and the order by another', { tags: nightly }, async () => {
  const context = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await openRendered(page, `${site.origin}/bike/search?keywords=a`);
  await box(column(page), 'Road').check();
  await box(column(page), 'Steel').check();
  await column(page).getByRole('button', { name: 'Show bikes' }).click();
  await page.waitForURL(/\/bike\/search\?keywords=a&category=Road&frameMaterial=Steel/);
  await reloadUntilRendered(page);
  await page.getByRole('link', { name: 'Remove the filter Steel' }).waitFor();
  const { count } = (await found({ keywords: 'a', category: ['Road'], frameMaterial: ['Steel'] })).total;
  await total(page, count);
  await page.getByLabel('Sort').selectOption('Oldest');
  await page.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.waitForURL(/keywords=a&category=Road&frameMaterial=Steel&sort=Oldest$/);
  await reloadUntilRendered(page);
  expect(await box(column(page), 'Road').isChecked()).toBe(true);

  await page.setViewportSize(phone);
  await page.getByRole('link', { name: 'Filters', exact: true }).click();
  await expect.poll(async () => (await column(page).boundingBox())?.y ?? 9999).toBeLessThan(phone.height / 2);
  expect(await page.getByRole('button', { name: /^Filters/ }).isVisible()).toBe(false);
  await context.close();
});

test('filters chosen before the script has loaded apply when it has', { tags: nightly }, async () => {
  const context = await browser.newContext({ viewport: desktop, serviceWorkers: 'block' });
  const page = await context.newPage();
  const delayed = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!theme-).*\.js$/, async (route) => {
    await delayed.promise;
    await route.continue();
  });
  await until(async () => {
    const answer = await page.goto(`${site.origin}/bike/search`, { waitUntil: 'commit' });
    expect(isRendered((await answer?.text()) ?? '')).toBe(true);
  });
  await page.getByText('Version').waitFor();
  await box(column(page), 'Steel').check();
  await box(column(page), '1x').check();
  delayed.resolve();
  await page.waitForURL('**/bike/search?drivetrain=1x&frameMaterial=Steel');
  await expect.poll(() => box(column(page), 'Steel').isChecked()).toBe(true);
  const { count } = (await found({ drivetrain: ['1x'], frameMaterial: ['Steel'] })).total;
  await total(page, count);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
});

test("a reply to an earlier search never replaces the last one's", { tags: nightly }, async () => {
  const page = await open('/bike/search');
  const slow = Promise.withResolvers<void>();
  const earlier = '/api/v1/bikes/search?category=Road';
  await page.route(`**${earlier}`, async (route) => {
    await slow.promise;
    await route.continue().catch(() => undefined);
  });
  const isOver = untilResponse(page, earlier);
  await expand(column(page));
  await box(column(page), 'Road').check();
  await box(column(page), 'Steel').check();
  const { count } = (await found({ category: ['Road'], frameMaterial: ['Steel'] })).total;
  await total(page, count);
  slow.resolve();
  await isOver;
  await total(page, count);
  await page.context().close();
});

const states: [string, string][] = [
  [
    'a search with choices',
    '/bike/search?category=Road&category=Gravel&frameMaterial=Steel&yearFrom=1980&sort=Popular',
  ],
  ['a search by words', '/bike/search?keywords=bianchii'],
  ['a search that finds nothing', searchPage({ category: ['Recumbent'], wheelSize: ['36"'] })],
  ['an address of which a part is left out', '/bike/search?category=Hovercraft'],
  ['an address that leads nowhere', '/old-shop/surly-ogre'],
];
test.each(states)(
  '%s has no axe violation and no horizontal scrolling at every width, in light and dark',
  { tags: nightly },
  async (_, path) => {
    const page = await open(path, { viewport: phone });
    await assertAccessible(page);
    await page.context().close();
  },
);
