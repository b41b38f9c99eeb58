import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused } from '#contract/envelope.ts';
import { changeUsername } from '#contract/own-account.ts';
import { problems } from '#contract/problems.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { until } from '#tests/kit/until.ts';

const better = 'gravel under a low sun';
let site: Site;
let nora: Rider;
beforeAll(async () => {
  site = await Site.start();
  nora = await Rider.join(site, 'nora', { worker: true });
});
afterAll(async () => {
  await nora?.close();
  await site?.close();
});

/** Makes every log-in too long ago to be a proof. */
const forgetProofs = async () => (await site.db()).collection('sessions').updateMany({}, { $unset: { proofs: '' } });
/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow on the phone. */
async function sound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await tooWide(page)).toEqual([]);
}
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();
const isFocused = (page: Page, field: string) =>
  expect
    .poll(() => page.getByLabel(field, { exact: true }).evaluate((one) => one === document.activeElement))
    .toBe(true);
/** Waits until the account menu of a page greets the member by this name. */
async function greeted(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  await page.getByText(`Hello, ${name}`).waitFor();
  await page.keyboard.press('Escape');
}
const sent = new Set<string>();
/** Opens the newest link that was mailed to an address, once there is another one than before. */
async function follow(page: Page, email: string): Promise<string> {
  const link = await until(async () => {
    const newest = await site.linkMailedTo(email);
    if (sent.has(newest)) throw new Error(`No new link was mailed to ${email}.`);
    return newest;
  });
  sent.add(link);
  await page.goto(link);
  return link;
}

test('a member changes the e-mail by keyboard, takes it back, and confirms it with the link', async () => {
  const { page } = nora;
  await nora.go('/user/password');
  await page.getByText('nora@example.org', { exact: true }).waitFor();
  await sound(page);
  const field = page.getByLabel('New e-mail', { exact: true });
  await field.fill('nora@example.org');
  await field.press('Enter');
  await page.getByText('This is your e-mail already.').waitFor();
  await isFocused(page, 'New e-mail');

  await forgetProofs();
  await field.fill('nora@new.example.org');
  await field.press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Is it you?' });
  await asked.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.keyboard.press('Enter');
  await status(page, 'We sent a link to nora@new.example.org.');
  await page.getByText(/Your e-mail changes once you open it/).waitFor();
  await sound(page);
  sent.add(await until(() => site.linkMailedTo('nora@new.example.org')));
  await page.getByRole('button', { name: 'Take it back' }).press('Enter');
  await status(page, 'Taken back. Your e-mail stays as it is.');
  expect(await page.getByRole('button', { name: 'Take it back' }).count()).toBe(0);

  await field.fill('nora@new.example.org');
  await field.press('Enter');
  await status(page, 'We sent a link to nora@new.example.org.');
  await follow(page, 'nora@new.example.org');
  await status(page, 'Use nora@new.example.org for your account nora.');
  await sound(page);
  await page.getByRole('button', { name: 'Confirm the new e-mail' }).press('Enter');
  await status(page, 'Your e-mail has changed.');
  await page.getByRole('main').getByRole('link', { name: 'See your account' }).press('Enter');
  await page.getByText('nora@new.example.org', { exact: true }).waitFor();
});

test('the former e-mail undoes the change on another device, which signs the first one out', async () => {
  const device = await Device.open(site.origin);
  const page = await device.page('/');
  const used = await follow(page, 'nora@example.org');
  await status(page, 'Your account nora gets the e-mail nora@example.org back.');
  await sound(page);
  const password = page.getByLabel('New password', { exact: true });
  await password.press('Enter');
  await page.getByText('Use at least 12 characters.').waitFor();
  await isFocused(page, 'New password');
  await password.fill(better);
  await password.press('Enter');
  await status(page, 'The change is undone, and all devices are signed out.');
  await sound(page);
  await page.goto(used);
  await page.getByText(/^This link is no longer valid\. The change was taken back/).waitFor();
  await sound(page);
  await device.close();

  await nora.go('/user/password');
  await nora.page.waitForURL('**/account/login?returnTo=*');
});

