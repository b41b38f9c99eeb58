import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { refused } from '#contract/envelope.ts';
import { loginPage } from '#contract/pages.ts';
import { problems } from '#contract/problems.ts';
import { endSession, listSessions } from '#contract/sessions.ts';
import { goodPassword, type TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { pressEntry } from '#tests/kit/press-entry.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { nightly } from '#tests/run/tiers.ts';

const better = 'gravel under a low sun';
const best = 'a tailwind on the way home';
let site: Site;
let device: Device;
let otherDevice: Device;
let here: Page;
let there: Page;
let joined: TestBrowser;
beforeAll(async () => {
  site = await Site.start();
  joined = await joinSite(site, 'ana');
  [device, otherDevice] = await Promise.all([Device.open(site.origin), Device.open(site.origin)]);
  [here, there] = await Promise.all([device.page('/account/login'), otherDevice.page('/account/login')]);
  await here.getByRole('button', { name: 'OK' }).click();
  await there.getByRole('button', { name: 'OK' }).click();
  await logIn(here, goodPassword);
  await logIn(there, goodPassword);
});
afterAll(async () => {
  await device?.close();
  await otherDevice?.close();
  await site?.close();
});

/** Fills in the open log-in form. */
async function logIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await page.waitForURL(({ pathname }) => pathname !== loginPage());
}
const isFocused = (page: Page, field: string) =>
  expect
    .poll(() => page.getByLabel(field, { exact: true }).evaluate((one) => one === document.activeElement))
    .toBe(true);
const rows = () => here.getByRole('region', { name: 'Devices' }).getByRole('listitem');
const listed = (count: number) => expect.poll(() => rows().count()).toBe(count);
/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow on the phone. */
async function sound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await tooWide(page)).toEqual([]);
}

test('a member changes the password by keyboard, stays signed in, and gets errors at their field', async () => {
  await here.getByRole('button', { name: /^Account/ }).press('Enter');
  await pressEntry(here, 'Password');
  await here.getByRole('heading', { name: 'Password', level: 1 }).waitFor();
  await listed(3);
  await sound(here);
  const current = here.getByLabel('Current password', { exact: true });
  const password = here.getByLabel('New password', { exact: true });
  expect(await current.getAttribute('autocomplete')).toBe('current-password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  expect(await here.locator('form [autocomplete="username"][hidden]').inputValue()).toBe('ana');

  await current.press('Enter');
  await here.getByText('Enter your password.').waitFor();
  await isFocused(here, 'Current password');
  await here.keyboard.type('not my password');
  await here.keyboard.press('Tab');
  await here.keyboard.press('Enter');
  expect(await current.getAttribute('type')).toBe('text');
  await here.keyboard.press('Enter');
  await here.keyboard.press('Tab');
  await here.keyboard.type(better);
  await here.keyboard.press('Enter');
  await here.getByText("That isn't your current password.").waitFor();
  await isFocused(here, 'Current password');
  expect([await current.inputValue(), await password.inputValue()]).toEqual(['not my password', better]);
  await sound(here);

  await current.fill(goodPassword);
  await current.press('Enter');
  await here.getByRole('status').filter({ hasText: 'Password changed. Your other devices are signed out.' }).waitFor();
  await expect.poll(async () => [await current.inputValue(), await password.inputValue()]).toEqual(['', '']);
  await listed(1);
  await here.getByText('No other device is signed in.').waitFor();
  await sound(here);
  await here.reload();
  await listed(1);
  await here.getByRole('button', { name: /^Account/ }).waitFor();
});

test('the other device is signed out, keeps its unsent text, and returns to where it was', async () => {
  await there.goto(`${site.origin}/user/bike/add#bike`);
  // Its session has ended, so it is at the log-in by now or with its next call.
  await there.waitForURL('**/account/login?returnTo=*');
  await expect.poll(() => there.getByLabel('Username or e-mail').inputValue()).toBe('ana');
  await logIn(there, better);
  await there.waitForURL('**/user/bike/add*');
  await there.getByLabel('Model').fill('Karate Monkey');
  await there.getByText('Saved on this device').waitFor();
  await there.waitForURL(/\/user\/bike\/add\?draft=/);
  const draft = there.url();

  await here.reload();
  await listed(2);
  expect(await rows().first().innerText()).toContain('This device');
  const name = await rows().nth(1).getByRole('heading').innerText();
  expect(name).toMatch(/^Chrome on (?:Linux|Android)$/);
  await rows()
    .nth(1)
    .getByRole('button', { name: `Sign out ${name}` })
    .press('Enter');
  const said = here.getByText(`Signed out: ${name}.`);
  await said.waitFor();
  await expect.poll(() => said.evaluate((text) => text === document.activeElement)).toBe(true);
  await listed(1);
  await sound(here);

  await there.reload();
  await there.waitForURL('**/account/login?returnTo=*');
  await logIn(there, better);
  await there.waitForURL(draft);
  await expect.poll(() => there.getByLabel('Model').inputValue()).toBe('Karate Monkey');
});

test('all other devices are signed out once this is confirmed', async () => {
  await joined.call(login, { body: { identifier: 'ana', password: better } });
  await here.reload();
  await listed(3);
  expect(await rows().allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining('Unknown device')]));
  const all = here.getByRole('button', { name: 'Sign out all others' });
  await all.press('Enter');
  await here.getByRole('alertdialog', { name: 'Sign out 2 other devices?' }).waitFor();
  await sound(here);
  await here.keyboard.press('Escape');
  await expect.poll(() => all.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await rows().count()).toBe(3);
  await all.press('Enter');
  await here.getByRole('button', { name: 'Sign out 2 other devices' }).press('Enter');
  await here.getByText('Signed out: 2 devices.').waitFor();
  await listed(1);
  expect((await joined.call(listSessions)).status).toBe(401);
});

