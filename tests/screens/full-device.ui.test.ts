/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { fillQuota, limitQuota } from '#tests/kit/quota.ts';
import { Rider, riderPassword, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { arrivedOf, strangersBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

const room = 16_000_000;
/** Time limit in milliseconds on a busy machine. */
const limit = 60_000;
const notice = 'This device is full. You can read and write while you have signal, but nothing new is saved here.';

let site: Site;
let rider: Rider;
/** An unused tab: the quota holds as long as it is open. */
let keeper: Page;
let bike: string;
let photos: Upload[];

async function deviceWithQuota(): Promise<{ device: Device; tab: Page }> {
  const device = await Device.open(site.origin, { worker: true, permissions: ['background-sync'], profile: true });
  const tab = await device.page('/favicon.svg');
  await limitQuota(tab, room);
  return { device, tab };
}

beforeAll(async () => {
  site = await Site.start({ demo: true });
  bike = await strangersBike(site, 'Straggler');
  const buffer = await cameraPhoto({ width: 1200, height: 900 });
  photos = [1, 2].map((place) => ({ name: `trail-${place}.jpg`, mimeType: 'image/jpeg', buffer }));
  const { device, tab } = await deviceWithQuota();
  keeper = tab;
  rider = await Rider.joinOn(device, site, 'ana');
  await rider.settle();
});
afterAll(async () => {
  await rider?.close();
  await site.close();
});

const full = (page: Page) => page.getByText(notice).waitFor();

/** Opens home, a bike and home again, as a new visitor. */
async function lookAround(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  const card = page.getByRole('article').nth(3).getByRole('link').first();
  await card.click();
  await page.getByRole('heading', { name: 'Specifications' }).waitFor();
  await page.goBack();
  await page.getByRole('article').nth(3).waitFor();
}

test('a visitor with a device full from the first page on can read everything, and is told', async () => {
  const { device, tab } = await deviceWithQuota();
  const page = await device.page('/bike/nonsense');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await fillQuota(tab);
  await page.goto(site.origin);
  await lookAround(page);
  await full(page);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await lookAround(page);
  await device.close();
});

test('data cached before the device was full is refreshed from memory', async () => {
  const { page } = rider;
  await rider.go('/');
  await page.getByRole('article').first().waitFor();
  await fillQuota(keeper);
  const newer = await publishBike(await joinSite(site, 'dora'));
  await page.reload();
  await page.locator(`a[href*="${newer}"]`).first().waitFor();
  await lookAround(page);
  await full(page);
  await rider.go('/user/bikes');
  await page.getByText('No bikes yet.').waitFor();
});

test('a like and a comment go directly to the site', async () => {
  await rider.go(bike);
  await fillQuota(keeper);
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

test('offline a comment on a full device stays in its field, and the sentence says why', async () => {
  const { page, device } = rider;
  await fillQuota(keeper);
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

test('the form says that a full device does not store it, and typed text stays', async () => {
  const { page } = rider;
  await rider.go('/user/bike/add#bike');
  await fillQuota(keeper);
  await page.getByLabel('Year').fill('2021');
  await page.getByRole('alert').filter({ hasText: "This device is full, so we couldn't save this." }).waitFor();
  expect(await page.getByLabel('Year').inputValue()).toBe('2021');
});

test('when there is space again, the notice disappears', async () => {
  const { page } = rider;
  await full(page);
  await limitQuota(keeper, 4 * room);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  // A page that checks before the browser has freed the space checks again after half a minute.
  await page.getByText(notice).waitFor({ state: 'detached', timeout: limit });
});

test('an outbox filled offline is sent from a full device', async () => {
  const { page, device } = rider;
  await rider.go(bike);
  // Only the site knows of the like, as the device was full.
  await page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
  await device.context.setOffline(true);
  await rider.setLike(false);
  await rider.comment('From the trail.');
  await rider.go('/user/bike/add');
  await rider.describeBike('Ogre', photos);
  await rider.publish();
  await limitQuota(keeper, 1);
  await fillQuota(keeper);
  await device.context.setOffline(false);
  await until(async () => {
    const arrived = await arrivedOf(site, 'ana');
    // The unfinished bike is on the site as a draft.
    expect(arrived.bikes.filter(({ model }) => model)).toEqual([{ model: 'Ogre', version: 1, photos: 2 }]);
    expect(arrived.likes).toBe(0);
    expect(arrived.comments.filter((text) => text === 'From the trail.')).toHaveLength(1);
    expect(arrived.running).toBe(0);
  }, limit);
  await rider.go('/user/outbox');
  await page.getByText('Everything sent').waitFor();
});

test('signing out of a full device removes the member, and logging in works', async () => {
  const { page } = rider;
  await rider.go('/');
  await fillQuota(keeper);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  // The form's text was stored when there was space.
  await page.getByRole('button', { name: 'Keep here until you log in again' }).click();
  await page.getByRole('banner').getByText('Log In').waitFor();
  await page.reload();
  await page.getByRole('banner').getByText('Log In').waitFor();
  // A member's page leads to the log-in once the device has read its stored member.
  await rider.go('/user/outbox');
  await page.waitForURL('**/account/login?returnTo=*');
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await rider.main.getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
});
