import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JoiningChange } from '#contract/join-settings.ts';
import { signupPage } from '#contract/pages.ts';
import { changeJoining } from '#contract/site.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { fetchRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let operator: TestBrowser;
let stranger: Device;
beforeAll(async () => {
  site = await Site.start();
  operator = await joinSite(site, 'otto');
  await giveRole(await site.db(), 'otto');
  stranger = await Device.open(site.origin);
});
afterAll(async () => {
  await stranger?.close();
  await site?.close();
});

const change = (body: JoiningChange) => operator.call(changeJoining, { body });

test('a closed site says so on the rendered sign-up page, at once, and shows no form', async () => {
  expect((await fetchRendered(site.origin + signupPage())).text).toContain('name="email"');
  await change({ mode: 'closed' });
  const { text } = await fetchRendered(site.origin + signupPage());
  expect([text.includes('Nobody new can join this site'), text.includes('name="email"')]).toEqual([true, false]);
  const page = await stranger.page(signupPage());
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('main').getByText('Nobody new can join this site').waitFor();
  await assertAccessible(page);
  await page.close();
});

test('an applicant answers, and an operator lets one in and refuses another by keyboard', async () => {
  await change({ mode: 'approval', question: 'Which club are you in?' });
  for (const name of ['ann', 'bob']) {
    const page = await stranger.page(signupPage());
    const main = page.getByRole('main');
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('E-mail').fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await page.getByRole('checkbox').check();
    await main.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByText('Answer the question, so that we know who asks.').waitFor();
    await page.getByLabel('Which club are you in?').fill(`The one of ${name}.`);
    await assertAccessible(page);
    await main.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(await site.linkMailedTo(`${name}@example.org`));
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await main.getByRole('button', { name: 'Confirm and log in' }).click();
    await page.getByText('The operators of this site read your application now').waitFor();
    await page.close();
  }
  const rider = await Rider.enter(site, 'otto');
  await giveRole(await site.db(), 'otto');
  try {
    const { page, main } = rider;
    await rider.go('/moderation/joining');
    await main.getByText('The one of ann.').waitFor();
    await assertAccessible(page);
    await main.getByRole('button', { name: 'Accept: ann' }).focus();
    await page.keyboard.press('Enter');
    await main.getByText('ann is a member now.').waitFor();
    await main.getByRole('button', { name: 'Refuse: bob' }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Reason').fill('Not our club.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await main.getByText('bob is refused.').waitFor();
    await main.getByText('Nobody waits to be let in.').waitFor();
    await rider.go('/moderation/site');
    await main.getByText('Who cannot join', { exact: true }).click();
    await main.getByLabel('Networks').fill('203.0.113.0/24\nhome');
    await main.getByRole('button', { name: 'Save' }).click();
    await main.getByText('“home” is not a network').waitFor();
    await assertAccessible(page);
  } finally {
    await rider.device.close();
  }
});

test('a member makes and revokes an invitation; its link shows who invites, then that it is not valid', async () => {
  await change({ mode: 'open' });
  const rider = await Rider.join(site, 'carla');
  await change({ mode: 'invite', inviteAfterDays: 0 });
  try {
    const { page, main } = rider;
    await rider.go('/user/invitations');
    await main.getByRole('button', { name: 'Make an invitation' }).click();
    const link = (await main.locator('code').first().textContent()) ?? '';
    await assertAccessible(page);
    const guest = await stranger.page(link.replace(site.origin, ''));
    await guest.getByText('carla invites you to join.').waitFor();
    await guest.getByLabel('Username').waitFor();
    await main.getByRole('button', { name: /^Revoke/ }).click();
    await main.getByText(/Revoked/).waitFor();
    await guest.reload();
    await guest.getByText('This invitation is not valid. Ask for a new one.').waitFor();
    await assertAccessible(guest);
    await guest.goto(site.origin + signupPage());
    await guest.getByText('You need an invitation to join this site.').waitFor();
    await guest.close();
  } finally {
    await rider.device.close();
  }
});
