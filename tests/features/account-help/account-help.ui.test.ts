/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judgeMember } from '#contract/moderation.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { lettersIn } from '#tests/kit/mails.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let judge: Rider;
beforeAll(async () => {
  site = await Site.start();
  judge = await Rider.join(site, 'judge');
  await giveRole(await site.db(), 'judge');
});
afterAll(async () => {
  await judge?.close();
  await site?.close();
});

const users = async () => (await site.db()).collection('users');
const acts = async (username: string) =>
  (await (await site.db()).collection('acts').find({ 'member.username': username }).sort({ at: 1 }).toArray()).map(
    ({ what }) => what,
  );

test('an operator finds a member by e-mail and helps with the account, by keyboard', async () => {
  await publishBike(await joinSite(site, 'stuck'));
  const { page, main } = judge;
  await judge.go('/moderation/members');
  await main.getByLabel('Username or e-mail').fill('nobody@example.org');
  await main.getByLabel('Username or e-mail').press('Enter');
  await main.getByText('There is no such member.').waitFor();
  await main.getByLabel('Username or e-mail').fill('stuck@example.org');
  await main.getByLabel('Username or e-mail').press('Enter');
  await main.getByRole('heading', { name: 'Help' }).waitFor();
  await main.getByText('s***@example.org').waitFor();
  await assertAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  await main.getByRole('button', { name: 'Show', exact: true }).press('Enter');
  await main.getByText('stuck@example.org', { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Mail a password link' }).press('Enter');
  await page.getByText('stuck gets a mail. The link works for an hour.').waitFor();
  const begun = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download the data' }).press('Enter');
  expect((await begun).suggestedFilename()).toMatch(/^headbadge-stuck-[\d-]{10}\.zip$/);
  await main.getByLabel('New e-mail').fill('free@example.org');
  await main.getByLabel('New e-mail').press('Enter');
  await page.getByText('The e-mail is changed. Both addresses are told.').waitFor();
  await main.getByText('f***@example.org').waitFor();

  await main.getByRole('button', { name: 'Erase the account' }).press('Enter');
  await main.getByText('Enter the username.').waitFor();
  await main.getByLabel('Username', { exact: true }).fill('stuck');
  await main.getByRole('button', { name: 'Erase the account' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Erase stuck?' });
  await dialog.getByRole('button', { name: 'Erase it in 30 days' }).press('Enter');
  await main.getByText('Deleted', { exact: true }).waitFor();
  await main.getByRole('button', { name: 'Restore' }).press('Enter');
  await main.getByText('Active', { exact: true }).waitFor();
  await main.getByText('judge restored the member.').waitFor();
  expect(await acts('stuck')).toEqual([
    ...['email.show', 'password.link', 'account.export', 'email.change', 'account.erase', 'restore'],
  ]);
});

test('a banned member takes the data and erases the account where the log-in is refused', async () => {
  const banned = await joinSite(site, 'banned');
  const userId = String((await (await users()).findOne({ username: 'banned' }))?._id);
  await publishBike(banned);
  const operator = await joinSite(site, 'marshal');
  await giveRole(await site.db(), 'marshal');
  const body = { standing: 'Banned', reason: 'Adverts.' } as const;
  expect((await operator.call(judgeMember, { params: { userId }, body })).status).toBe(200);

  const device = await Device.open(site.origin);
  const page = await device.page('/account/login');
  const main = page.getByRole('main');
  await page.getByLabel('Username or e-mail').fill('banned');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await main.getByRole('button', { name: 'Log In', disabled: false }).press('Enter');
  await main.getByText('This account has been closed by the moderators.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const begun = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Download my data' }).press('Enter');
  expect((await begun).suggestedFilename()).toMatch(/^headbadge-banned-[\d-]{10}\.zip$/);
  await main.getByRole('button', { name: 'Erase my account' }).press('Enter');
  await page
    .getByRole('alertdialog', { name: 'Erase your account?' })
    .getByRole('button', { name: 'Erase it' })
    .press('Enter');
  const sure = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await sure.getByRole('button', { name: 'Back' }).press('Enter');
  expect(await (await users()).countDocuments({ username: 'banned' })).toBe(1);
  await main.getByRole('button', { name: 'Erase my account' }).press('Enter');
  await page.getByRole('button', { name: 'Erase it', exact: true }).press('Enter');
  await sure.getByRole('button', { name: 'Erase it for good' }).press('Enter');
  await main.getByText('Your account is erased. We have mailed you that.').waitFor();
  expect(await (await users()).countDocuments({ _id: userId as never, username: 'banned' })).toBe(0);
  await expect
    .poll(async () => (await lettersIn(site.folder)).findLast(({ to }) => to === 'banned@example.org')?.subject)
    .toContain('is erased');
  await device.close();
});
