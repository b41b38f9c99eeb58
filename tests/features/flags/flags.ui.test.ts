import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { season } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';
import { endUndoPeriod } from '#tests/kit/undo.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ben: Rider;
let ana: TestBrowser;
let cleo: TestBrowser;
let bikeId: Id;
let path: string;
const comments = {} as Record<'spam' | 'thanks', Id>;
beforeAll(async () => {
  site = await Site.start({ env: { TRUSTED_PROXIES: '127.0.0.0/8,::1' } });
  ana = await joinSite(site, 'ana');
  cleo = await joinSite(site, 'cleo');
  bikeId = await publishBike(ana);
  const slug = (await ana.call(getBike, { params: { bikeId } })).answer.data?.slug ?? '';
  path = bikePage(bikeId, slug);
  comments.spam = await say(cleo, 'Cheap tyres, write me!');
  comments.thanks = await say(ana, 'Thanks, all.');
  ben = await Rider.join(site, 'ben', { worker: true });
  await ben.settle();
});
afterAll(async () => {
  await ben?.close();
  await site?.close();
});

async function say(by: TestBrowser, text: string): Promise<Id> {
  const id = newId();
  await by.call(addComment, { params: { bikeId }, body: { id, text } });
  return id;
}
const flags = async () =>
  (await (await site.db()).collection('flags').find().sort({ at: 1 }).toArray()).map(({ type, reason, note }) =>
    `${type} ${reason} ${note}`.trim(),
  );
const dialog = () => ben.page.getByRole('dialog');
const item = (text: string) => ben.main.getByRole('listitem').filter({ hasText: text });
const focused = () => ben.page.evaluate(() => document.activeElement?.textContent?.trim());

test('a bike is flagged by keyboard alone, with errors at their field, and the focus returns', async () => {
  const { page } = ben;
  await ben.go(path);
  await page.getByRole('button', { name: 'Flag this bike' }).press('Enter');
  await dialog().getByRole('heading', { name: 'Flag this bike' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await dialog().getByText('Choose a reason.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason');
  await dialog().getByLabel("What's wrong?").selectOption('Something else');
  await dialog().getByLabel('Anything moderators should know?').fill('Hm.');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('Flag this bike');
  await page.keyboard.press('Enter');
  await dialog().getByLabel("What's wrong?").selectOption('Something else');
  await dialog().getByLabel('Anything moderators should know?').fill('Hm.');
  await dialog().getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await dialog().getByText('Tell us a little more (10 characters or more).').waitFor();
  await dialog().getByLabel('Anything moderators should know?').fill('This is a rendering.');
  await dialog().getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await ben.main.getByRole('button', { name: 'Flagged', exact: true }).waitFor();
  await expect.poll(focused).toBe('Flagged');
  await endUndoPeriod(page);
  await expect.poll(flags).toEqual(['Post Other This is a rendering.']);
});

test('a comment is flagged offline, undone, flagged again, and the flag arrives once', async () => {
  const { page } = ben;
  await ben.go(path);
  const flag = item('Cheap tyres').getByRole('button', { name: 'Flag the comment from cleo' });
  await flag.waitFor();
  await ben.device.context.setOffline(true);
  for (const end of ['undone', 'kept']) {
    await flag.click();
    await dialog().getByLabel("What's wrong?").selectOption('Spam or scam');
    await dialog().getByRole('button', { name: 'Flag', exact: true }).click();
    await item('Cheap tyres').getByRole('button', { name: 'Flagged: the comment from cleo' }).waitFor();
    if (end === 'undone') await page.getByRole('button', { name: 'Undo' }).click();
  }
  expect(await flags()).toHaveLength(1);
  await page.reload();
  await item('Cheap tyres').getByRole('button', { name: 'Flagged: the comment from cleo' }).waitFor();
  await ben.go('/user/outbox');
  await ben.main.getByText(/^Flag a comment on /).waitFor();
  await ben.device.context.setOffline(false);
  await endUndoPeriod(page);
  await expect.poll(flags).toEqual(['Post Other This is a rendering.', 'Comment Spam']);
  await ben.go(path);
  await item('Cheap tyres').getByRole('button', { name: 'Flagged: the comment from cleo' }).waitFor();
});

test('a flagged comment is collapsed until a visitor opens it; a removed one leaves a placeholder', async () => {
  const { page } = ben;
  const dan = await joinSite(site, 'dan');
  for (const name of ['ana', 'dan']) await season(await site.db(), name);
  // Two members in two networks.
  for (const [n, by] of [dan, ana].entries()) {
    const body = { id: newId(), targetType: 'Comment', targetId: comments.spam, reason: 'PersonalInfo', note: '' };
    const headers = { 'X-Forwarded-For': `203.0.${n}.7` };
    expect((await by.call(addFlag, { body, headers })).status).toBe(201);
  }
  await ben.go(path);
  await ben.main.getByText('This comment was flagged.').waitFor();
  expect(await page.getByText('Cheap tyres').count()).toBe(0);
  await assertAccessible(page);
  await ben.main.getByRole('button', { name: 'Show anyway' }).click();
  await page.getByText('Cheap tyres, write me!').waitFor();
  const comment = await (await site.db()).collection('comments').findOne({ status: 'Flagged' });
  expect(comment?.flag.reason).toBe("Shows someone's personal information");
});

test("a bike's owner removes a comment offline, and undoes that", { tags: nightly }, async () => {
  const device = await Device.open(site.origin, { worker: true, permissions: ['background-sync'] });
  const owner = await Rider.joinOn(device, site, 'fay');
  const asks = browserAt(site);
  for (const { name, value } of await device.context.cookies()) asks.cookies.set(name, value);
  const own = await publishBike(asks);
  const ids = [newId(), newId()];
  await cleo.call(addComment, { params: { bikeId: own }, body: { id: ids[0], text: 'First!' } });
  await cleo.call(addComment, { params: { bikeId: own }, body: { id: ids[1], text: 'Second.' } });
  await owner.settle();
  await owner.go(`/bike/${own}`);
  const remove = owner.main
    .getByRole('listitem')
    .filter({ hasText: 'First!' })
    .getByRole('button', { name: /^Remove/ });
  await remove.waitFor();
  await device.context.setOffline(true);
  await remove.click();
  await owner.main.getByText('First!').waitFor({ state: 'detached' });
  await owner.page.getByRole('button', { name: 'Undo' }).click();
  await remove.click();
  await owner.main.getByText('First!').waitFor({ state: 'detached' });
  await device.context.setOffline(false);
  await endUndoPeriod(owner.page);
  const status = async () => (await (await site.db()).collection('comments').findOne({ _id: ids[0] as never }))?.status;
  await expect.poll(status).toBe('Removed');
  await owner.page.reload();
  await owner.main.getByText('Removed by the bike’s owner.').waitFor();
  await owner.close();
});
