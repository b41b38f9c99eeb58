import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { profilePage } from '#contract/pages.ts';
import { getProfile, type Profile } from '#contract/profile.ts';
import { pictureIn } from '#contract/profile-pictures.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { desktop, phone } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
let asks: TestBrowser;
/** Eight by six squares of 200 pixels, each with its own color, which identifies its place. */
let chart: Upload;
const [columns, lines, edge] = [8, 6, 200];
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  await ana.settle();
  const squares = Array.from({ length: columns * lines }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    return `<rect x="${x * edge}" y="${y * edge}" width="${edge}" height="${edge}" fill="rgb(${20 + 28 * x},${20 + 38 * y},90)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${squares.join('')}</svg>`;
  const buffer = await sharp(Buffer.from(svg)).jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer();
  chart = { name: 'chart.jpg', mimeType: 'image/jpeg', buffer };
});
afterEach(() => ana.device.context.setOffline(false));
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const dialog = () => ana.page.getByRole('dialog');
const frame = () => dialog().getByRole('group');
const pick = (name: 'Avatar' | 'Banner', file: Upload) =>
  ana.page.locator(`input[type=file][aria-label="${name}"]`).setInputFiles(file);
const profile = async (): Promise<Profile> => (await asks.call(getProfile)).answer.data as Profile;
const picture = async (path: string) => {
  const response = await fetch(site.origin + path);
  return Buffer.from(await response.arrayBuffer());
};
/** The place of a picture's corners in the chart, in squares. */
async function cornersOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * info.width + x) * 3;
    return [Math.round(((data[from] ?? 0) - 20) / 28), Math.round(((data[from + 1] ?? 0) - 20) / 38)];
  };
  return [at(6, 6), at(info.width - 7, info.height - 7)];
}
/** The same of the frame's content: a photo is painted shortly after it is there or was moved. */
const shownIn = async () => cornersOf(await frame().screenshot());
type Finger = { x: number; y: number; id: number };
/** Touches a page through the DevTools protocol. */
async function fingersOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Finger[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
}
const alone = () => expect.poll(() => ana.main.getByText(/^(?:Waiting (?!to)|Sending|Next try)/).count()).toBe(0);

test('a banner is cropped as shown, by keyboard, and is on the site', async () => {
  const { page } = ana;
  await page.setViewportSize(desktop);
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Choose a banner' }).waitFor();
  await pick('Banner', chart);
  await dialog().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog().getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('End');
  await frame().focus();
  for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowDown');
  // The minimum is 640 of 1,600 pixels, and it is at the right edge.
  const seen = [
    [4, 2],
    [7, 3],
  ];
  await expect.poll(shownIn).toEqual(seen);
  await dialog().getByRole('button', { name: 'Save' }).press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(async () => (await profile()).bannerImage).not.toBe('');
  await alone();
  const bytes = await picture(pictureIn((await profile()).bannerImage, 640));
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 640, height: 213 });
  expect(await cornersOf(bytes)).toEqual(seen);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/banner/);
});

test('an avatar is chosen by mouse while offline, shows at once, and is uploaded later, in the header too', async () => {
  const { page } = ana;
  await page.setViewportSize(phone);
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Choose an avatar' }).waitFor();
  await ana.device.context.setOffline(true);
  await pick('Avatar', chart);
  await dialog().waitFor();
  const box = await frame().boundingBox();
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -400);
  await expect.poll(() => dialog().getByRole('slider', { name: 'Zoom' }).inputValue()).not.toBe('0');
  await page.mouse.down();
  await page.mouse.move(x + 400, y + 400, { steps: 5 });
  await page.mouse.up();
  // Dragged to the right and down, it shows the first corner.
  const corners = () =>
    frame()
      .locator('img')
      .evaluate(({ style }) => [style.insetInlineStart, style.insetBlockStart]);
  await expect.poll(corners).toEqual(['0%', '0%']);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().waitFor({ state: 'detached' });
  const shown = page.getByRole('figure', { name: 'How others see it' }).locator('img[src^="data:image/jpeg"]');
  await shown.waitFor();
  await page.getByText('Waiting for signal').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await shown.waitFor();
  expect((await profile()).avatarImage).toBe('');
  await ana.device.context.setOffline(false);
  await expect.poll(async () => (await profile()).avatarImage).not.toBe('');
  await alone();
  const { avatarImage } = await profile();
  const [corner] = await cornersOf(await picture(avatarImage));
  expect(corner).toEqual([0, 0]);
  await page
    .getByRole('button', { name: /^Account/ })
    .locator(`img[src="${avatarImage}"]`)
    .waitFor();
});

