import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { VirtualAuthenticator } from '#tests/kit/virtual-authenticator.ts';

const better = 'gravel under a low sun';
let site: Site;
let ana: Rider;
let authenticator: VirtualAuthenticator;
/** Ana's passkey, as the device that used it last has it: its counter grows. */
let known: Awaited<ReturnType<VirtualAuthenticator['credentials']>>;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana');
  authenticator = await VirtualAuthenticator.of(ana.page);
});
afterAll(async () => {
  await ana?.device.close();
  await site?.close();
});

/** Makes every log-in too long ago to be a proof. */
const forgetProofs = async () => (await site.db()).collection('sessions').updateMany({}, { $unset: { proofs: '' } });
const passkeys = () => ana.page.getByRole('region', { name: 'Passkeys' });
const asked = () => ana.page.getByRole('alertdialog', { name: 'Is it you?' });
/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow on the phone. */
async function sound(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await tooWide(page)).toEqual([]);
}
/** A new device at a page, with these passkeys; without offers in the name field unless they are wanted. */
async function visitorAt(path: string, credentials: Parameters<typeof VirtualAuthenticator.of>[1], isOffered = false) {
  const device = await Device.open(site.origin);
  if (!isOffered) {
    await device.context.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false;
    });
  }
  const page = await device.page('/help/faq');
  const authenticator = await VirtualAuthenticator.of(page, credentials);
  await page.goto(site.origin + path);
  return { device, page, authenticator };
}
const isIn = (page: Page) => page.getByRole('button', { name: /^Account/ }).waitFor();

test('a member adds a passkey after a proof and names it, by keyboard', async () => {
  const { page } = ana;
  await page.goto(`${site.origin}/user/password`);
  await passkeys().getByText('You have no passkey yet.').waitFor();
  await sound(page);
  await forgetProofs();
  const name = passkeys().getByLabel('Name of the new passkey');
  await expect.poll(() => name.inputValue()).toMatch(/^Chrome on /);
  await name.fill('');
  await name.press('Enter');
  await passkeys().getByText('Name the passkey, such as the device that has it.').waitFor();
  await name.fill('Phone');
  await name.press('Enter');
  await asked().getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.keyboard.press('Enter');
  const said = passkeys().getByText('Added: Phone.');
  await said.waitFor();
  await expect.poll(() => said.evaluate((text) => text === document.activeElement)).toBe(true);
  await passkeys().getByText('Not used yet.').waitFor();
  await sound(page);

  await name.fill('Again');
  await name.press('Enter');
  await passkeys().getByText('This device has a passkey of your account already.').waitFor();

  await passkeys().getByRole('button', { name: 'Rename Phone' }).press('Enter');
  const newName = passkeys().getByLabel('Name', { exact: true });
  await newName.waitFor();
  await sound(page);
  await page.keyboard.type('Blue phone');
  await page.keyboard.press('Enter');
  const rename = passkeys().getByRole('button', { name: 'Rename Blue phone' });
  await rename.waitFor();
  await expect.poll(() => rename.evaluate((button) => button === document.activeElement)).toBe(true);
});

test('a passkey proves that it is the member, and a refused one changes nothing', async () => {
  const { page } = ana;
  await forgetProofs();
  await authenticator.setVerified(false);
  await page.getByRole('button', { name: 'Download' }).press('Enter');
  const use = asked().getByRole('button', { name: 'Use a passkey' });
  await use.press('Enter');
  await asked().getByText('No passkey was used. Try again, or use another way.').waitFor();
  await sound(page);
  await authenticator.setVerified(true);
  const begun = page.waitForEvent('download');
  await use.press('Enter');
  await begun;
  await asked().waitFor({ state: 'hidden' });
});

test('a visitor logs in with a passkey, by the button and by the name field', async () => {
  known = await authenticator.credentials();
  const { device, page, ...here } = await visitorAt('/account/login', known);
  const field = page.getByLabel('Username or e-mail');
  expect(await field.getAttribute('autocomplete')).toBe('username webauthn');
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await expect.poll(() => button.isEnabled()).toBe(true);
  await sound(page);
  await button.press('Enter');
  await isIn(page);
  known = await here.authenticator.credentials();
  await device.close();

  // The authenticator of the test chooses what the browser would show at the field.
  const offered = await visitorAt('/account/login', known, true);
  await isIn(offered.page);
  known = await offered.authenticator.credentials();
  await offered.device.close();
});

test('who forgot the password logs in with a passkey and chooses a new one', async () => {
  const { device, page, ...here } = await visitorAt('/account/forgot-password', known);
  await page.getByRole('link', { name: 'Use it' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/user/password');
  known = await here.authenticator.credentials();
  await page.getByRole('button', { name: 'Forgot it? Use a passkey' }).press('Enter');
  expect(await page.getByLabel('Current password', { exact: true }).count()).toBe(0);
  await page.getByLabel('New password', { exact: true }).fill(better);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Your other devices are signed out.').waitFor();
  await device.close();
});

test('a copy of a passkey that was used less often is refused with a sentence', async () => {
  const [credential] = known;
  if (!credential) throw new Error('There is no passkey.');
  const copy = { ...credential, signCount: 0 };
  const { device, page } = await visitorAt('/account/login', [copy]);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('alert').filter({ hasText: 'This passkey may have been copied' }).waitFor();
  await sound(page);
  await device.close();
});

test('offline the pages say so, and a removed passkey is told to be void', async () => {
  const { device, page } = await visitorAt('/account/login', known);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
  await device.context.setOffline(true);
  await expect.poll(() => page.getByRole('button', { name: 'Needs a connection' }).count()).toBe(2);
  await device.context.setOffline(false);
  await page.getByRole('button', { name: 'Use a passkey' }).waitFor();

  // The new password signed this device out.
  await ana.page.goto(`${site.origin}/account/login?returnTo=%2Fuser%2Fpassword`);
  if (await ana.page.getByLabel('Username or e-mail').isVisible()) {
    await ana.page.getByLabel('Username or e-mail').fill('ana');
    await ana.page.getByLabel('Password', { exact: true }).fill(better);
    await ana.main.getByRole('button', { name: 'Log In', exact: true }).click();
  }
  await ana.page.waitForURL('**/user/password');
  await passkeys().getByRole('button', { name: 'Remove Blue phone' }).press('Enter');
  const sure = ana.page.getByRole('alertdialog', { name: 'Remove “Blue phone”?' });
  await sure.waitFor();
  await sound(ana.page);
  await sure.getByRole('button', { name: 'Remove passkey' }).press('Enter');
  await passkeys().getByText('Removed: Blue phone.').waitFor();
  await passkeys().getByText('You have no passkey yet.').waitFor();

  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('alert').filter({ hasText: 'This passkey is no longer valid here.' }).waitFor();
  await device.close();
});