test('a failing site gets a sentence, and can be retried', async () => {
  await joined.call(login, { body: { identifier: 'ana', password: better } });
  const busy = { code: 'unavailable', message: problems.unavailable.message };
  const answer = { status: 503, headers: { 'X-Headbadge': 'test' }, json: refused(busy) };
  await here.route('**/user/sessions', (route) => route.fulfill(answer));
  await here.reload();
  await here.getByRole('alert').filter({ hasText: busy.message }).waitFor();
  await here.unroute('**/user/sessions');
  await here.getByRole('button', { name: 'Retry' }).press('Enter');
  await listed(2);

  const ending = `**${endSession.path.replace(':sessionId', '*')}`;
  await here.route(ending, (route) => route.fulfill(answer));
  await rows().getByRole('button', { name: 'Sign out Unknown device' }).click();
  await rows().getByRole('alert').filter({ hasText: busy.message }).waitFor();
  await sound(here);
  await here.unroute(ending);
  await rows().getByRole('button', { name: 'Retry' }).press('Enter');
  await here.getByText('Signed out: Unknown device.').waitFor();
  await listed(1);
});

test('offline the screen says what it needs, and keeps typed text until the connection returns', {
  tags: nightly,
}, async () => {
  await here.getByLabel('Current password', { exact: true }).fill(better);
  await here.getByLabel('New password', { exact: true }).fill(best);
  await device.context.setOffline(true);
  await here.getByText('Changing your password needs a connection.').waitFor();
  const form = here.getByRole('region', { name: 'Password', exact: true });
  const submit = form.getByRole('button', { name: 'Needs a connection' });
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await here.getByLabel('New password', { exact: true }).press('Enter');
  await sound(here);
  await device.context.setOffline(false);
  await here.getByRole('button', { name: 'Change password' }).waitFor();
  expect(await here.getByLabel('New password', { exact: true }).inputValue()).toBe(best);
  await here.getByLabel('New password', { exact: true }).press('Enter');
  await here.getByRole('status').filter({ hasText: 'Password changed.' }).waitFor();

  await device.context.setOffline(true);
  await here.getByText('Changing your password needs a connection.').waitFor();
  await here.getByRole('button', { name: /^Account/ }).click();
  await here.getByRole('menuitem', { name: 'Waiting to send' }).click();
  await here.getByRole('button', { name: /^Account/ }).click();
  await here.getByRole('menuitem', { name: 'Password' }).click();
  await here.getByText('You see your devices here when there is signal.').waitFor();
  await sound(here);
  await device.context.setOffline(false);
  await listed(1);
});
