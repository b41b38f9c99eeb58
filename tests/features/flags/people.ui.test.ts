import { afterAll, beforeAll, expect, test } from 'vitest';
import { signout } from '#contract/auth.ts';
import { sendMessage } from '#contract/conversations.ts';
import { listFlaggedMembers } from '#contract/flagged-members.ts';
import { addMemberFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { messagesPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { giveBike } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice, joinSite } from '#tests/kit/site-member.ts';
import { endUndoPeriod } from '#tests/kit/undo.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ben: Rider;
let judge: Rider;
let cem: TestBrowser;
const ids = {} as Record<'ana' | 'ben', Id>;
beforeAll(async () => {
  site = await Site.start();
  const ana = await joinSite(site, 'ana');
  cem = await joinSite(site, 'cem');
  ben = await Rider.join(site, 'ben', { worker: true });
  judge = await Rider.join(site, 'judge');
  await giveRole(await site.db(), 'judge');
  for (const name of ['ana', 'ben'] as const)
    ids[name] = String((await (await users()).findOne({ username: name }))?._id);
  await giveBike(await site.db(), ids.ana, 'ana');
  for (const text of ['Nice bike.', 'Pay me 50 first!']) {
    const sent = await ana.call(sendMessage, { params: { userId: ids.ben }, body: { id: newId(), text } });
    expect(sent.status).toBe(201);
  }
  await ben.settle();
});
afterAll(async () => {
  await ben?.close();
  await judge?.close();
  await site?.close();
});

const users = async () => (await site.db()).collection('users');
const flags = async () =>
  (await (await site.db()).collection('flags').find().sort({ at: 1 }).toArray()).map(({ type, reason, note }) =>
    `${type} ${reason} ${note}`.trim(),
  );
const dialog = (by: Rider) => by.page.getByRole('dialog');
const focused = (by: Rider) => by.page.evaluate(() => document.activeElement?.textContent?.trim());
const log = () => ben.page.getByRole('log');
const item = (text: string) => log().getByRole('listitem').filter({ hasText: text });
const card = (name: RegExp) =>
  judge.main.getByRole('article').filter({ has: judge.page.getByRole('heading', { name }) });
/** Asserts layout and axe at each width, in light and dark. */
async function looks({ page }: Rider): Promise<void> {
  await assertAccessible(page);
}

test('a member is flagged from their page by keyboard alone, and the page shows it afterwards, on another device too', async () => {
  const { page } = ben;
  await ben.go(userPage(ids.ana, 'ana'));
  await ben.main.getByRole('button', { name: 'Flag ana' }).press('Enter');
  await dialog(ben).getByRole('heading', { name: 'Flag ana' }).waitFor();
  await looks(ben);
  expect(await dialog(ben).getByLabel("What's wrong?").locator('option').allInnerTexts()).not.toContain('Off topic');
  await dialog(ben).getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await dialog(ben).getByText('Choose a reason.').waitFor();
  await page.keyboard.press('Escape');
  await dialog(ben).waitFor({ state: 'detached' });
  await expect.poll(() => focused(ben)).toBe('Flag ana');
  await page.keyboard.press('Enter');
  await dialog(ben).getByLabel("What's wrong?").selectOption('Pretends to be someone else');
  await dialog(ben).getByLabel('Anything moderators should know?').fill('The real ana rides with me.');
  await dialog(ben).getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await ben.main.getByRole('button', { name: 'You flagged ana' }).waitFor();
  await expect.poll(() => focused(ben)).toBe('You flagged ana');
  await endUndoPeriod(page);
  await expect.poll(flags).toEqual(['User Impersonation The real ana rides with me.']);
  await page.reload();
  await ben.main.getByRole('button', { name: 'You flagged ana' }).waitFor();
  await looks(ben);
  await ben.go(userPage(ids.ben, 'ben'));
  await ben.main.getByRole('link', { name: 'Edit your profile' }).waitFor();
  expect(await ben.main.getByRole('button', { name: /^Flag/ }).count()).toBe(0);

  const second = await Rider.enter(site, 'ben');
  await second.go(userPage(ids.ana, 'ana'));
  await second.main.getByRole('button', { name: 'You flagged ana' }).waitFor();
  // Another member on the same device has flagged nobody.
  await second.page.getByRole('button', { name: /^Account/ }).click();
  // Its reply removes whatever session the device has by then.
  const signedOut = second.page.waitForResponse((answer) => answer.url().endsWith(signout.path));
  await second.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await second.page.waitForURL(new URL('/', site.origin).href);
  await signedOut;
  await joinDevice(second.device.context, site, 'dan');
  const listed = second.device.context.waitForEvent('response', {
    predicate: (answer) => answer.url().endsWith(listFlaggedMembers.path),
  });
  const theirs = await second.device.page(userPage(ids.ana, 'ana'));
  await listed;
  await theirs.getByRole('button', { name: 'Flag ana', exact: true }).waitFor();
  await second.close();
});

test('a message is flagged offline, undone, flagged again, is collapsed at once, and the flag arrives once', async () => {
  const { page } = ben;
  await ben.go(messagesPage(ids.ana));
  await item('Nice bike.').waitFor();
  await page.getByText(/ana's first message to you/).waitFor();
  await ben.device.context.setOffline(true);
  for (const end of ['undone', 'kept']) {
    await item('Nice bike.').hover();
    await item('Nice bike.')
      .getByRole('button', { name: /^Message from/ })
      .click();
    await page.getByRole('menuitem', { name: 'Flag this message' }).click();
    await dialog(ben).getByText('Moderators read only this message.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog(ben).getByLabel("What's wrong?").selectOption('Spam or scam');
    await dialog(ben).getByRole('button', { name: 'Flag', exact: true }).click();
    await item('You flagged this message.').waitFor();
    await dialog(ben).waitFor({ state: 'detached' });
    if (end === 'undone') {
      await page.getByRole('button', { name: 'Undo' }).click();
      await item('Nice bike.').waitFor();
    }
  }
  expect(await log().getByText('Nice bike.').count()).toBe(0);
  await item('You flagged').getByRole('button', { name: 'Show anyway' }).press('Enter');
  await log().getByText('Nice bike.').waitFor();
  await expect.poll(() => focused(ben)).toBe('Hide it again');
  await looks(ben);
  await page.keyboard.press('Enter');
  await log().getByText('Nice bike.').waitFor({ state: 'detached' });
  await ben.go('/user/outbox');
  await ben.main.getByText('Flag a message from ana').waitFor();
  expect(await flags()).toHaveLength(1);
  await ben.device.context.setOffline(false);
  await endUndoPeriod(page);
  await expect.poll(async () => (await flags())[1]).toBe('Message Spam');
  await ben.go(messagesPage(ids.ana));
  await item('You flagged this message.').waitFor();
});

test('a first message from a stranger offers flagging the last one, and the list hides its text', async () => {
  const { page } = ben;
  await ben.go(messagesPage(ids.ana));
  await ben.main.getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await dialog(ben).getByLabel("What's wrong?").selectOption('Harassment or hate');
  await dialog(ben).getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await ben.main.getByRole('button', { name: 'Flagged', exact: true }).waitFor();
  await expect.poll(() => focused(ben)).toBe('Flagged');
  await endUndoPeriod(page);
  await expect.poll(async () => (await flags())[2]).toBe('Message Harassment');
  await ben.go(messagesPage());
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByText('You flagged this message').waitFor();
  expect(await page.getByText('Pay me 50 first!').count()).toBe(0);
});

test('an operator sees the flagged member and message, and nothing else of the conversation', async () => {
  const body = { id: newId(), reason: 'Spam' as const, note: '' };
  expect((await cem.call(addMemberFlag, { params: { userId: ids.ana }, body })).status).toBe(201);
  await judge.go('/moderation');
  await card(/^Member ana$/)
    .getByText('The real ana rides with me.')
    .waitFor();
  expect(await card(/^Message by ana$/).count()).toBe(2);
  await card(/^Message by ana$/)
    .getByText('Pay me 50 first!')
    .waitFor();
  await looks(judge);
});

test('a message is removed by keyboard alone and restored with Undo; the member is suspended and reinstated', {
  tags: nightly,
}, async () => {
  const { page } = judge;
  const bad = card(/^Message by ana$/).filter({ hasText: 'Pay me 50 first!' });
  const row = async () => (await site.db()).collection('messages').findOne({ text: 'Pay me 50 first!' });
  const author = await Rider.enter(site, 'ana', { worker: true });
  await bad.getByRole('button', { name: /^Remove it/ }).press('Enter');
  await dialog(judge).getByText('ana will read it.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog(judge).getByRole('button', { name: 'Remove it' }).press('Enter');
  await bad.waitFor({ state: 'detached' });
  await expect.poll(() => focused(judge)).toBe('The message is removed.');
  // The notice stays while it has the focus.
  await page.getByRole('button', { name: 'Undo' }).focus();
  expect((await row())?.removed).toBe(true);
  await ben.go(messagesPage(ids.ana));
  await log().getByText('Removed by a moderator', { exact: true }).waitFor();
  await author.go(messagesPage(ids.ben));
  await author.page
    .getByRole('log')
    .getByText(/^Removed by a moderator\. Reason: \w/)
    .waitFor();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await author.close();
  await bad.waitFor();
  expect((await row())?.removed).toBe(false);

  const member = card(/^Member ana$/);
  await member.getByRole('button', { name: /^Suspend/ }).press('Enter');
  const asks = page.getByRole('dialog', { name: 'Suspend ana?' });
  await asks.getByText('ana will read it in a mail.').waitFor();
  await looks(judge);
  await asks.getByLabel('For how long').selectOption('30 days');
  await asks.getByLabel('Reason').fill('');
  await asks.getByRole('button', { name: 'Suspend' }).press('Enter');
  await asks.getByText('Enter a reason. The member will read it.').waitFor();
  await asks.getByLabel('Reason').fill('Pretends to be ana.');
  await asks.getByRole('button', { name: 'Suspend' }).press('Enter');
  await member.waitFor({ state: 'detached' });
  await expect.poll(() => focused(judge)).toBe('ana is suspended.');
  const ana = async () => (await users()).findOne({ username: 'ana' });
  expect(await ana()).toMatchObject({ status: 'Suspended', reason: 'Pretends to be ana.' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await member.waitFor();
  expect((await ana())?.status).toBe('Active');
  await member.getByText('judge suspended the member: Pretends to be ana.').waitFor();
  await member.getByRole('button', { name: /^Leave it/ }).click();
  await member.waitFor({ state: 'detached' });
  await expect.poll(() => focused(judge)).toBe('ana is left as it is.');
});