test('a device that is not logged in confirms a new e-mail with the password', async () => {
  const { page } = nora;
  await page.getByLabel('Password', { exact: true }).fill(better);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const field = page.getByLabel('New e-mail', { exact: true });
  await field.fill('nora@third.example.org');
  await field.press('Enter');
  await status(page, 'We sent a link to nora@third.example.org.');

  const device = await Device.open(site.origin);
  const there = await device.page('/');
  const link = await follow(there, 'nora@third.example.org');
  const password = there.getByLabel('Password', { exact: true });
  await password.press('Enter');
  await there.getByText('Enter your password.').waitFor();
  await isFocused(there, 'Password');
  await sound(there);
  await password.fill(better);
  await password.press('Enter');
  await status(there, 'Your e-mail has changed.');
  await there.goto(link);
  await status(there, 'This e-mail is already confirmed.');
  await device.close();
});

test('a member changes the name by keyboard: other tabs and devices learn it, and unsent texts stay', async () => {
  await joinSite(site, 'olga');
  const pia = await Rider.join(site, 'pia', { worker: true });
  const { page } = pia;
  await pia.go('/user/bike/add#bike');
  await page.getByLabel('Model').fill('Karate Monkey');
  await page.getByText('Saved on this device').waitFor();
  await page.waitForURL(/\/user\/bike\/add\?draft=/);
  const draft = page.url();
  const tab = await pia.device.page('/user/outbox');
  const other = await Rider.enter(site, 'pia', { worker: true });
  await other.settle();
  await other.go('/user/profile');
  const about = other.page.getByLabel(/^A few words/);
  await about.waitFor();
  await other.device.context.setOffline(true);
  await about.fill('I ride to work.');
  await other.page.getByRole('button', { name: 'Save', exact: true }).click();
  await other.page.getByText('Saved on this device').waitFor();

  await pia.go('/user/password');
  const field = page.getByLabel('Username', { exact: true });
  await field.fill('olga');
  await field.press('Enter');
  await page.getByText('That username is taken.').waitFor();
  await isFocused(page, 'Username');
  await field.fill('pia.rides');
  await field.press('Enter');
  await status(page, 'Your username is now pia.rides.');
  await page.getByText(/^You can choose another one from /).waitFor();
  await sound(page);
  await greeted(tab, 'pia.rides');
  await other.device.context.setOffline(false);
  await expect
    .poll(async () => (await site.db()).collection('profiles').countDocuments({ text: 'I ride to work.' }))
    .toBe(1);
  await other.go('/user/outbox');
  await greeted(other.page, 'pia.rides');
  await other.close();

  await field.fill('pia.again');
  await field.press('Enter');
  await page.getByText(/^You can choose another username from /).waitFor();
  await page.goto(draft);
  await expect.poll(() => page.getByLabel('Model').inputValue()).toBe('Karate Monkey');

  await pia.go('/user/password');
  await field.waitFor();
  await pia.device.context.setOffline(true);
  await page.getByText('Changing your e-mail needs a connection.').waitFor();
  await page.getByText('Changing your username needs a connection.').waitFor();
  await sound(page);
  await pia.device.context.setOffline(false);
  const busy = { code: 'unavailable', message: problems.unavailable.message };
  const answer = { status: 503, headers: { 'X-Headbadge': 'test' }, json: refused(busy) };
  await page.route(`**${changeUsername.path}`, (route) => route.fulfill(answer));
  await field.fill('pia');
  await page.getByRole('button', { name: 'Change username' }).press('Enter');
  await page.getByRole('main').getByRole('alert').filter({ hasText: busy.message }).waitFor();
  await page.unroute(`**${changeUsername.path}`);
  await field.press('Enter');
  await status(page, 'Your username is now pia.');
  await pia.close();
});
