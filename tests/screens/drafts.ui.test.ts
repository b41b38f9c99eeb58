import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appHeader, refused } from '#contract/envelope.ts';
import { editBikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let phone: Rider;
let laptop: Rider;
beforeAll(async () => {
  site = await Site.start();
  await joinSite(site, 'ana');
  [phone, laptop] = [
    await Rider.enter(site, 'ana', { worker: true }),
    await Rider.enter(site, 'ana', { worker: true }),
  ];
  for (const rider of [phone, laptop]) await rider.settle();
});
afterAll(async () => {
  await phone?.close();
  await laptop?.close();
  await site?.close();
});

const offline = (rider: Rider, off: boolean) => rider.device.context.setOffline(off);
const rows = async () => (await site.db()).collection('bikes');
const stored = async () => (await rows()).findOne({}, { sort: { createdAt: -1 } });
/** A field of the newest draft on the site. */
const storedField = async (field: string) => JSON.parse((await stored())?.draft?.fields ?? '{}')[field];
const nickname = ({ page }: Rider) => page.getByLabel('Nickname');
const part = ({ page }: Rider, name: string) => page.getByRole('region', { name });
const widthOf = (page: Page) =>
  page
    .getByRole('main')
    .locator('img')
    .first()
    .evaluate((img: HTMLImageElement) => img.naturalWidth);

test('a draft appears on another device with its photo, can be continued there, and opens offline', async () => {
  const buffer = await cameraPhoto({ width: 800, height: 600, orientation: 1 });
  await phone.go('/user/bike/add');
  await phone.fillIn('Ogre', [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer }]);
  await expect.poll(async () => (await stored())?.photos?.length).toBe(1);
  // The last field: slowly typed text is saved in parts.
  await expect.poll(() => storedField('rearGear')).toBe('11-Speed');
  expect(await stored()).toMatchObject({ status: 'Draft' });
  await laptop.go('/user/bikes');
  await part(laptop, 'Drafts').getByText('Saved on the site').waitFor();
  await part(laptop, 'Drafts').getByRole('heading', { name: '2021 Surly Ogre' }).waitFor();
  expect(await faultsOf(laptop.page)).toEqual([]);
  await part(laptop, 'Drafts').getByRole('link', { name: 'Continue' }).press('Enter');
  const model = laptop.page.getByLabel('Model');
  await expect.poll(() => model.inputValue()).toBe('Ogre');
  await expect.poll(() => widthOf(laptop.page)).toBeGreaterThan(0);
  // It may be shown before it is stored.
  await expect.poll(() => countRows(laptop.page, 'vault', 'draftPhotos')).toBe(1);
  await offline(laptop, true);
  await laptop.page.reload();
  await expect.poll(() => model.inputValue()).toBe('Ogre');
  await expect.poll(() => widthOf(laptop.page)).toBeGreaterThan(0);
  await offline(laptop, false);
});

test('versions typed on both devices are shown side by side and none is lost, by keyboard', {
  tags: nightly,
}, async () => {
  await offline(phone, true);
  for (const rider of [phone, laptop]) await rider.toStep('bike');
  await nickname(phone).fill('Magpie');
  await phone.page.getByText('Saved on this device').waitFor();
  await nickname(laptop).fill('Grump');
  await expect.poll(() => storedField('nickname')).toBe('Grump');
  await offline(phone, false);
  const versions = phone.page.getByRole('table');
  await versions.getByRole('row', { name: 'Nickname Magpie Grump' }).waitFor();
  expect(await storedField('nickname')).toBe('Grump');
  expect(await nickname(phone).inputValue()).toBe('Magpie');
  expect(await faultsOf(phone.page)).toEqual([]);
  await phone.page.getByRole('button', { name: "Keep the site's" }).press('Enter');
  await expect.poll(() => nickname(phone).inputValue()).toBe('Grump');
  await phone.page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => nickname(phone).inputValue()).toBe('Magpie');
  await phone.page.getByRole('button', { name: 'Keep yours' }).press('Enter');
  await versions.waitFor({ state: 'detached' });
  await expect.poll(() => storedField('nickname')).toBe('Magpie');
});

