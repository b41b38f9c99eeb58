import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { resetPasswordPage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { nightly } from '#tests/run/tiers.ts';

const better = 'gravel under a low sun';
let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin, { worker: true });
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

async function signUp(username: string, password = riderPassword): Promise<string> {
  const email = `${username}@example.org`;
  const { status } = await browserAt(site).call(signup, {
    body: { id: newId(), username, email, password, terms: true },
  });
  if (status !== 200) throw new Error(`${username} cannot sign up.`);
  return site.linkMailedTo(email);
}
const statusOf = async (username: string) =>
  (await (await site.db()).collection('users').findOne({ username }))?.status;

const passwordOf = (page: Page) => page.getByLabel('Password', { exact: true });
const confirmOf = (page: Page) => page.getByRole('button', { name: 'Confirm and log in' });

test('a mailed link shows the account, and confirms it by keyboard and password, which logs in', async () => {
  const page = await device.page();
  await page.goto(await signUp('ines'));
  await page.getByText('Confirm ines@example.org for your account ines.').waitFor();
  await untilIdle(page);
  expect(await statusOf('ines')).toBe('Unconfirmed');
  expect(await faultsOf(page)).toEqual([]);
  expect(await passwordOf(page).getAttribute('autocomplete')).toBe('current-password');
  await page.getByRole('main').evaluate((main) => {
    main.tabIndex = -1;
    main.focus();
  });
  await page.keyboard.press('Tab');
  expect(await passwordOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type(riderPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  expect(await statusOf('ines')).toBe('Active');
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await page.getByText('Your e-mail is already confirmed.').waitFor();
  await page.close();
});

test('a link that cannot reach the site can be retried', { tags: nightly }, async () => {
  const page = await device.page();
  const link = await signUp('nora');
  await page.route('**/account/*-confirmation', (route) => route.abort());
  await page.route('**/account/confirm-email', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/account/*-confirmation');
  await page.getByRole('button', { name: 'Try again' }).click();
  await passwordOf(page).fill(riderPassword);
  await confirmOf(page).click();
  await page.getByText('This needs a connection. Try again when there is signal.').waitFor();
  expect(await passwordOf(page).inputValue()).toBe(riderPassword);
  await page.unroute('**/account/confirm-email');
  await page.getByRole('main').locator('button[type=submit]').click();
  await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
  await page.close();
});

test('a link of a sign-up with another password says so at the field, and leads to a new sign-up', async () => {
  const other = await Device.open(site.origin);
  const page = await other.page();
  await page.goto(await signUp('jane', 'the password of a thief'));
  await passwordOf(page).fill(riderPassword);
  await confirmOf(page).click();
  await page
    .getByText("This sign-up has a different password. If you didn't sign up, do it now with your own.")
    .waitFor();
  expect(await passwordOf(page).getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => passwordOf(page).evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  expect(await statusOf('jane')).toBe('Unconfirmed');
  await page.getByRole('link', { name: 'Sign up again' }).click();
  await page.getByRole('heading', { name: 'Sign Up' }).waitFor();
  expect(await page.getByLabel('E-mail').inputValue()).toBe('jane@example.org');
  expect(page.url()).not.toContain('jane');
  await other.close();
});

test('a link opened offline says that it needs a connection, and confirms later', async () => {
  const other = await Device.open(site.origin);
  const page = await other.page();
  await page.goto(await signUp('wanda'));
  await passwordOf(page).fill(riderPassword);
  await other.context.setOffline(true);
  await page.getByText('Confirming needs a connection.').waitFor();
  await page.getByRole('button', { name: 'Needs a connection' }).waitFor();
  await other.context.setOffline(false);
  await confirmOf(page).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await other.close();
});

test("a return address that is another site's in disguise leads home", { tags: nightly }, async () => {
  // A device with a remembered member leaves the form at once.
  const other = await Device.open(site.origin);
  const page = await other.page('/account/login?returnTo=/%09/evil.example');
  await page.getByLabel('Username or e-mail').fill('ines');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL(`${site.origin}/`);
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  for (const returnTo of ['/.//evil.example', '/%5Cevil.example', '//evil.example', '/%0A%5Cevil.example']) {
    await page.goto(`${site.origin}/account/login?returnTo=${returnTo}`);
    await page.waitForURL(`${site.origin}/`);
    await page.getByRole('button', { name: /^Account/ }).waitFor();
  }
  await other.close();
});

test("a return address that looks like another site's leads nowhere, and does not break the page", async () => {
  const page = await device.page();
  for (const path of ['//evil.example/x', '/%09/evil.example', '/.%2F/evil.example']) {
    await page.goto(site.origin + path);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  }
  await page.close();
});

/** The reset link in the mail to an address: it is sent after the reply. */
const resetLinkMailedTo = (email: string) =>
  until(async () => {
    const link = await site.linkMailedTo(email);
    expect(link).toContain(resetPasswordPage());
    return link;
  });

test('a forgotten password is replaced by keyboard, from the log-in through the mail to the log-in', async () => {
  await joinSite(site, 'felix');
  const other = await Device.open(site.origin);
  const page = await other.page('/account/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).press('Enter');
  await page.getByRole('heading', { name: 'Forgot your password?', level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const email = page.getByLabel('E-mail');
  expect(await email.getAttribute('autocomplete')).toBe('email');
  await email.fill('not an address');
  await email.press('Enter');
  await page.getByText('Enter a valid e-mail address.').waitFor();
  await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);
  await email.fill('felix@example.org');
  await email.press('Enter');
  await page.getByText('If felix@example.org has an account, we sent it a link.').waitFor();
  expect(page.url()).not.toContain('felix');
  expect(await faultsOf(page)).toEqual([]);
  const link = await resetLinkMailedTo('felix@example.org');
  await page.request.get(site.mailbox);
  await page.getByRole('link', { name: 'Open the mailbox' }).press('Enter');
  await page.getByText('Choose a new Headbadge password').waitFor();

  await page.goto(link);
  await page.getByText('For the account felix, felix@example.org.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const password = page.getByLabel('New password');
  expect(await password.getAttribute('autocomplete')).toBe('new-password');
  await password.fill('Password1234');
  await password.press('Enter');
  await page.getByText('That password is too common.').waitFor();
  expect(await password.inputValue()).toBe('Password1234');
  await password.fill(better);
  await password.press('Enter');
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  expect(page.url()).not.toContain('token');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).press('Enter');
  await page.getByLabel('Username or e-mail').fill('felix');
  await page.getByLabel('Password', { exact: true }).fill(better);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await other.close();
});

test('a used link says so and leads to a new one; offline it can be retried', async () => {
  const other = await Device.open(site.origin);
  await joinSite(site, 'greta');
  const page = await other.page('/account/forgot-password');
  await page.getByLabel('E-mail').fill('greta@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('If greta@example.org has an account').waitFor();
  const link = await resetLinkMailedTo('greta@example.org');
  await page.route('**/account/read-reset', (route) => route.abort());
  await page.goto(link);
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/account/read-reset');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('New password').fill(better);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await page.goto(link);
  await page.getByText('This link is no longer valid. Ask for a new one.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('link', { name: 'Send a new link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await other.close();
});
