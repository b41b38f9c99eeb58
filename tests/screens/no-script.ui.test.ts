/** @module-tag nightly */
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { fullBike, fullBikeComments, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { until } from '#tests/kit/until.ts';
import { openRendered, reloadUntilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let browser: FleetingBrowser;
let bike: string;
let addresses: string[];
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const db = await site.db();
  bike = await fullBike(db);
  addresses = [...publicAddresses, bike, await removedBike(db), await fullMember(db)];
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

async function reader(options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ ...options, javaScriptEnabled: false });
  return context.newPage();
}

const open = (page: Page, path: string) => openRendered(page, site.origin + path);

/** Follows a link to another page. */
async function follow(page: Page, link: Locator): Promise<void> {
  const here = page.url();
  await link.click();
  await page.waitForURL((url) => url.href !== here);
  await reloadUntilRendered(page);
}

const shown = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'Word number' });

/** Opens pages without scripts. Each has its title, fits the screen, and has no dead controls. */
async function assertReadable(options: BrowserContextOptions, paths: readonly string[]): Promise<void> {
  const page = await reader(options);
  for (const path of paths) {
    await open(page, path);
    expect(await page.locator('h1').count(), path).toBe(1);
    expect(await tooWide(page), path).toEqual([]);
    const dead = page.locator(
      'button:not([popovertarget]):not([type=submit]):not([data-slide]), select:not(form select)',
    );
    for (const one of await dead.all()) expect(await one.isVisible(), `${path} ${await one.innerHTML()}`).toBe(false);
    // The browser itself submits a form with an action URL.
    const needing = await page.locator('main form:not([method=get])').count();
    if (needing > 0) await page.locator('main noscript p', { hasText: 'Turn on JavaScript' }).waitFor();
  }
  await page.context().close();
}

for (const { name, options } of [
  { name: 'a light phone', options: { viewport: phone, colorScheme: 'light' } },
  { name: 'a dark desktop', options: { viewport: desktop, colorScheme: 'dark' } },
] as const) {
  describe(`without scripts, on ${name}`, () => {
    test('every public screen is readable, without dead controls', async () => {
      await assertReadable(options, addresses);
    });

    test('the main menu opens and its links work', async () => {
      const page = await reader(options);
      await open(page, '/');
      await page.getByRole('button', { name: 'Main menu' }).click();
      const gravel = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Gravel' });
      await follow(page, gravel);
      await page.getByRole('heading', { name: 'Gravel', level: 1 }).waitFor();
      await page.context().close();
    });

    test('a search is paged to its end', async () => {
      const page = await reader(options);
      // It would load the pictures of all bikes.
      await page.route('**/images/**', (route) => route.abort());
      await open(page, '/bike/search');
      const titles = new Set<string>();
      const next = page.getByRole('link', { name: 'Load more' });
      for (let pages = 1; ; pages += 1) {
        for (const title of await page.getByRole('article').getByRole('heading').allInnerTexts()) titles.add(title);
        if ((await next.count()) === 0) break;
        expect(pages).toBeLessThan(10);
        await follow(page, next);
        await page.getByRole('link', { name: 'Back to the first page' }).waitFor();
      }
      expect(titles.size).toBeGreaterThan(70);
      await page.context().close();
    });

    test('a bike is readable completely: its story, each photo, and every comment', async () => {
      const page = await reader(options);
      await open(page, bike);
      const story = page.getByRole('region', { name: 'Story', exact: true }).locator('p').first();
      expect(await story.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThan(2);
      await page.getByRole('link', { name: /^Photo 3 of/ }).click();
      const third = page.locator('[id^=photo-]').nth(2);
      await until(async () => {
        const box = await third.boundingBox();
        expect(Math.abs((box?.x ?? 1000) - ((await third.locator('..').boundingBox())?.x ?? 0))).toBeLessThan(2);
      });

      const paragraphs = new Set<string>();
      const earlier = page.getByRole('link', { name: 'Load earlier' });
      for (let pages = 1; pages < 10; pages += 1) {
        for (const text of await shown(page).locator('p').allInnerTexts()) paragraphs.add(text);
        if ((await earlier.count()) === 0) break;
        await follow(page, earlier);
        await page.getByRole('link', { name: 'Back to the newest' }).waitFor();
      }
      expect(paragraphs.size).toBe(fullBikeComments);
      await page.context().close();
    });
  });
}

test('a page of earlier comments gets the newest ones with hydration', async () => {
  const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' });
  const page = await context.newPage();
  const reading = await reader({ viewport: phone });
  await open(reading, bike);
  const address = (await reading.getByRole('link', { name: 'Load earlier' }).getAttribute('href')) ?? '';
  await page.goto(site.origin + address);
  await page.getByText(`Word number ${fullBikeComments}.`).waitFor();
  await expect.poll(() => shown(page).count()).toBe(100);
  await page.getByRole('button', { name: 'Load earlier' }).click();
  await page.getByText('Word number 1.', { exact: true }).waitFor();
  await expect.poll(() => shown(page).count()).toBe(fullBikeComments);
  await reading.context().close();
  await context.close();
});
