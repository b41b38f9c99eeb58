import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { choose, chosenIn } from '#tests/kit/segment.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

type Row = { _id: string; chosen: Record<string, { value: string; version: number }> };

let site: Site;
let phone: Rider;
beforeAll(async () => {
  site = await Site.start();
  phone = await Rider.join(site, 'ana', { worker: true });
  await phone.go('/user/preferences');
  await phone.settle();
});
afterAll(async () => {
  await phone?.close();
  await site?.close();
});

const storedChoice = async (name: string) => {
  const db = await site.db();
  const user = await db.collection<{ _id: string; username: string }>('users').findOne({ username: name });
  return (await db.collection<Row>('preferences').findOne({ _id: user?._id ?? '' }))?.chosen ?? {};
};
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
const signOut = async ({ page }: Rider) => {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
};

/** A new member logs in on a shared device. */
async function arrive(device: Device, name: string): Promise<Rider> {
  await joinDevice(device.context, site, name);
  const page = await device.page('/user/preferences');
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  return new Rider(device, name, page);
}

test('preferences chosen on an offline phone apply at once, are saved once, and apply on the tablet', async () => {
  await choose(phone.page, 'Units', 'lb, in');
  await phone.page.getByText('Saved for all your devices').waitFor();
  // A notification is shown on the site, too.
  const [likes, notifies] = ['Likes, on the site', 'Likes, notification'].map((box) => phone.page.getByLabel(box));
  await likes?.click();
  await expect.poll(() => likes?.isChecked()).toBe(false);
  await expect.poll(() => notifies?.isChecked()).toBe(false);
  await expect.poll(() => storedChoice('ana')).toMatchObject({ likeAlerts: { value: 'Off' } });
  await notifies?.click();
  await expect.poll(() => likes?.isChecked()).toBe(true);
  await notifies?.click();
  await expect.poll(() => notifies?.isChecked()).toBe(false);
  await expect.poll(() => storedChoice('ana')).toMatchObject({ likeAlerts: { value: 'List' } });
  expect(await phone.page.getByLabel('Messages, on the site').count()).toBe(0);
  await phone.device.context.setOffline(true);
  await choose(phone.page, 'Theme', 'Dark');
  await expect.poll(() => themeOf(phone.page)).toBe('dark');
  await phone.page.getByText('Your other devices follow when there is signal').waitFor();
  await phone.page.reload();
  await expect.poll(() => chosenIn(phone.page, 'Theme')).toBe('Dark');
  await phone.device.context.setOffline(false);
  await expect.poll(() => storedChoice('ana')).toMatchObject({ theme: { value: 'Dark', version: 1 } });

  const tablet = await Rider.enter(site, 'ana');
  await expect.poll(() => themeOf(tablet.page)).toBe('dark');
  await tablet.go('/user/preferences');
  await expect.poll(() => chosenIn(tablet.page, 'Units')).toBe('Imperial');
  await choose(tablet.page, 'Units', 'kg, cm');
  await tablet.page.getByText('Saved for all your devices').waitFor();
  await phone.page.reload();
  await expect.poll(() => chosenIn(phone.page, 'Units')).toBe('Metric');
  await tablet.close();
});

/** Runs in the page: clicks a box several times in quick succession. Returns how often it did not show the last click. */
async function clickQuickly(box: HTMLInputElement): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  let differed = 0;
  for (let clicks = 0; clicks < 12; clicks++) {
    const isWanted = !box.checked;
    box.click();
    for (let frames = 0; frames < 5; frames++) {
      await frame();
      if (box.checked !== isWanted) differed += 1;
    }
  }
  return differed;
}

test('a box that is clicked again before its choice is stored shows the last click', async () => {
  const likes = phone.page.getByLabel('Likes, on the site');
  expect(await likes.evaluate(clickQuickly)).toBe(0);
  await likes.click();
  await expect.poll(() => storedChoice('ana')).toMatchObject({ likeAlerts: { value: 'Off' } });
  expect(await likes.isChecked()).toBe(false);
});

