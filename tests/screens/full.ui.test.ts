/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrivedOf, strangersBike } from '#tests/kit/arrived.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, riderPassword, type Upload } from '#tests/kit/rider.ts';
import { fillRoom, limitRoom } from '#tests/kit/room.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

const room = 16_000_000;
/** Milliseconds within which a busy machine has done it. */
const limit = 60_000;
const strip = 'This device is full. You can read and write with signal; nothing new is kept here.';

let site: Site;
let rider: Rider;
/** A tab that nobody uses: the limit holds as long as it is open. */
let keeper: Page;
let bike: string;
let photos: Upload[];

async function deviceWithRoom(): Promise<{ device: Device; tab: Page }> {
  const device = await Device.open(site.origin, { worker: true, permissions: ['background-sync'], profile: true });
  const tab = await device.page('/favicon.svg');
  await limitRoom(tab, room);
  return { device, tab };
}

beforeAll(async () => {
  site = await Site.start({ demo: true });
  bike = await strangersBike(site, 'Straggler');
  const buffer = await cameraPhoto({ width: 1200, height: 900 });
  photos = [1, 2].map((place) => ({ name: `trail-${place}.jpg`, mimeType: 'image/jpeg', buffer }));
  const { device, tab } = await deviceWithRoom();
  keeper = tab;
  rider = await Rider.joinOn(device, site, 'ana');
  await rider.settle();
});
afterAll(async () => {
  await rider?.close();
  await site.close();
});

const full = (page: Page) => page.getByText(strip).waitFor();

/** Reads home, a bike and home again, as somebody does who has come to look around. */
async function lookAround(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  const card = page.getByRole('article').nth(3).getByRole('link').first();
  await card.click();
  await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  await page.goBack();
  await page.getByRole('article').nth(3).waitFor();
}

test('a visitor whose device is full from the first page on reads everything, and is told', async () => {
  const { device, tab } = await deviceWithRoom();
  const page = await device.page('/bike/nonsense');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await fillRoom(tab);
  await page.goto(site.origin);
  await lookAround(page);
  await full(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await lookAround(page);
  await device.close();
});

test('what was kept before the device was full is renewed from memory', async () => {
  const { page } = rider;
  await rider.go('/');
  await page.getByRole('article').first().waitFor();
  await fillRoom(keeper);
  const newer = await publishBike(await joinSite(site, 'dora'));
  await page.reload();
  await page.locator(`a[href*="${newer}"]`).first().waitFor();
  await lookAround(page);
  await full(page);
  await rider.go('/user/bikes');
  await page.getByText('No bikes yet.').waitFor();
});

test('a like and a comment go straight to the site', async () => {
  await rider.go(bike);
  await fillRoom(keeper);
  await rider.setLike(true);
  await rider.comment('Written on a full device.');
  await until(async () => {
    const arrived = await arrivedOf(site, 'ana');
    expect(arrived.likes).toBe(1);
    expect(arrived.comments).toEqual(['Written on a full device.']);
  }, limit);
  await rider.page.reload();
  await rider.main.getByRole('listitem').filter({ hasText: 'Written on a full device.' }).waitFor();
  await rider.page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
});

test('without signal a comment on a full device stays in its field, and the sentence says why', async () => {
  const { page, device } = rider;
  await fillRoom(keeper);
  await device.context.setOffline(true);
  const composer = page.getByLabel('Write a comment');
  await composer.fill('Not lost.');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await page.getByText('This device is full and there is no signal').waitFor();
  await page.getByText('No signal, and this device is full').waitFor();
  expect(await composer.inputValue()).toBe('Not lost.');
  await device.context.setOffline(false);
  await page.getByText('No signal, and this device is full').waitFor({ state: 'detached', timeout: limit });
  await page.getByRole('button', { name: 'Post comment' }).click();
  await until(async () => expect((await arrivedOf(site, 'ana')).comments).toContain('Not lost.'), limit);
  await expect.poll(() => composer.inputValue()).toBe('');
});

test('the form says that a full device does not keep it, and what was typed stays', async () => {
  const { page } = rider;
  await rider.go('/user/bike/add#bike');
  await fillRoom(keeper);
  await page.getByLabel('Year').fill('2021');
  await page.getByRole('alert').filter({ hasText: 'This device is full, so this could not be kept.' }).waitFor();
  expect(await page.getByLabel('Year').inputValue()).toBe('2021');
});

test('when there is room again, the line goes', async () => {
  const { page } = rider;
  await full(page);
  await limitRoom(keeper, 4 * room);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // A page that looks before the browser does looks again after half a minute.
  await page.getByText(strip).waitFor({ state: 'detached', timeout: limit });
});

test('an outbox that was filled without signal is sent from a full device', async () => {
  const { page, device } = rider;
  await rider.go(bike);
  // Only the site knows of the like: the device was full when it was given.
  await page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
  await device.context.setOffline(true);
  await rider.setLike(false);
  await rider.comment('From the trail.');
  await rider.go('/user/bike/add');
  await rider.describeBike('Ogre', photos);
  await rider.publish();
  await limitRoom(keeper, 1);
  await fillRoom(keeper);
  await device.context.setOffline(false);
  await until(async () => {
    const arrived = await arrivedOf(site, 'ana');
    // What was only begun is on the site as a draft.
    expect(arrived.bikes.filter(({ model }) => model)).toEqual([{ model: 'Ogre', version: 1, photos: 2 }]);
    expect(arrived.likes).toBe(0);
    expect(arrived.comments.filter((text) => text === 'From the trail.')).toHaveLength(1);
    expect(arrived.running).toBe(0);
  }, limit);
  await rider.go('/user/outbox');
  await page.getByText('Nothing waits').waitFor();
});

test('signing out of a full device forgets the member, and logging in works', async () => {
  const { page } = rider;
  await rider.go('/');
  await fillRoom(keeper);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  // What the form held was kept when there was room.
  await page.getByRole('button', { name: 'Keep for this account on this device' }).click();
  await page.getByRole('banner').getByText('Log In').waitFor();
  await page.reload();
  await page.getByRole('banner').getByText('Log In').waitFor();
  // A member's page leads to the log-in once the device has looked whom it remembers.
  await rider.go('/user/outbox');
  await page.waitForURL('**/account/login?returnTo=*');
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await rider.main.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
});
