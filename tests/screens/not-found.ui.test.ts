import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, FleetingBrowser } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { fetchRendered, openRendered, reloadUntilRendered } from '#tests/kit/until-rendered.ts';

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

const address = '/old-shop/bianchi-for-sale';
const nowhere = ['/page-not-found', '/nowhere', address];

async function open(path: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, javaScriptEnabled, serviceWorkers: 'block' });
  const page = await context.newPage();
  await openRendered(page, site.origin + path);
  if (javaScriptEnabled) await page.getByRole('button', { name: 'OK' }).click();
  return page;
}

test.each(nowhere)('%s is answered with 404, and excluded from search engines', async (path) => {
  const { status, text } = await fetchRendered(site.origin + path);
  expect(status).toBe(404);
  expect(text).toContain('Page not found');
  expect(text).toContain('<meta name="robots" content="noindex"');
});

describe.each([
  ['with', true],
  ['without', false],
])('the page of an unknown URL %s script:', (_, javaScriptEnabled) => {
  test('the words of an unknown URL can be searched for', async () => {
    const page = await open(address, javaScriptEnabled);
    const field = page.getByLabel('Search for a bike');
    // All unknown URLs share one page, which needs its script to know its own.
    await expect.poll(() => field.inputValue()).toBe(javaScriptEnabled ? 'old shop bianchi for sale' : '');
    if (javaScriptEnabled) {
      const login = page.getByRole('link', { name: 'Log in' }).first();
      await expect.poll(() => login.getAttribute('href')).toContain(encodeURIComponent(address));
    }
    await field.fill('bianchi');
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/bike/search?keywords=bianchi');
    if (!javaScriptEnabled) await reloadUntilRendered(page);
    await page.getByRole('article').first().waitFor();
    await page.context().close();
  });

  test('links lead to the newest bikes and to makers', async () => {
    const page = await open('/page-not-found', javaScriptEnabled);
    await expect.poll(() => page.getByRole('region', { name: 'Recent' }).getByRole('article').count()).toBe(12);
    const brand = page.getByRole('region', { name: 'Brands' }).getByRole('link').first();
    const [name = '', count = 'none'] = (await brand.innerText()).split('\n');
    await brand.click();
    await page.waitForURL(/\/bike\/search\?brand=/);
    if (!javaScriptEnabled) await reloadUntilRendered(page);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.poll(async () => (await heading.innerText()).toLowerCase()).toBe(name.toLowerCase());
    await expect.poll(() => page.getByRole('main').getByRole('status').first().innerText()).toContain(count);
    await page.context().close();
  });
});

test('a missing bike and a missing member are rendered with a picture and their text, and nothing else', async () => {
  const nobody = '01890000-0000-7000-8000-000000000101';
  for (const [path, label] of [
    [`/bike/${nobody}/surly`, 'This bike doesn’t exist or was deleted.'],
    [`/user/${nobody}/ana`, "This member doesn't exist or is no longer here."],
  ] as const) {
    const page = await open(path, true);
    const said = await page.getByRole('main').innerText();
    expect(said.split('\n').filter((line) => line.trim())).toEqual(['Page not found', label, 'Go to the home page']);
    expect(await page.getByRole('main').locator('svg').count()).toBe(1);
    await page.context().close();
  }
});

test('an address that was copied with the end of a sentence leads to its page, also from the worker', async () => {
  const context = await browser.newContext({ viewport: desktop });
  const page = await context.newPage();
  await page.goto(`${site.origin}/about%29`);
  expect(page.url()).toBe(`${site.origin}/about`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
  });
  await page.goto(`${site.origin}/faq%29?from=mail`);
  await page.waitForURL(`${site.origin}/faq?from=mail`);
  await context.close();
});
