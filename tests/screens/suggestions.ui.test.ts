/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appHeader, ok } from '#contract/envelope.ts';
import { untilResponse } from '#tests/kit/after-response.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { openRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let browser: FleetingBrowser;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function open(path = '/', viewport = desktop): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(site.origin + path);
  await page.getByRole('button', { name: 'OK' }).click();
  return page;
}

const field = (page: Page) => page.getByLabel('Search the site');
const combobox = (page: Page) => page.getByRole('combobox', { name: 'Search the site' });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
/** The text of the suggestion that Enter would choose; empty where there is none. */
const active = (page: Page) =>
  combobox(page).evaluate((one) => {
    const id = one.getAttribute('aria-activedescendant');
    return id ? (document.getElementById(id)?.innerText ?? 'nothing') : '';
  });

test('makers, models and members are suggested while typing, and chosen by keyboard', async () => {
  const page = await open();
  // Only the whole word gets a reply: an earlier list would change a moment later.
  const answers = '**/api/v1/search/suggestions?q=*';
  await page.route(answers, (route) => (route.request().url().endsWith('=bian') ? route.continue() : undefined));
  await field(page).focus();
  await page.keyboard.type('bian');
  const brand = options(page).filter({ hasText: 'Brand' });
  await brand.filter({ hasText: 'Bianchi' }).waitFor();
  await page.unroute(answers);
  expect(await options(page).filter({ hasText: 'Model' }).count()).toBeGreaterThan(0);
  expect(await combobox(page).getAttribute('aria-expanded')).toBe('true');
  expect(await active(page)).toBe('');
  expect(await faultsOf(page)).toEqual([]);

  await page.keyboard.press('ArrowDown');
  const first = await active(page);
  expect(first).toContain('Bianchi');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  expect(await active(page)).toBe(first);
  expect(await field(page).inputValue()).toBe('bian');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bike/search?brand=bianchi');
  await page.getByRole('heading', { name: 'Bianchi', level: 1 }).waitFor();
  expect(await field(page).inputValue()).toBe('');
  await page.context().close();
});

test('typing at the moment when the list loads opens it', async () => {
  const page = await open();
  await field(page).evaluate((one) => {
    const typed = (text: string) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(one, text);
      one.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    // It has become a combobox, and no other code has run since.
    const look = new MutationObserver(() => {
      look.disconnect();
      typed('bian');
    });
    look.observe(one, { attributes: true, attributeFilter: ['role'] });
    (one as HTMLInputElement).focus();
  });
  await options(page).filter({ hasText: 'Bianchi' }).first().waitFor();
  expect(await combobox(page).getAttribute('aria-expanded')).toBe('true');
  await page.context().close();
});

test('Escape closes the suggestions, and Enter then searches for the typed text', async () => {
  const page = await open();
  await field(page).fill('bian');
  await options(page).first().waitFor();
  await page.keyboard.press('Escape');
  await options(page).first().waitFor({ state: 'hidden' });
  expect(await field(page).inputValue()).toBe('bian');
  expect(await combobox(page).getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bike/search?keywords=bian');
  await page.getByRole('heading', { name: 'bian', level: 1 }).waitFor();
  await options(page).first().waitFor({ state: 'hidden' });
  await page.context().close();
});

test('a model and a member are chosen by a press, on a phone over the page', async () => {
  const page = await open('/', phone);
  await field(page).fill('bianchi');
  const model = options(page).filter({ hasText: 'Model' }).first();
  const label = (await model.innerText()).split('\n')[0] ?? '';
  expect(await tooWide(page)).toEqual([]);
  expect((await model.boundingBox())?.width).toBeGreaterThan(300);
  await model.click();
  await page.waitForURL(/keywords=.+&brand=bianchi$/);
  await page.getByRole('heading', { level: 1, name: label.replace(/^Bianchi /, '') }).waitFor();
  const first = page.getByRole('main').getByRole('article').first().getByRole('heading');
  const name = async () => (await first.innerText()).replace(/\s+/g, ' ').toLowerCase();
  await expect.poll(name).toBe(label.toLowerCase());
  const owner = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/bikes/recent?limit=1');
    return (await answer.json()).data.items[0].owner.username as string;
  });
  await field(page).fill(owner);
  await options(page).filter({ hasText: 'Member' }).first().click();
  await page.waitForURL(`**/bike/search?keywords=${owner}`);
  await page.context().close();
});