test('conflicting choices of two devices are shown, and the member decides by keyboard', async () => {
  const phone = await Rider.join(site, 'bea');
  await phone.go('/user/preferences');
  await phone.page.getByLabel('New conversations from').waitFor();
  await choose(phone.page, 'Clock', '3:05 PM');
  await phone.page.getByText('Saved for all your devices').waitFor();
  const tablet = await Rider.enter(site, 'bea', { worker: true });
  await tablet.go('/user/preferences');
  await expect.poll(() => chosenIn(tablet.page, 'Clock')).toBe('Standard');
  await tablet.settle();
  await tablet.device.context.setOffline(true);
  await choose(tablet.page, 'Theme', 'Dark');
  await choose(phone.page, 'Theme', 'Light');
  await expect.poll(async () => (await storedChoice('bea')).theme?.value).toBe('Light');
  await tablet.device.context.setOffline(false);
  await tablet.page.getByText('You chose differently on two devices').waitFor();
  // Nothing is overwritten: each device keeps its own choice.
  await tablet.page.getByRole('button', { name: 'On your other device: Light' }).waitFor();
  expect(await chosenIn(tablet.page, 'Theme')).toBe('Dark');
  expect(await themeOf(tablet.page)).toBe('dark');
  expect((await storedChoice('bea')).theme?.value).toBe('Light');
  expect(await faultsOf(tablet.page)).toEqual([]);
  await tablet.page.getByRole('button', { name: 'On this device: Dark' }).press('Enter');
  await tablet.page.getByText('Saved for all your devices').waitFor();
  await expect.poll(async () => (await storedChoice('bea')).theme?.value).toBe('Dark');
  await phone.page.reload();
  await expect.poll(() => themeOf(phone.page)).toBe('dark');
  await phone.close();
  await tablet.close();
});

test("the other device's choice can be accepted instead", { tags: nightly }, async () => {
  const phone = await Rider.join(site, 'cleo', { worker: true });
  await phone.go('/user/preferences');
  const tablet = await Rider.enter(site, 'cleo', { worker: true });
  await tablet.go('/user/preferences');
  await tablet.settle();
  await tablet.device.context.setOffline(true);
  await choose(tablet.page, 'Theme', 'Dark');
  await choose(phone.page, 'Theme', 'Light');
  await expect.poll(async () => (await storedChoice('cleo')).theme?.value).toBe('Light');
  await tablet.device.context.setOffline(false);
  await tablet.page.getByRole('button', { name: 'On your other device: Light' }).click();
  await expect.poll(() => themeOf(tablet.page)).toBe('light');
  await tablet.page.getByText('You chose differently on two devices').waitFor({ state: 'detached' });
  expect((await storedChoice('cleo')).theme).toMatchObject({ value: 'Light', version: 1 });
  await phone.close();
  await tablet.close();
});

test('the setting for new conversations is chosen offline, also beside the conversations, and a conflict of two devices asks', {
  tags: nightly,
}, async () => {
  const phone = await Rider.join(site, 'gil', { worker: true });
  const tablet = await Rider.enter(site, 'gil', { worker: true });
  const label = 'New conversations from';
  const settings = ({ page }: Rider) => page.getByRole('button', { name: 'Message settings' });
  const chosen = async (rider: Rider) => {
    await settings(rider).click();
    const labels = await rider.page.getByRole('menuitemradio', { checked: true }).allInnerTexts();
    await rider.page.keyboard.press('Escape');
    return labels.map((one) => one.trim());
  };
  await tablet.go('/user/messages');
  await settings(tablet).waitFor();
  await tablet.settle();
  await tablet.device.context.setOffline(true);
  await settings(tablet).click();
  await tablet.page.getByRole('menuitemradio', { name: 'Nobody' }).click();
  await tablet.page.getByText('New conversations from: Nobody.').waitFor();
  await tablet.page.reload();
  await expect.poll(() => chosen(tablet)).toEqual(['Nobody']);
  expect((await storedChoice('gil')).conversationsFrom).toBeUndefined();
  await phone.go('/user/preferences');
  await choose(phone.page, label, 'Bike owners');
  await expect.poll(async () => (await storedChoice('gil')).conversationsFrom?.value).toBe('Bike owners');
  await tablet.device.context.setOffline(false);
  const both = tablet.main.getByText('You chose differently on two devices');
  await both.waitFor();
  expect(await chosen(tablet)).toEqual(['Nobody']);
  await tablet.page.getByRole('button', { name: 'On your other device: Bike owners' }).waitFor();
  expect(await faultsOf(tablet.page)).toEqual([]);
  await tablet.page.getByRole('button', { name: 'On this device: Nobody' }).press('Enter');
  await both.waitFor({ state: 'detached' });
  await expect.poll(async () => (await storedChoice('gil')).conversationsFrom?.value).toBe('Nobody');
  await phone.go('/user/messages');
  await expect.poll(() => chosen(phone)).toEqual(['Nobody']);
  await phone.close();
  await tablet.close();
});

