/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const far = 'section[aria-labelledby=recent] li:nth-child(12) article';
const nearest = 'section[aria-labelledby=recent] li:first-child article';
/** Whether a bike, the last one of the first page if none is named, has been laid out. */
const isLaidOut = (page: Page, bikeAt = far) =>
  page.locator(bikeAt).evaluate((bike) => bike.checkVisibility({ contentVisibilityAuto: true }));
/** Sections that a client-rendered page loads separately, and that take space when they arrive. */
const late = ['random', 'categories'].map((part) => `section[aria-labelledby=${part}]`);
async function isWhole(page: Page): Promise<void> {
  for (const part of [far, ...late]) await page.locator(part).waitFor({ state: 'attached' });
}
/** The page's script shows the cookie notice last. */
const hydrated = (page: Page) => page.getByRole('button', { name: 'OK' }).waitFor();
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test('bikes below the fold are laid out when they come near, and take the same space before', async () => {
  for (const width of [360, 390, 800, 1280]) {
    const page = await device.context.newPage();
    await page.setViewportSize({ width, height: 600 });
    await page.goto(site.origin);
    await isWhole(page);
    await hydrated(page);
    for (const bike of [nearest, far]) expect(await isLaidOut(page, bike), `${width} pixels`).toBe(false);
    const before = await heightOf(page);
    await page.evaluate(() => document.documentElement.toggleAttribute('data-returned', true));
    expect(await isLaidOut(page)).toBe(true);
    // A name may take two lines.
    expect(Math.abs((await heightOf(page)) - before) / before, `${width} pixels`).toBeLessThan(0.05);
    await page.close();
  }
});

test('one is laid out for keyboard focus, and a reloaded page keeps its scroll position', async () => {
  const page = await device.page('/');
  await page.locator(far).waitFor({ state: 'attached' });
  await hydrated(page);
  expect(await isLaidOut(page)).toBe(false);
  // As by the keyboard and the browser's find.
  await page.locator(`${far} h3 a`).focus();
  await expect.poll(() => isLaidOut(page)).toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  // As by touch: passed elements keep their own height from then on.
  await page.evaluate(async () => {
    const saved = new Promise((resolve) => addEventListener('scrollend', resolve, { once: true }));
    for (let frame = 0; frame < 20; frame += 1) {
      scrollBy(0, 100);
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
    await saved;
  });
  const near = 'section[aria-labelledby=popular] li:nth-child(6) article';
  const topOf = () => page.locator(near).evaluate((bike) => Math.round(bike.getBoundingClientRect().top));
  const left = await topOf();
  await untilRendered(site.origin);
  await page.reload();
  await page.locator(far).waitFor({ state: 'attached' });
  await page.waitForFunction(
    ([selector, top]) => {
      const bike = document.querySelector(selector);
      return bike && Math.abs(bike.getBoundingClientRect().top - top) < 2;
    },
    [near, left] as const,
  );
  await page.close();
});