test('two fingers shrink the crop where they are, and one then moves it', async () => {
  const { page } = ana;
  await page.setViewportSize(phone);
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Change the banner' }).waitFor();
  await pick('Banner', chart);
  await dialog().waitFor();
  const box = await frame().boundingBox();
  if (!box) throw new Error('The frame is not shown.');
  const slider = dialog().getByRole('slider', { name: 'Zoom' });
  const columnsOf = (corners: number[][]) => corners.map(([column]) => column);
  const columnsShown = async () => columnsOf(await shownIn());
  await expect.poll(columnsShown).toEqual([0, 7]);
  const touch = await fingersOn(page);
  // Around a point in the first quarter: that part of the photo stays under the fingers.
  const at = { x: box.x + box.width / 4, y: box.y + box.height / 2 };
  const spread = (by: number) => [
    { x: at.x - by, y: at.y, id: 1 },
    { x: at.x + by, y: at.y, id: 2 },
  ];
  await touch('touchStart', spread(20));
  for (let by = 22; by <= 40; by += 2) await touch('touchMove', spread(by));
  await touch('touchEnd', []);
  // Half as wide: one square has left at the start, three at the end.
  await expect.poll(async () => Math.abs(Number(await slider.inputValue()) - 83)).toBeLessThan(3);
  await expect.poll(columnsShown).toEqual([1, 4]);
  const half = Number(await slider.inputValue());
  // The page itself is not zoomed.
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);

  await touch('touchStart', [{ ...at, id: 1 }]);
  for (let by = 20; by <= 400; by += 20) await touch('touchMove', [{ x: at.x + by, y: at.y + by, id: 1 }]);
  await touch('touchEnd', []);
  await expect.poll(async () => (await shownIn())[0]).toEqual([0, 0]);
  expect(Number(await slider.inputValue())).toBe(half);

  await touch('touchStart', spread(60));
  for (let by = 55; by >= 5; by -= 5) await touch('touchMove', spread(by));
  await touch('touchEnd', []);
  await expect.poll(async () => Number(await slider.inputValue())).toBe(0);
  await expect.poll(columnsShown).toEqual([0, 7]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('the upload shows its progress, and nothing afterwards', { tags: nightly }, async () => {
  const { page, device } = ana;
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Change the avatar' }).waitFor();
  const before = (await profile()).avatarImage;
  const name = 'camera.jpg';
  await pick('Avatar', { name, mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 1600, height: 1200 }) });
  await dialog().getByRole('button', { name: 'Save' }).waitFor();
  const narrow = await device.context.newCDPSession(page);
  const conditions = { offline: false, latency: 0, downloadThroughput: -1 };
  await narrow.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: 60_000 });
  await page.evaluate(() => {
    const shares: number[] = [];
    Object.assign(globalThis, { shares });
    new MutationObserver(() => {
      const share = document.querySelector('progress')?.value;
      if (share !== undefined && share !== shares.at(-1)) shares.push(share);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['value'] });
  });
  await dialog().getByRole('button', { name: 'Save' }).click();
  await page.getByRole('progressbar', { name: 'Sent of this photo' }).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  const shares = await page.evaluate(() => (globalThis as unknown as { shares: number[] }).shares);
  expect(shares.length).toBeGreaterThan(2);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(shares.filter((share) => share > 0 && share < 1).length).toBeGreaterThan(1);
  await narrow.detach();
  // All bytes were sent; the reply that accepts them comes a little later.
  await expect.poll(async () => (await profile()).avatarImage).not.toBe(before);
});

test('a deleted picture is restored by Undo, and is deleted without it', { tags: nightly }, async () => {
  const { page } = ana;
  await ana.go(profilePage());
  const before = (await profile()).avatarImage;
  await page.getByRole('button', { name: 'Delete the avatar' }).click();
  await page.getByRole('button', { name: 'Choose an avatar' }).waitFor();
  const toast = page.getByRole('status').filter({ hasText: 'Your avatar was deleted.' });
  await toast.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Change the avatar' }).waitFor();
  expect((await profile()).avatarImage).toBe(before);
  await page.getByRole('button', { name: 'Delete the avatar' }).click();
  await expect.poll(async () => (await profile()).avatarImage).toBe('');
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: /^Account/ })
        .locator('img')
        .count(),
    )
    .toBe(0);
  await expect.poll(async () => (await fetch(site.origin + before)).status).toBe(404);
});

test('a file that is no photo, or too small for a banner, gets a sentence', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Change the banner' }).waitFor();
  await pick('Avatar', { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
  await page.getByRole('alert').getByText('We couldn’t open notes.jpg. It may be damaged.').waitFor();
  const narrow = await sharp({ create: { width: 500, height: 900, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await pick('Banner', { name: 'narrow.jpg', mimeType: 'image/jpeg', buffer: narrow });
  await page.getByText('narrow.jpg is too small. It needs at least 640 pixels across.').waitFor();
  expect(await dialog().count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});
