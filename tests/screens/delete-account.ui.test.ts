import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appHeader, refused } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { newestCode } from '#tests/kit/mails.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { unzipped } from '#tests/kit/zip.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let visitor: Device;
beforeAll(async () => {
  site = await Site.start();
  visitor = await Device.open(site.origin);
});
afterAll(async () => {
  await visitor?.close();
  await site?.close();
});

/** Makes every log-in too long ago to be a proof. */
const forgetProofs = async () => (await site.db()).collection('sessions').updateMany({}, { $unset: { proofs: '' } });

/** A visitor's view of a bike's page: its heading, possibly from the cache until the site has replied. */
async function metAt(bike: Id, expected: string): Promise<void> {
  const page = await visitor.page(`/bike/${bike}`);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect.poll(() => heading.innerText()).toContain(expected);
  await page.close();
}

test('a member deletes the account by keyboard, disappears for visitors, and restores it from the log-in', async () => {
  const bike = await publishBike(await joinSite(site, 'felix'));
  await metAt(bike, 'Midnight Special');
  const device = await Device.open(site.origin, { worker: true });
  const page = await device.page('/account/login');
  const main = page.getByRole('main');
  const logIn = async () => {
    await page.getByLabel('Username or e-mail').fill('felix');
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    // The button says so when the connection returns, and does nothing before hydration.
    await main.getByRole('button', { name: 'Log In', disabled: false }).press('Enter');
  };
  await logIn();
  await page.getByRole('button', { name: /^Account/ }).waitFor();

  await page.goto(`${site.origin}/user/password`);
  await page.getByRole('main').getByRole('link', { name: 'Delete account' }).last().press('Enter');
  await page.getByRole('heading', { name: 'Delete account', level: 1 }).waitFor();
  await page.getByText(/You have 30 days, until .+, to change your mind/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await forgetProofs();
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).press('Enter');
  const asked = page.getByRole('alertdialog', { name: 'Is it you?' });
  const password = asked.getByLabel('Password', { exact: true });
  await password.fill('wrong');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await asked.getByText("That isn't your password.").waitFor();
  expect(await password.evaluate((field) => field === document.activeElement)).toBe(true);
  await password.fill(riderPassword);
  await page.keyboard.press('Enter');
  const download = await begun;
  expect(download.suggestedFilename()).toMatch(/^headbadge-felix-[\d-]{10}\.zip$/);
  const archive = unzipped(await readFile(await download.path()));
  expect([...archive.keys()]).toEqual(expect.arrayContaining(['account.json', 'bikes.csv']));
  expect([...archive.keys()].filter((file) => file.startsWith('photos/'))).toHaveLength(1);
  await page.getByText('Your download has started: 1 bike and 1 photo.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const name = page.getByLabel('Your username');
  await name.fill('somebody');
  await page.keyboard.press('Enter');
  await page.getByText("That isn't your username. Type felix.").waitFor();
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await name.fill('felix');
  await forgetProofs();
  await page.keyboard.press('Enter');
  await asked.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText("Confirm that it's you first.").waitFor();
  await page.getByRole('button', { name: 'Delete my account' }).press('Enter');
  await asked.getByRole('button', { name: 'Mail me a code' }).press('Enter');
  await asked.getByLabel('Code').waitFor();
  await asked.getByLabel('Code').fill(await newestCode(site.folder, 'felix@example.org'));
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${site.origin}/`);
  await page.getByText(/^Your account is deleted\. Until .+ you can log in to restore it\.$/).waitFor();
  expect(await page.getByRole('button', { name: /^Account/ }).count()).toBe(0);
  await metAt(bike, 'Page not found');

  // A member's page leads to the log-in once the device has read its stored member.
  await page.goto(`${site.origin}/user/bikes`);
  await page.waitForURL('**/account/login?returnTo=*');
  expect(await page.getByLabel('Username or e-mail').inputValue()).toBe('');
  await logIn();
  await page.getByText(/^You deleted this account on .+\. It will be erased on .+\.$/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.route('**/account/restore', (route) => route.abort());
  await main.getByRole('button', { name: 'Restore my account' }).press('Enter');
  await page.getByText(/^You deleted this account/).waitFor({ state: 'detached' });
  await page.unroute('**/account/restore');
  await logIn();
  let release: () => void = () => undefined;
  const delayed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/account/restore', async (route) => {
    await delayed;
    await route.continue();
  });
  const restore = main.getByRole('button', { name: 'Restore my account' });
  await restore.press('Enter');
  await expect.poll(() => restore.getAttribute('aria-busy')).toBe('true');
  release();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await page.getByText('Your account is back, with everything in it.').waitFor();
  await metAt(bike, 'Midnight Special');
  await device.close();
});

test('unsent items are kept for a restored account unless the member deletes them', {
  tags: nightly,
}, async () => {
  const gina = await Rider.join(site, 'gina', { worker: true });
  // Online, a draft is on the site as well.
  const failed = refused({ code: 'unexpected', message: '' });
  await gina.device.context.route('**/user/drafts/**', (route) =>
    route.fulfill({ status: 500, headers: { [appHeader]: '1' }, json: failed }),
  );
  const draft = async () => {
    await gina.go('/user/bike/add#bike');
    await gina.page.getByLabel('Model').fill('Karate Monkey');
    await gina.page.getByText('Saved on this device').waitFor();
  };
  const leave = async (thorough: boolean) => {
    await gina.go('/user/delete');
    await gina.page.getByText('Also delete what was not sent: 1 draft on this device.').waitFor();
    if (thorough) await gina.page.getByRole('checkbox').press('Space');
    await gina.page.getByLabel('Your username').fill('gina');
    await gina.main.getByRole('button', { name: 'Delete my account' }).click();
    await gina.page.getByText('Your account is deleted.').waitFor();
  };
  const restore = async () => {
    await gina.go('/account/login');
    await gina.page.getByLabel('Username or e-mail').fill('gina');
    await gina.page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await gina.main.getByRole('button', { name: 'Log In' }).click();
    await gina.main.getByRole('button', { name: 'Restore my account' }).click();
    await gina.page.getByRole('button', { name: /^Account/ }).waitFor();
    await gina.go('/user/bikes');
  };
  await draft();
  await leave(false);
  await restore();
  await gina.page.getByRole('link', { name: 'Continue' }).waitFor();
  await leave(true);
  await restore();
  await gina.page.getByText('No bikes yet.').waitFor();
  await gina.close();
});

test('deleting needs a connection, and says so', { tags: nightly }, async () => {
  const hugo = await Rider.join(site, 'hugo', { worker: true });
  await hugo.settle();
  await hugo.go('/user/delete');
  await hugo.page.getByRole('button', { name: 'Delete my account' }).waitFor();
  await hugo.device.context.setOffline(true);
  await hugo.page.getByText('Deleting the account needs a connection.').waitFor();
  await hugo.main.getByRole('button', { name: 'Needs a connection' }).waitFor();
  expect(await faultsOf(hugo.page)).toEqual([]);
  await hugo.close();
});
