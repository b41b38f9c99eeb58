/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';

let site: Site;
let ana: Rider;
let device: Device;
let page: Page;
let path: string;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana');
  await ana.go('/user/bike/add');
  const size = { width: 1600, height: 1200, orientation: 1 };
  const buffer = await cameraPhoto(size);
  const upload = (name: string) => ({ name, mimeType: 'image/jpeg', buffer });
  await ana.fillIn('Cross-Check', [upload('1.jpg'), upload('2.jpg'), upload('3.jpg')]);
  await ana.toStep('photos');
  await ana.page.getByRole('button', { name: /^Edit photo 2/ }).click();
  await ana.page.getByLabel('Caption').fill('The bars.');
  await ana.page.getByText('Saved on this device').waitFor();
  await ana.toStep('publish');
  await ana.publish();
  await until(async () => {
    // Its draft may be on the site before, which nobody else sees.
    const bike = await (await site.db()).collection('bikes').findOne({ status: 'Active' });
    expect(bike?.photos).toHaveLength(3);
    path = bikePage(String(bike?._id), bike?.slug);
  });
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await ana?.close();
  await site?.close();
});

beforeEach(async () => {
  page = await device.page(path);
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  // It is server-rendered, and has no listeners before its script has loaded, which shows this button.
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await page
    .getByRole('button', { name: /Open large/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  return () => page.close();
});

const button = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const place = () => page.getByRole('dialog').getByLabel(/^Photo \d of 3$/);

/** The size of the shown photo, and the offset of its center from the screen's, in pixels. */
const position = () =>
  page.evaluate(() => {
    const slide = document.querySelector('dialog li[aria-hidden=false]') as HTMLElement;
    const frame = slide.firstElementChild as HTMLElement;
    const [box, view] = [frame.getBoundingClientRect(), slide.getBoundingClientRect()];
    return {
      scale: Math.round((box.width / view.width) * 100) / 100,
      x: Math.round(box.x + box.width / 2 - view.x - view.width / 2),
      y: Math.round(box.y + box.height / 2 - view.y - view.height / 2),
    };
  });
const untilScale = (scale: number) => until(async () => expect((await position()).scale).toBe(scale));
const middle = async () => {
  const box = await page.getByRole('list', { name: 'Photos' }).boundingBox();
  if (!box) throw new Error('There is no row of photos.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Seconds between two quick actions: a double tap counts by these times, however late a busy browser handles them. */
const beat = 0.05;

/** Touches through the DevTools protocol, as real fingers. */
async function fingers() {
  const session = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1000;
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...spots: [x: number, y: number][]) => {
    timestamp += beat;
    const touchPoints = spots.map(([x, y], id) => ({ x, y, id }));
    return session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  };
}

/** A double click of the mouse, through the same protocol. */
async function doubleClick(x: number, y: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.mouse.move(x, y);
  let timestamp = Date.now() / 1000;
  for (const clickCount of [1, 2])
    for (const type of ['mousePressed', 'mouseReleased'] as const) {
      timestamp += beat;
      await session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount, timestamp });
    }
}

test('two fingers zoom a photo, one then pans it, and its largest size is fetched', async () => {
  const touch = await fingers();
  const { x, y } = await middle();
  await touch('touchStart', [x - 20, y]);
  await touch('touchStart', [x - 20, y], [x + 20, y]);
  for (const gap of [30, 40, 50, 60]) await touch('touchMove', [x - gap, y], [x + gap, y]);
  await touch('touchEnd');
  await untilScale(3);
  expect(Math.abs((await position()).x)).toBeLessThan(3);
  await until(async () => {
    const shown = await page
      .locator('dialog li[aria-hidden=false] img')
      .evaluate((img) => (img as HTMLImageElement).currentSrc);
    expect(shown).toContain('/2048.webp');
  });

  await touch('touchStart', [x, y]);
  for (const by of [20, 40, 60]) await touch('touchMove', [x + by, y]);
  await touch('touchEnd');
  const { x: offset } = await position();
  expect(offset).toBeGreaterThan(40);
  expect(await place().textContent()).toBe('1 / 3');

  for (const by of [-100, -200, -300]) {
    await touch('touchStart', [x, y]);
    await touch('touchMove', [x + by / 2, y]);
    await touch('touchMove', [x + by, y]);
    await touch('touchEnd');
  }
  // Up to its edge, and never to the next photo.
  expect((await position()).x).toBe(-390);
  expect(await place().textContent()).toBe('1 / 3');
});

test('a double tap zooms in at its place, another zooms out; one finger then swipes on', async () => {
  const touch = await fingers();
  const { x, y } = await middle();
  const tap = async (at: number) => {
    await touch('touchStart', [at, y]);
    await touch('touchEnd');
  };
  await tap(x + 80);
  await tap(x + 80);
  await untilScale(2.5);
  expect((await position()).x).toBe(-120);
  await tap(x);
  await tap(x);
  await untilScale(1);

  // More than half of the row, as on a busy machine no speed is left for a fling.
  await touch('touchStart', [x + 140, y]);
  for (const by of [60, 120, 180, 240, 280]) await touch('touchMove', [x + 140 - by, y]);
  await touch('touchEnd');
  await until(async () => expect(await place().textContent()).toBe('2 / 3'));
  await page.getByRole('dialog').getByText('The bars.').waitFor();
});

test('a mouse zooms by its wheel at its position, and drags', async () => {
  const { x, y } = await middle();
  await page.mouse.move(x, y);
  for (let i = 0; i < 4; i++) await page.mouse.wheel(0, -120);
  await until(async () => expect((await position()).scale).toBeGreaterThan(2));
  await page.mouse.down();
  await page.mouse.move(x + 30, y, { steps: 3 });
  await page.mouse.move(x + 60, y, { steps: 3 });
  await page.mouse.up();
  expect((await position()).x).toBeGreaterThan(30);
  for (let i = 0; i < 12; i++) await page.mouse.wheel(0, 120);
  await until(async () => expect(await position()).toEqual({ scale: 1, x: 0, y: 0 }));
  await doubleClick(x - 40, y);
  await untilScale(2.5);
});

test('the keyboard does all of it: plus, minus, zero, arrows, and the focus returns', async () => {
  await page.keyboard.press('+');
  await untilScale(1.5);
  await page.getByRole('dialog').getByText('Enlarged', { exact: true }).waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  expect(await place().textContent()).toBe('1 / 3');
  expect((await position()).x).toBeLessThan(-60);
  await page.keyboard.press('0');
  await untilScale(1);
  await page.keyboard.press('ArrowRight');
  expect(await place().textContent()).toBe('2 / 3');
  for (let i = 0; i < 4; i++) await page.keyboard.press('=');
  await untilScale(4);
  expect(await button('Zoom in').getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('-');
  await until(async () => expect((await position()).scale).toBeCloseTo(2.67, 1));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const second = await page
    .locator('[data-slide]')
    .nth(1)
    .evaluate((slide) => slide.closest('li')?.id);
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('li')?.id)).toBe(second);
});