test('home loads nothing for suggestions before the box is used', async () => {
  const context = await browser.newContext({ viewport: desktop, serviceWorkers: 'block' });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('suggestions') && asked.push(request.url()));
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'OK' }).click();
  await untilIdle(page);
  expect(asked).toEqual([]);
  await field(page).fill('b');
  await expect.poll(() => asked.length).toBeGreaterThan(1);
  await context.close();
});

test('a search works where suggestions cannot be loaded', async () => {
  const page = await open();
  await page.route('**/api/v1/search/suggestions**', (route) => route.fulfill({ status: 500, body: 'broken' }));
  const answered = page.waitForResponse('**/api/v1/search/suggestions**');
  await field(page).fill('surly');
  await answered;
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bike/search?keywords=surly');
  await page.context().close();
});

test("a reply for earlier text never replaces the last one's", async () => {
  const page = await open();
  const slow = Promise.withResolvers<void>();
  const earlier = '/api/v1/search/suggestions?q=b';
  await page.route(`**${earlier}`, async (route) => {
    await slow.promise;
    await route.continue().catch(() => undefined);
  });
  const isAsked = page.waitForRequest(`**${earlier}`);
  const isOver = untilResponse(page, earlier);
  await field(page).fill('b');
  await isAsked;
  await field(page).fill('bianchi');
  await options(page).filter({ hasText: 'Brand' }).filter({ hasText: 'Bianchi' }).waitFor();
  const before = await options(page).allInnerTexts();
  slow.resolve();
  await isOver;
  expect(await options(page).allInnerTexts()).toEqual(before);
  await page.context().close();
});

test('the selection stays when the next list has others before it', async () => {
  const page = await open();
  const late = Promise.withResolvers<void>();
  const answer = (...names: string[]) => ({
    headers: { [appHeader]: '1' },
    json: ok({ brands: names.map((name) => ({ id: name.toLowerCase(), name })), models: [], members: [] }),
  });
  await page.route('**/api/v1/search/suggestions?q=b', (route) => route.fulfill(answer('Bianchi', 'Brompton')));
  await page.route('**/api/v1/search/suggestions?q=bi', async (route) => {
    await late.promise;
    await route.fulfill(answer('Birdy', 'Bianchi'));
  });
  await field(page).fill('b');
  await options(page).filter({ hasText: 'Brompton' }).waitFor();
  await field(page).fill('bi');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => active(page)).toContain('Bianchi');
  late.resolve();
  await options(page).filter({ hasText: 'Birdy' }).waitFor();
  expect(await active(page)).toContain('Bianchi');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bike/search?brand=bianchi');
  await page.context().close();
});

test('new words keep the filters of the search page and restart its list; other pages have none', async () => {
  const page = await open('/bike/search?keywords=a&category=Road&category=Gravel&sort=Oldest');
  await page.getByLabel('Sort').waitFor();
  await field(page).fill('steel');
  await field(page).press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('keywords')).toBe('steel');
  const { searchParams } = new URL(page.url());
  expect([searchParams.getAll('category'), searchParams.get('sort')]).toEqual([['Gravel', 'Road'], 'Oldest']);
  const cursor = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/bikes/search');
    return (await answer.json()).data.next as string;
  });
  await page.goto(`${site.origin}/bike/search?cursor=${encodeURIComponent(cursor)}`);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await field(page).fill('steel');
  await field(page).press('Enter');
  await page.waitForURL('**/bike/search?keywords=steel');
  await page.goto(`${site.origin}/contact?category=Road`);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await field(page).fill('steel');
  await field(page).press('Enter');
  await page.waitForURL('**/bike/search?keywords=steel');
  await page.context().close();
});

test('without text the box does nothing, and its button clears it', async () => {
  const page = await open();
  await field(page).fill('   ');
  await field(page).press('Enter');
  await field(page).fill('surly');
  await page.getByRole('button', { name: 'Clear' }).click();
  expect(await field(page).inputValue()).toBe('');
  expect(await field(page).evaluate((one) => one === document.activeElement)).toBe(true);
  await field(page).press('Enter');
  expect(page.url()).toBe(`${site.origin}/`);
  expect(await field(page).getAttribute('placeholder')).toBe('Search the site');
  await page.context().close();
});

test('without scripts the filters of the search page are kept, too', async () => {
  const context = await browser.newContext({ viewport: desktop, javaScriptEnabled: false });
  const page = await context.newPage();
  await openRendered(page, `${site.origin}/bike/search?category=Road&category=Gravel`);
  await field(page).fill('steel');
  await field(page).press('Enter');
  await page.waitForURL('**/bike/search?keywords=steel&category=Gravel&category=Road');
  await context.close();
});
