import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetPasswordPage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

const better = 'gravel under a low sun';
let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
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
  const page = await device.page('/account/login');
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
  await page.close();
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