test('buttons zoom and are disabled at the limits, and the next photo is unzoomed', async () => {
  expect(await button('Zoom out').getAttribute('aria-disabled')).toBe('true');
  await button('Zoom in').click();
  await untilScale(1.5);
  await button('Zoom in').click();
  await untilScale(2.25);
  await button('Zoom out').click();
  await untilScale(1.5);
  // While the photo is zoomed the arrow keys pan it; End goes to the next one.
  await page.keyboard.press('End');
  await until(async () => expect(await place().textContent()).toBe('3 / 3'));
  expect(await position()).toEqual({ scale: 1, x: 0, y: 0 });
  await page.keyboard.press('Home');
  await until(async () => expect(await place().textContent()).toBe('1 / 3'));
  expect(await position()).toEqual({ scale: 1, x: 0, y: 0 });
});

test('Back and Close lead to the page that shows the same photo, Forward to the enlarged photo', async () => {
  const dialog = page.getByRole('dialog');
  const shown = page.getByRole('main').getByLabel(/^Photo \d of 3$/);
  const steps = await page.evaluate(() => history.length);
  await page.keyboard.press('ArrowRight');
  await until(async () => expect(await place().textContent()).toBe('2 / 3'));
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await shown.textContent()).toBe('2 / 3');
  await page.goForward();
  await dialog.waitFor();
  expect(await place().textContent()).toBe('2 / 3');
  await page.reload();
  await dialog.waitFor();
  await button('Close').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page
    .getByRole('button', { name: /Open large/ })
    .first()
    .click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => history.length)).toBe(steps);
});

test('a second press of Close or Escape leaves the enlarged photo only, not the page', async () => {
  const dialog = page.getByRole('dialog');
  const enlarge = page.getByRole('button', { name: /Open large/ }).first();
  await page.goto(`${site.origin}/faq`);
  for (const pressTwice of [
    () => button('Close').dblclick(),
    () => Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]),
  ]) {
    await page.goto(site.origin + path);
    await enlarge.click();
    await dialog.waitFor();
    await pressTwice();
    await dialog.waitFor({ state: 'detached' });
    // The page can still be used.
    await enlarge.click();
    await button('Close').click();
    await dialog.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(path);
  }
});
