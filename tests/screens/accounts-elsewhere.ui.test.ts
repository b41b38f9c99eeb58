import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { providerSetting, TestProvider } from '#tests/kit/openid.ts';
import { freePort } from '#tests/kit/ports.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

let site: Site;
let club: TestProvider;
beforeAll(async () => {
  const port = await freePort();
  site = await Site.start({ env: { OPENID_PROVIDERS: JSON.stringify([providerSetting(port)]) } });
  club = await TestProvider.start(site.origin, port);
});
afterAll(async () => {
  await site?.close();
  await club?.close();
});

/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow on the phone. */
async function sound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await tooWide(page)).toEqual([]);
}
const go = (page: Page) => page.getByRole('button', { name: 'Continue with Our club' });
const isIn = (page: Page) => page.getByRole('button', { name: /^Account/ }).waitFor();

test('a visitor joins with an account on another site, and logs in with it again', async () => {
  club.accounts.set('zoe', { email: 'zoe@example.org', email_verified: true, preferred_username: 'Zoé' });
  const device = await Device.open(site.origin);
  const page = await device.page('/account/signup');
  await page.getByRole('button', { name: 'OK' }).click();
  await sound(page);
  await go(page).press('Enter');
  await page.getByText('You cancelled on the other site').waitFor();
  await sound(page);
  expect(page.url()).toBe(`${site.origin}/account/login?elsewhere=cancelled`);

  club.subject = 'zoe';
  await page.goto(`${site.origin}/account/login?returnTo=%2Ffaq`);
  await go(page).press('Enter');
  const name = page.getByLabel('Username', { exact: true });
  await name.waitFor();
  expect(await name.inputValue()).toBe('Zoe');
  await page.getByText('your mail goes to zoe@example.org').waitFor();
  await sound(page);
  await name.press('Enter');
  await page.getByText('Agree to the terms to sign up.').waitFor();
  await page.getByRole('checkbox').press('Space');
  await name.press('Enter');
  await isIn(page);
  await page.waitForURL('**/faq');

  await page.goto(`${site.origin}/user/password`);
  const linked = page.getByRole('region', { name: 'Accounts elsewhere' });
  await linked.getByRole('heading', { name: 'Our club' }).waitFor();
  await page.getByText('You have no password yet.').waitFor();
  await sound(page);
  await page.context().clearCookies();
  await page.goto(`${site.origin}/account/login`);
  await go(page).click();
  await isIn(page);
  await device.close();
});

test('a member links an account after a proof and unlinks it, by keyboard', async () => {
  club.accounts.set('bea', { email: 'other@example.org', email_verified: true, preferred_username: 'bea' });
  club.subject = 'bea';
  const bea = await Rider.join(site, 'bea');
  const { page } = bea;
  await page.goto(`${site.origin}/user/password`);
  const linked = page.getByRole('region', { name: 'Accounts elsewhere' });
  await linked.getByText('You have linked no account yet.').waitFor();
  await (await site.db()).collection('sessions').updateMany({}, { $unset: { proofs: '' } });
  await linked.getByRole('button', { name: 'Link Our club' }).press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Is it you?' });
  await asked.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.keyboard.press('Enter');
  const said = linked.getByText('Linked: Our club.');
  await said.waitFor();
  expect(page.url()).toBe(`${site.origin}/user/password#elsewhere`);
  await expect.poll(() => said.evaluate((text) => text === document.activeElement)).toBe(true);
  await sound(page);
  await linked.getByRole('button', { name: 'Unlink Our club' }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).press('Enter');
  await linked.getByText('Unlinked: Our club.').waitFor();
  await linked.getByText('You have linked no account yet.').waitFor();
  await bea.device.close();
});

test('without a provider that answers, the page says so and the form still works', async () => {
  await club.close();
  await site.stop();
  await site.start();
  const device = await Device.open(site.origin);
  const page = await device.page('/account/login');
  await go(page).click();
  await page.getByText("We can't reach Our club right now.").waitFor();
  await page.getByLabel('Username or e-mail').fill('bea');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await isIn(page);
  await device.close();
  await club.open();
});