test('an unedited draft adopts changes from elsewhere, and is published as the same bike', {
  tags: nightly,
}, async () => {
  const id = (await stored())?._id;
  await laptop.page.reload();
  await expect.poll(() => nickname(laptop).inputValue()).toBe('Magpie');
  await phone.toStep('publish');
  await phone.publish();
  await expect.poll(async () => (await stored())?.status).toBe('Active');
  expect(await stored()).toMatchObject({ _id: id, nickname: 'Magpie' });
  await nickname(laptop).fill('Grump');
  await laptop.page.getByText('This draft was published on another device.').waitFor();
  expect(await faultsOf(laptop.page)).toEqual([]);
  await laptop.page.getByRole('link', { name: 'See both versions' }).press('Enter');
  await laptop.page.getByRole('table').getByRole('row', { name: 'Nickname Grump Magpie' }).waitFor();
  expect(await stored()).toMatchObject({ nickname: 'Magpie' });
  await laptop.page.getByRole('button', { name: "Keep the site's" }).press('Enter');
  await expect.poll(() => nickname(laptop).inputValue()).toBe('Magpie');
});

test('a draft deleted on one device disappears from the site, and the other one says so and can keep it', {
  tags: nightly,
}, async () => {
  await phone.go('/user/bike/add#bike');
  await phone.page.getByLabel('Nickname').fill('Hermit');
  await expect.poll(() => storedField('nickname')).toBe('Hermit');
  const { href } = new URL(phone.page.url());
  await laptop.go(href);
  await expect.poll(() => nickname(laptop).inputValue()).toBe('Hermit');
  await phone.go('/user/bikes');
  const hermit = part(phone, 'Drafts').getByRole('listitem').filter({ hasText: 'No name yet' });
  await hermit.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => (await stored())?.status).toBe('Deleted');
  await laptop.go('/user/bikes');
  await part(laptop, 'Drafts').getByText('Deleted on another device').waitFor();
  await laptop.go(href);
  await laptop.page.getByText('This draft was deleted on another device.').waitFor();
  await laptop.page.getByRole('button', { name: 'Keep it' }).press('Enter');
  await expect.poll(async () => (await stored())?.status).toBe('Draft');
  await laptop.page.getByText('This draft was deleted on another device.').waitFor({ state: 'detached' });
  // The focused element disappears with its item, and the focus moves on to the form.
  expect(await laptop.page.evaluate(() => document.activeElement?.closest('form') !== null)).toBe(true);
});

test('a deleted draft is listed among the deleted bikes, and can be restored from there by keyboard', {
  tags: nightly,
}, async () => {
  await phone.go('/user/bikes');
  const hermit = (name: string) => part(phone, name).getByRole('listitem').filter({ hasText: 'No name yet' });
  await hermit('Drafts').getByText('Saved on the site').waitFor();
  await hermit('Drafts').getByRole('button', { name: 'Delete' }).press('Enter');
  await phone.page.getByText('Draft deleted.').waitFor();
  await hermit('Deleted').getByText('30 days left').waitFor();
  expect(await hermit('Drafts').count()).toBe(0);
  expect(await faultsOf(phone.page)).toEqual([]);
  await hermit('Deleted').getByRole('button', { name: 'Restore' }).press('Enter');
  await hermit('Drafts').getByText('Saved on the site').waitFor();
  expect(await hermit('Deleted').count()).toBe(0);
  const focused = () => phone.page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Continue');
  expect(await stored()).toMatchObject({ status: 'Draft' });
});