test("an account without choices adopts its visitor's; the next member does not inherit them", {
  tags: nightly,
}, async () => {
  const device = await Device.open(site.origin, { worker: true, permissions: ['background-sync'], locale: 'de-DE' });
  const visit = await device.page('/preferences');
  await visit.getByRole('button', { name: 'OK' }).click();
  await choose(visit, 'Theme', 'Dark');
  await choose(visit, 'Units', 'lb, in');
  await visit.getByText('Saved on this device').waitFor();
  await visit.close();
  const dora = await arrive(device, 'dora');
  await expect
    .poll(() => storedChoice('dora'))
    .toMatchObject({ theme: { value: 'Dark' }, units: { value: 'Imperial' } });
  await choose(dora.page, 'Clock', '3:05 PM');
  await choose(dora.page, 'Date', 'Jul 4, 2026');
  await dora.page.getByText('Saved for all your devices').waitFor();
  await choose(dora.page, 'Theme', 'Light');
  await expect.poll(async () => (await storedChoice('dora')).theme?.value).toBe('Light');
  // Signing out with a queued mutation asks first.
  await expect.poll(() => countRows(dora.page, 'vault', 'outbox')).toBe(0);
  await signOut(dora);
  // Visitors get the visitors' choices.
  await expect.poll(() => themeOf(dora.page)).toBe('dark');
  await (await Rider.join(site, 'emil', { worker: true })).close();
  const { page } = dora;
  await page.goto(`${site.origin}/account/login`);
  await page.getByLabel('Username or e-mail').fill('emil');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await dora.go('/user/preferences');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('preferences'))).toContain('"of"');
  expect(await chosenIn(page, 'Clock')).toBe('Military');
  expect(await chosenIn(page, 'Units')).toBe('Metric');
  expect(await themeOf(page)).toBeUndefined();
  // The first choice is sent once the page knows that the account has none.
  await expect.poll(() => countRows(page, 'cache', 'lists', 'preferences')).toBe(1);
  await choose(page, 'Date', 'Jul 4, 2026');
  await page.getByText('Saved for all your devices').waitFor();
  await expect.poll(() => countRows(page, 'vault', 'outbox')).toBe(0);
  expect(await storedChoice('emil')).toEqual({ style: expect.objectContaining({ value: 'Standard' }) });
  expect(await themeOf(page)).toBeUndefined();
  await device.close();
});

test('a decision on another device reaches an open page with its next poll', {
  tags: nightly,
}, async () => {
  const phone = await Rider.join(site, 'fay', { worker: true });
  await phone.go('/user/preferences');
  await expect.poll(() => phone.page.evaluate(() => localStorage.getItem('preferences'))).toContain('"of"');
  const tablet = await Rider.enter(site, 'fay', { worker: true });
  await tablet.go('/user/preferences');
  await choose(tablet.page, 'Theme', 'Dark');
  await expect.poll(async () => (await storedChoice('fay')).theme?.value).toBe('Dark');
  await expect
    .poll(
      async () => {
        await phone.page.evaluate(() => dispatchEvent(new Event('focus')));
        return themeOf(phone.page);
      },
      // By itself the page would poll after a minute.
      { timeout: 40_000, interval: 500 },
    )
    .toBe('dark');
  await phone.close();
  await tablet.close();
});
