import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BikeStatus } from '#contract/bike-options.ts';
import { putBike } from '#contract/bike-whole.ts';
import { listOwnBikes } from '#contract/bikes.ts';
import { apiBase } from '#contract/endpoint.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { endUndoPeriod } from '#tests/kit/undo.ts';
import { fetchRendered } from '#tests/kit/until-rendered.ts';

type Row = { _id: string; status: BikeStatus } & Record<string, unknown>;
const models = ['Ogre', 'Krampus', 'Straggler', 'Pugsley', 'Wednesday'] as const;

let site: Site;
let ana: Rider;
let page: Page;
const bikes = {} as Record<(typeof models)[number], Id>;
const photos = {} as Record<(typeof models)[number], Id>;
beforeAll(async () => {
  site = await Site.start();
  const owner = await joinSite(site, 'ana');
  const picture = await cameraPhoto({ width: 720, height: 480 });
  const [shared, takenPhoto] = [newId(), newId()];
  for (const id of [shared, takenPhoto]) await owner.sendPhoto(picture, { id });
  for (const model of models) {
    [bikes[model], photos[model]] = [newId(), model === 'Pugsley' ? takenPhoto : shared];
    await owner.call(putBike, { params: { bikeId: bikes[model] }, body: bikeWith([photos[model]], { model }) });
  }
  const at = new Date();
  await become('Straggler', {
    status: 'Flagged',
    flag: { reason: 'That is an advert.', at, open: true, fixed: false },
  });
  await become('Pugsley', { status: 'Removed', removal: { reason: 'It is stolen.', at, from: 'Active' } });
  ana = await Rider.enter(site, 'ana', { worker: true });
  page = ana.page;
  await ana.settle();
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const rows = async () => (await site.db()).collection<Row>('bikes');
const become = async (model: keyof typeof bikes, fields: Partial<Row>) =>
  (await rows()).updateOne({ _id: bikes[model] }, { $set: fields });
const statusOf = async (model: keyof typeof bikes) => (await (await rows()).findOne({ _id: bikes[model] }))?.status;
const addressOf = (model: keyof typeof bikes) => bikePage(bikes[model], `2021-surly-${model.toLowerCase()}`);
const part = (name: string) => page.getByRole('region', { name });
const press = (name: string) => ana.main.getByRole('button', { name }).click();
const offline = (off: boolean) => ana.device.context.setOffline(off);
const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test("a member's bikes are listed by status, with counts, reasons and actions", async () => {
  await ana.go('/user/bikes');
  await part('Flagged').getByText('That is an advert.').waitFor();
  await part('Removed').getByText('It is stolen.').waitFor();
  await part('Removed').getByRole('link', { name: 'Write to us' }).waitFor();
  await expect.poll(() => part('Published').getByRole('article').count()).toBe(3);
  await part('Published').getByText('3', { exact: true }).waitFor();
  // The owner still sees the pictures of a removed bike.
  const picture = part('Removed').locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect((await fetch(site.origin + photoPath(photos.Pugsley, 320))).status).toBe(410);
  expect(await faultsOf(page)).toEqual([]);
});

test("changes that are not published are on the bike's own card, and go or come back from there", async () => {
  const open = async () => {
    await ana.go('/user/bikes');
    await part('Published').getByRole('article').first().waitFor();
  };
  await ana.go(`/user/bike/edit/${bikes.Ogre}`);
  await page.getByLabel('Nickname').fill('Shrek');
  await page.getByText('Saved on this device').waitFor();
  await open();
  const card = part('Published').getByRole('listitem').filter({ hasText: 'Ogre' });
  await card.getByText('Unpublished changes').waitFor();
  expect(await ana.main.getByText('Ogre').count()).toBe(1);
  expect(await ana.main.getByText('Draft', { exact: true }).count()).toBe(0);
  // Continue is the way to edit it.
  expect(await card.getByRole('link', { name: /^Edit/ }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await card.getByRole('link', { name: 'Continue the changes of the 2021 Surly Ogre' }).click();
  await expect.poll(() => page.getByLabel('Nickname').inputValue()).toBe('Shrek');
  await open();
  await card.getByRole('button', { name: 'Discard the changes of the 2021 Surly Ogre' }).click();
  await card.getByRole('link', { name: 'Edit the 2021 Surly Ogre' }).waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await card.getByText('Unpublished changes').waitFor();
  await card.getByRole('button', { name: /^Discard/ }).click();
  await card.getByText('Unpublished changes').waitFor({ state: 'detached' });
});

test('a bike is unpublished offline, restored with Undo, and unpublished again: one card, and it arrives', async () => {
  await ana.go(addressOf('Ogre'));
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await ana.go('/user/bikes');
  await part('Published').getByRole('button', { name: 'Unpublish the 2021 Surly Ogre' }).waitFor();
  await offline(true);
  await press('Unpublish the 2021 Surly Ogre');
  await part('Drafts').getByText('Waiting for signal').waitFor();
  await expect.poll(() => page.getByRole('article').filter({ hasText: 'Ogre' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await part('Published').getByRole('button', { name: 'Unpublish the 2021 Surly Ogre' }).click();
  await part('Drafts').getByText('Waiting for signal').waitFor();
  await part('Drafts').getByRole('link', { name: /Ogre/ }).click();
  await ana.main.getByText('Only you see this bike.').waitFor();
  expect(await statusOf('Ogre')).toBe('Active');
  await offline(false);
  await endUndoPeriod(page);
  await expect.poll(() => statusOf('Ogre')).toBe('Draft');
  await press('Publish the 2021 Surly Ogre');
  await expect.poll(() => statusOf('Ogre')).toBe('Active');
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
});

test('deleting confirms by keyboard alone; a deleted bike is restored within its days', async () => {
  await ana.go('/user/bikes');
  const button = part('Published').getByRole('button', { name: 'Delete the 2021 Surly Krampus' });
  await button.press('Enter');
  await page.getByRole('alertdialog', { name: 'Delete the 2021 Surly Krampus?' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('Delete the 2021 Surly Krampus');
  await button.press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await part('Deleted').getByRole('article').waitFor();
  await endUndoPeriod(page);
  await expect.poll(() => statusOf('Krampus')).toBe('Deleted');
  // The clock for the remaining days was read before the bike was deleted.
  const left = part('Deleted').getByText(/days left/);
  expect(await left.innerText()).toBe('30 days left');
  await ana.go('/user/bikes');
  await part('Deleted').getByText('30 days left').waitFor();
  await press('Restore the 2021 Surly Krampus');
  await expect.poll(() => statusOf('Krampus')).toBe('Draft');
  await part('Drafts').getByRole('button', { name: 'Publish the 2021 Surly Krampus' }).waitFor();
});

test('a hidden bike is edited offline, and stays hidden', async () => {
  await ana.go(addressOf('Krampus'));
  await ana.main.getByText('Only you see this bike.').waitFor();
  await offline(true);
  await ana.main.getByRole('link', { name: 'Edit the 2021 Surly Krampus' }).click();
  await page.getByLabel('Nickname').fill('Grump');
  await page.getByText('Saved on this device').waitFor();
  await ana.publish('Save changes');
  await ana.main.getByText('Only you see this bike.').waitFor();
  await ana.main.getByText('Grump').first().waitFor();
  await offline(false);
  const nickname = async () => (await (await rows()).findOne({ _id: bikes.Krampus }))?.nickname;
  await expect.poll(nickname).toBe('Grump');
  expect(await statusOf('Krampus')).toBe('Draft');
  await expect.poll(() => page.getByText('Waiting').count()).toBe(0);
  await ana.main.getByText('Only you see this bike.').waitFor();
});

test('a refused status change leaves the bike unchanged and says so, until its owner dismisses it', async () => {
  // After the site's reply, nothing tells the screen of later changes.
  const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname === apiBase + listOwnBikes.path);
  await ana.go('/user/bikes');
  await listed;
  await part('Published').getByRole('button', { name: 'Unpublish the 2021 Surly Wednesday' }).waitFor();
  await become('Wednesday', { status: 'Removed', removal: { reason: 'Not yours.', at: new Date(), from: 'Active' } });
  await press('Unpublish the 2021 Surly Wednesday');
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
  await endUndoPeriod(page);
  await ana.go('/user/outbox');
  await ana.main.getByText("This isn't possible with the bike's current status.").waitFor();
  await ana.go('/user/bikes');
  await part('Removed').getByText('Not yours.').waitFor();
  await part('Removed').getByRole('button', { name: 'Keep' }).click();
  await part('Removed').getByRole('button', { name: 'Delete the 2021 Surly Wednesday' }).waitFor();
});

test.each([
  ['Krampus', 404, 'Page not found', 'Only you see this bike.'],
  ['Straggler', 403, 'This bike was flagged.', 'Fix what is wrong and it is back at once.'],
  ['Pugsley', 410, 'This bike has been removed.', 'The reason: It is stolen.'],
] as const)(
  'the page of %s: %s and the reason for visitors, the bike with actions for its owner',
  async (model, status, notice, own) => {
    const answer = await fetchRendered(site.origin + addressOf(model));
    const { text } = answer;
    expect([answer.status, /<div id="root">(.*?)<script/s.exec(text)?.[1]]).toEqual([
      status,
      expect.stringContaining(notice),
    ]);
    expect(text).not.toContain(photos[model]);
    await ana.go(addressOf(model));
    await ana.main.getByText(own).waitFor();
    await ana.main.getByRole('heading', { name: `Surly ${model}` }).waitFor();
    expect(await page.getByRole('heading', { name: 'Comments' }).count()).toBe(0);
    await offline(true);
    await page.reload();
    await ana.main.getByText(own).waitFor();
    await offline(false);
  },
);

test('a visitor sees a flagged bike after a confirmation, and it is not cached', async () => {
  const device = await Device.open(site.origin, { worker: true });
  const other = await device.page(addressOf('Straggler'));
  await other.getByRole('button', { name: 'OK' }).click();
  expect(await faultsOf(other)).toEqual([]);
  await other.getByRole('button', { name: 'Show anyway' }).click();
  await other.getByRole('heading', { name: 'Surly Straggler' }).waitFor();
  expect(await other.getByRole('button', { name: 'Like' }).count()).toBe(0);
  await other.reload();
  await other.getByRole('heading', { name: 'This bike was flagged.' }).waitFor();
  await device.close();
});
