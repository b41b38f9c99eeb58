import { afterAll, beforeAll, expect, test } from 'vitest';
import { guidePicture, guideRules, guideSides } from '#contract/photo-guide.ts';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';
import { fetchRendered, untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin, { worker: true });
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const titles: [path: string, title: string][] = [
  ['/about', 'About'],
  ['/faq', 'FAQ'],
  ['/photo-guide', 'Photo Guide'],
  ['/help/content-policy', 'Content Policy'],
  ['/help/cookie-policy', 'Cookie Policy'],
  ['/help/privacy-policy', 'Privacy Policy'],
  ['/help/terms-service', 'Terms of Service'],
];

test('after one visit of home every page opens offline, with the pictures of the photo guide', {
  tags: nightly,
}, async () => {
  const page = await device.page('/');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const cachedPageCount = () => page.evaluate(async () => (await (await caches.open('pages')).keys()).length);
  await until(async () => expect(await cachedPageCount()).toBe(guideRules.length * guideSides.length));
  await device.context.setOffline(true);
  for (const [path, title] of titles) {
    const there = await device.page(path);
    await there.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
    await expect.poll(() => there.title()).toBe(`${title} · Headbadge`);
    if (path === '/photo-guide') {
      for (const picture of await there.getByRole('main').locator('img').all()) {
        await picture.scrollIntoViewIfNeeded();
        await until(async () => expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(720));
      }
    }
    await there.close();
  }
  await device.context.setOffline(false);
  await page.close();
});

test("a URL leads to a section: from outside, from another page, and in the page's list", async () => {
  const page = await device.page('/faq#flags');
  const topOf = (id: string) =>
    page.evaluate((one) => Math.round(document.getElementById(one)?.getBoundingClientRect().top ?? -1), id);
  const isAtTop = (id: string) =>
    until(async () => {
      const top = await topOf(id);
      expect([id, top >= 0 && top < 200, top]).toEqual([id, true, top]);
    });
  await page.getByRole('heading', { name: 'What happens when something is flagged?' }).waitFor();
  await isAtTop('flags');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Who can message me?' })
    .click();
  await isAtTop('messages');
  await page.goto(`${site.origin}/about`);
  await page.getByRole('main').getByRole('link', { name: 'Popular' }).click();
  await page.waitForURL('**/faq#popular');
  await isAtTop('popular');
  await page.close();
});

test('a page with a section in its URL stays where the user has scrolled before its scripts arrived', async () => {
  await untilRendered(`${site.origin}/faq`);
  const visitor = await Device.open(site.origin);
  const page = await visitor.page();
  await page.addInitScript(() =>
    addEventListener('alive', () => document.documentElement.setAttribute('data-hydrated', '')),
  );
  const { promise: come, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!theme|reader|hydrate-when-idle)[^/]+\.js$/, async (route) => {
    await come;
    await route.continue();
  });
  const top = () => page.evaluate(() => scrollY);
  await page.goto(`${site.origin}/faq#flags`);
  await until(async () => expect(await top()).toBeGreaterThan(500));
  await page.evaluate(() => scrollTo(0, 0));
  resolve();
  await page.locator('html[data-hydrated]').waitFor();
  // Two frames later its effects have run.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await top()).toBe(0);
  await page.reload();
  await until(async () => expect(await top()).toBeGreaterThan(500));
  await visitor.close();
});

test('the URL of a missing policy says so, with status 404', async () => {
  expect((await fetchRendered(`${site.origin}/help/nonsense`)).status).toBe(404);
  expect((await fetchRendered(`${site.origin}/help/constructor`)).status).toBe(404);
  const page = await device.page('/help/nonsense');
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.close();
});

test('the pictures of the photo guide are immutable, and nothing else is in their folder', async () => {
  const answer = await fetch(site.origin + guidePicture('cranks', 'right'));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  for (const path of [
    '/images/pages/',
    '/images/pages/none.webp',
    '/images/pages/..%2f..%2findex.html',
    '/images/pages/.x',
  ])
    expect((await fetch(site.origin + path)).status, path).toBe(404);
});

test('sign-up and photo forms link to what to read first', async () => {
  const page = await device.page('/account/signup');
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/help/terms-service');
  expect(await main.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/help/privacy-policy');
  await page.close();
});

test('the tables of the cookie policy are readable on a phone', async () => {
  const page = await device.page('/help/cookie-policy');
  await page.getByRole('table').first().waitFor();
  const hardToRead = () =>
    page.locator('main table').evaluateAll((tables) =>
      tables.flatMap((table) =>
        [...table.querySelectorAll('th, td')]
          .filter((cell) => {
            const ch = Number.parseFloat(getComputedStyle(cell).fontSize) / 2;
            // At least two words side by side.
            return cell.getBoundingClientRect().width < 14 * ch || cell.scrollWidth > cell.clientWidth + 1;
          })
          .map((cell) => `${Math.round(cell.getBoundingClientRect().width)}: ${cell.textContent}`),
      ),
    );
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await hardToRead(), `${width} pixels`).toEqual([]);
  }
  await page.close();
});
