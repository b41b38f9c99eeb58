import { afterAll, beforeAll, expect, test } from 'vitest';
import { signup } from '#contract/accounts.ts';
import { pathOf } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

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

async function signUp(username: string): Promise<string> {
  const email = `${username}@example.org`;
  const { ok } = await fetch(site.origin + pathOf(signup, {}), {
    method: 'POST',
    headers: { Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: newId(), username, email, password: riderPassword, terms: true }),
  });
  if (!ok) throw new Error(`${username} cannot sign up.`);
  return site.linkMailedTo(email);
}
const statusOf = async (username: string) =>
  (await (await site.db()).collection('users').findOne({ username }))?.status;

test('a mailed link says whose account it is for, and confirms it by the keyboard only when it is told to', async () => {
  const page = await device.page();
  await page.goto(await signUp('ines'));
  await page.getByText('ines@example.org will belong to the account ines.').waitFor();
  await page.waitForLoadState('networkidle');
  expect(await statusOf('ines')).toBe('Unconfirmed');
  expect(await faultsOf(page)).toEqual([]);
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  await page.getByRole('main').evaluate((main) => {
    main.tabIndex = -1;
    main.focus();
  });
  await page.keyboard.press('Tab');
  expect(await confirm.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You are in' }).waitFor();
  expect(await statusOf('ines')).toBe('Active');
  await page.reload();
  await page.getByText('This e-mail is already confirmed.').waitFor();
  await page.close();
});

test('a link that cannot reach the site can be tried again, and confirms then', async () => {
  const page = await device.page();
  const link = await signUp('nora');
  await page.route('**/account/*-confirmation', (route) => route.abort());
  await page.route('**/account/confirm-email', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await page.goto(link);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.unroute('**/account/*-confirmation');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  await page.unroute('**/account/confirm-email');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'You are in' }).waitFor();
  await page.close();
});

test("a place to return to that is another site's address in disguise leads home", async () => {
  const page = await device.page('/account/login?returnTo=/%09/evil.example');
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
  await page.close();
});

test('an address of ours that looks like another site leads nowhere, and does not break the page', async () => {
  const page = await device.page();
  for (const path of ['//evil.example/x', '/%09/evil.example', '/.%2F/evil.example']) {
    await page.goto(site.origin + path);
    await page.getByRole('heading', { name: 'This trail ends here.' }).waitFor();
  }
  await page.close();
});
