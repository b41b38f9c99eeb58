/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addComment } from '#contract/comments.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { season } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let judge: Rider;
let bikeId: Id;
let commentId: Id;
beforeAll(async () => {
  site = await Site.start({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1' } });
  const [ana, ben, cem] = [await joinSite(site, 'ana'), await joinSite(site, 'ben'), await joinSite(site, 'cem')];
  // Flags of new members, or from one network, would hide nothing.
  for (const name of ['ben', 'cem']) await season(await site.db(), name);
  bikeId = await publishBike(ana);
  commentId = newId();
  await ana.call(addComment, { params: { bikeId }, body: { id: commentId, text: 'Call me: 555-1234.' } });
  const flag = (by: typeof ben, targetType: string, targetId: Id, reason: string, note = '') =>
    by.call(addFlag, {
      body: { id: newId(), targetType, targetId, reason, note },
      headers: { 'X-Forwarded-For': by === ben ? '203.0.1.7' : '203.0.2.7' },
    });
  await flag(ben, 'Post', bikeId, 'Other', 'That frame was stolen from my neighbor.');
  for (const by of [ben, cem]) await flag(by, 'Comment', commentId, 'PersonalInfo');
  judge = await Rider.join(site, 'judge');
});
afterAll(async () => {
  await judge?.close();
  await site?.close();
});

const statusOf = async (name: string, id: Id) =>
  (await (await site.db()).collection(name).findOne({ _id: id as never }))?.status;
const card = (name: RegExp) =>
  judge.main.getByRole('article').filter({ has: judge.page.getByRole('heading', { name }) });
const aComment = () => card(/^Comment by ana on /);
const aBike = () => card(/^2021 Surly/);

test('only operators find it', async () => {
  await judge.go('/moderation');
  await judge.page.getByText('Page not found').waitFor();
  await giveRole(await site.db(), 'judge');
  await judge.page.reload();
  await judge.page.getByRole('heading', { name: 'Moderation', level: 1 }).waitFor();
});

test('an operator sees flagged items with flags and reasons', async () => {
  const { page } = judge;
  await aComment().getByText('Call me: 555-1234.').waitFor();
  await aComment().getByText("Shows someone's personal information (2)").waitFor();
  await aComment().getByText('hidden by flags').waitFor();
  await aBike().getByText('That frame was stolen from my neighbor.').waitFor();
  await assertAccessible(page);
});

test('a comment is removed by keyboard alone with a reason for its author, and restored with Undo', async () => {
  const { page } = judge;
  await aComment()
    .getByRole('button', { name: /^Remove it/ })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Remove it?' });
  expect(await dialog.getByLabel('Reason').inputValue()).toBe("Shows someone's personal information");
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel('Reason').fill('');
  await dialog.getByRole('button', { name: 'Remove it' }).press('Enter');
  await dialog.getByText('Enter a reason. The member will read it.').waitFor();
  await dialog.getByLabel('Reason').fill('Somebody’s number.');
  await dialog.getByRole('button', { name: 'Remove it' }).press('Enter');
  await aComment().waitFor({ state: 'detached' });
  // The message takes the focus shortly after the card has gone.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('The comment is removed.');
  expect(await statusOf('comments', commentId)).toBe('Removed');
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await aComment().waitFor();
  expect(await statusOf('comments', commentId)).toBe('Flagged');
});

test('a bike is left unchanged, listed among the decided items with its history, and reopened', async () => {
  const { page } = judge;
  await aBike()
    .getByRole('button', { name: /^Leave it/ })
    .click();
  await aBike().waitFor({ state: 'detached' });
  await aComment()
    .getByRole('button', { name: /^Restore it/ })
    .click();
  await page.getByText('No open flags.').waitFor();
  expect([await statusOf('bikes', bikeId), await statusOf('comments', commentId)]).toEqual(['Active', 'Active']);
  await judge.main.getByRole('link', { name: 'Decided flags' }).click();
  await aBike().getByText('judge left it as it is.').waitFor();
  await aComment().getByText('judge removed it: Somebody’s number.').waitFor();
  await aBike()
    .getByRole('button', { name: /^Reopen/ })
    .click();
  await aBike().waitFor({ state: 'detached' });
  await judge.main.getByRole('link', { name: 'Open flags' }).click();
  await aBike().getByText('judge reopened it.').waitFor();
});

test('offline it says so', async () => {
  await judge.device.context.setOffline(true);
  await judge.main.getByText('You see flags here when there is signal.').waitFor();
  await judge.device.context.setOffline(false);
  await aBike().waitFor();
});

test('overview, site and log are pages of their own, which Back leaves, and the log is a download', async () => {
  const { page } = judge;
  await judge.main.getByRole('link', { name: 'Overview' }).press('Enter');
  await judge.main.getByRole('heading', { name: 'Processes' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/moderation/overview');
  await judge.main.getByText('No backups are made by schedule.').waitFor();
  await assertAccessible(page);
  await judge.main.getByRole('link', { name: 'Site', exact: true }).press('Enter');
  await judge.main.getByText('Maintenance', { exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/moderation/site');
  await assertAccessible(page);
  await judge.main.getByRole('link', { name: 'Log', exact: true }).press('Enter');
  await judge.main.getByText('judge reopened it.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/moderation/log');
  await assertAccessible(page);
  const saved = page.waitForEvent('download');
  await judge.main.getByRole('button', { name: 'Download CSV' }).press('Enter');
  expect((await saved).suggestedFilename()).toBe('headbadge-moderation.csv');
  await page.goBack();
  await judge.main.getByText('Maintenance', { exact: true }).waitFor();
  await page.goBack();
  await judge.main.getByRole('heading', { name: 'Processes' }).waitFor();
  await judge.device.context.setOffline(true);
  await judge.main.getByText('No signal. This is how the site was.').waitFor();
  await judge.device.context.setOffline(false);
  await page.goBack();
  await aBike().waitFor();
  await judge.go('/moderation/elsewhere');
  await page.getByText('Page not found').waitFor();
});
