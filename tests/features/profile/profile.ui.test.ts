import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { profilePage } from '#contract/pages.ts';
import { getProfile, type Profile, updateText } from '#contract/profile.ts';
import { pictureIn } from '#contract/profile-pictures.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { desktop, phone } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { pressEntry } from '#tests/kit/press-entry.ts';
import { Rider, riderPassword, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
/** Ana on another device. */
let asks: TestBrowser;
const elsewhere = newId();
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
const arrived = () => expect.poll(() => ana.main.getByText(/^(?:Waiting (?!to)|Sending|Next try)/).count()).toBe(0);

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
  await arrived();
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
  await arrived();
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

const aboutField = () => ana.page.getByLabel(/^A few words/);
const save = () => ana.page.getByRole('button', { name: 'Save', exact: true });
const preview = () => ana.page.getByRole('figure', { name: 'How others see it' });
const writeElsewhere = async (text: string) => {
  const seen = { version: (await profile()).versions.text, device: elsewhere };
  expect((await asks.call(updateText, { body: { text, seen } })).status).toBe(200);
};

test('a member opens their profile from the menu, fills it in by keyboard, and sees it as others will', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  await pressEntry(page, 'Profile');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await aboutField().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(/^Discipline/).focus();
  // On a busy machine, type-ahead would split a longer word.
  await page.keyboard.press('g');
  await page.getByRole('combobox', { name: /^Country/ }).fill('swit');
  await page.getByRole('option', { name: 'Switzerland' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: /^Region/ }).fill('zur');
  await page.getByRole('option', { name: 'Zürich' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await aboutField().fill('Steel is real.\nSo is rust.');
  await page.getByRole('button', { name: 'Add a link' }).press('Enter');
  await page.keyboard.type('https://ana.example/rides');
  await preview().getByText('Zürich, Switzerland').waitFor();
  await preview().getByRole('link', { name: 'ana.example' }).waitFor();
  await page.getByText('Not saved yet').waitFor();
  await save().press('Enter');
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(profile).toMatchObject({
    ...{ discipline: 'Gravel', text: 'Steel is real.\nSo is rust.' },
    location: { country: 'CH', region: 'CH-ZH', countryName: 'Switzerland', regionName: 'Zürich' },
    links: [{ label: '', url: 'https://ana.example/rides' }],
    versions: { discipline: 1, links: 1, location: 1, text: 1 },
  });
  await arrived();
  expect(await preview().getByRole('link').getAttribute('rel')).toContain('nofollow ugc');
  await page.getByText(/Your links appear on .*, 7 days after you joined./).waitFor();
});

test('an invalid field gets its sentence and the focus, and nothing is lost', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByRole('textbox', { name: 'Address 2' }).fill('javascript:alert(1)');
  expect(await preview().getByRole('link').count()).toBe(1);
  await save().click();
  await page.getByText('Enter an address that begins with https:// or http://.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url-1');
  expect(await page.getByRole('textbox', { name: 'Address 2' }).inputValue()).toBe('javascript:alert(1)');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove address 2' }).click();
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  expect((await profile()).links).toHaveLength(1);
});

test('offline it is stored at once, and arrives once when the connection returns', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  const before = await profile();
  await ana.device.context.setOffline(true);
  await aboutField().fill('From the trail.');
  await save().click();
  await page.getByText('Saved on this device').waitFor();
  await page.getByText('Waiting for signal').waitFor();
  await page.reload();
  await expect.poll(() => aboutField().inputValue()).toBe('From the trail.');
  await aboutField().fill('From the top.');
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await ana.device.context.setOffline(false);
  await expect.poll(async () => (await profile()).text).toBe('From the top.');
  await arrived();
  expect(await profile()).toMatchObject({ discipline: 'Gravel', versions: { text: before.versions.text + 1 } });
});

test('an edit from another device is not overwritten: both versions are shown, and either can be kept', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  await ana.device.context.setOffline(true);
  await aboutField().fill('By phone.');
  await save().click();
  await page.getByText('Waiting for signal').waitFor();
  await writeElsewhere('By laptop.');
  await ana.device.context.setOffline(false);
  const alert = page.getByRole('alert').filter({ hasText: 'changed on another device' });
  await alert.getByRole('cell', { name: 'By phone.' }).waitFor();
  await alert.getByRole('cell', { name: 'By laptop.' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect((await profile()).text).toBe('By laptop.');
  await alert.getByRole('button', { name: "Keep the site's" }).click();
  await alert.waitFor({ state: 'detached' });
  expect(await aboutField().inputValue()).toBe('By laptop.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await alert.getByRole('button', { name: 'Keep yours' }).click();
  await expect.poll(async () => (await profile()).text).toBe('By phone.');
  await alert.waitFor({ state: 'detached' });
  expect(await aboutField().inputValue()).toBe('By phone.');
});

test('unsaved text survives an offline reload, and is deleted at sign-out', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  const before = await profile();
  await ana.device.context.setOffline(true);
  await aboutField().fill('Half a thought.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.keyboard.type('ht');
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
  expect(await aboutField().inputValue()).toBe('Half a thought.');
  expect(await page.getByRole('textbox', { name: `Address ${before.links.length + 1}` }).inputValue()).toBe('ht');
  await page.getByRole('button', { name: `Remove address ${before.links.length + 1}` }).click();
  await ana.device.context.setOffline(false);
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(async () => (await profile()).text).toBe('Half a thought.');
  await arrived();
  await page.reload();
  await aboutField().waitFor();
  expect(await page.getByText('Not saved yet').count()).toBe(0);

  await aboutField().fill('Nobody reads this.');
  await page.getByText('Not saved yet').waitFor();
  const sessionText = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(sessionText).toContain('Nobody reads this.');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(sessionText).not.toContain('Nobody reads this.');
  await page.goto(`${site.origin}/account/login`);
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await ana.go(profilePage());
  await aboutField().waitFor();
  expect(await aboutField().inputValue()).toBe('Half a thought.');
});

test('it fits a phone and text of twice the size', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  for (const width of [phone.width, 320, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await tooWide(page), String(width)).toEqual([]);
  }
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
});