test('a bike edited offline on two devices keeps both edits until its owner has chosen', {
  tags: nightly,
}, async () => {
  const bike = { nickname: 'Magpie' };
  const id = (await (await rows()).findOne(bike))?._id;
  for (const rider of [phone, laptop]) {
    await rider.go(editBikePage(String(id)));
    await expect.poll(() => nickname(rider).inputValue()).toBe('Magpie');
    await offline(rider, true);
    await nickname(rider).fill(rider === phone ? 'Grump' : 'Hermit');
    await rider.page.getByText('Saved on this device').waitFor();
    await rider.publish('Publish changes');
  }
  const shown = async () => (await (await rows()).findOne({ _id: id }))?.nickname;
  await offline(phone, false);
  await expect.poll(shown).toBe('Grump');
  await offline(laptop, false);
  await laptop.page.getByRole('link', { name: 'See why' }).click();
  await laptop.main.getByText('This bike was changed elsewhere.').waitFor();
  expect(await shown()).toBe('Grump');
  await laptop.main.getByRole('button', { name: 'Edit' }).click();
  await laptop.page.getByRole('table').getByRole('row', { name: 'Nickname Hermit Grump' }).waitFor();
  await laptop.page.getByRole('button', { name: "Keep the site's" }).press('Enter');
  await expect.poll(() => nickname(laptop).inputValue()).toBe('Grump');
  await laptop.page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect.poll(() => nickname(laptop).inputValue()).toBe('Hermit');
  await laptop.page.getByRole('button', { name: 'Keep yours' }).press('Enter');
  await laptop.page.getByRole('button', { name: 'Publish changes' }).click();
  await expect.poll(shown).toBe('Hermit');
});

test('a draft on the site is not listed as lost with the account, and is emptied there when it is emptied here', {
  tags: nightly,
}, async () => {
  await phone.go('/user/bike/add#bike');
  await nickname(phone).fill('Wisp');
  await expect.poll(() => storedField('nickname')).toBe('Wisp');
  const id = (await stored())?._id;
  const address = phone.page.url();
  await phone.go('/user/bikes');
  await part(phone, 'Drafts').getByText('Saved, ').waitFor();
  const failed = refused({ code: 'unexpected', message: '' });
  await phone.device.context.route('**/user/drafts/**', (route) =>
    route.fulfill({ status: 500, headers: { [appHeader]: '1' }, json: failed }),
  );
  await phone.go('/user/bike/add#bike');
  await nickname(phone).fill('Hush');
  await phone.page.getByText('Saved on this device').waitFor();
  // Another one that the site lacks is the only one that counts.
  await phone.go('/user/delete');
  await phone.page.getByText('Also delete what was not sent: 1 draft on this device.').waitFor();
  await phone.device.context.unroute('**/user/drafts/**');
  await phone.go(address.slice(site.origin.length));
  await nickname(phone).fill('');
  const emptied = async () => (await (await rows()).findOne({ _id: id }))?.draft?.fields;
  await expect.poll(async () => JSON.parse((await emptied()) ?? '{}').nickname).toBe('');
});

test('a sign-out says that the site has a draft, and one deleted here stays there', {
  tags: nightly,
}, async () => {
  const desk = await Rider.enter(site, 'ana', { worker: true });
  await desk.go('/user/bike/add#bike');
  await nickname(desk).fill('Wren');
  await expect.poll(() => storedField('nickname')).toBe('Wren');
  const id = (await stored())?._id;
  await desk.go('/user/bikes');
  await part(desk, 'Drafts').getByText('Saved, ').waitFor();
  await desk.page.getByRole('button', { name: /^Account/ }).click();
  await desk.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await desk.page.getByText('1 draft is on this device, with a copy on the site.').waitFor();
  expect(await faultsOf(desk.page)).toEqual([]);
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await desk.page.getByText('This deletes it on this device only. The site keeps a copy').waitFor();
  await desk.page.getByRole('button', { name: 'Delete and sign out' }).click();
  await desk.page.getByText('Deleted from this device.').waitFor();
  await desk.close();
  expect((await (await rows()).findOne({ _id: id }))?.status).toBe('Draft');
});
