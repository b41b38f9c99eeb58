import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage, followingPage, searchPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { chooseEntry } from '#tests/kit/menu.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
let ana: Rider;
let bikeId: Id;
let bensPage: string;

beforeAll(async () => {
  site = await Site.start();
  const ben = await joinSite(site, 'ben');
  const photo = newId();
  bikeId = newId();
  await ben.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  const bike = bikeWith([photo], { model: 'Straggler', tags: ['lugged'] });
  await ben.call(putBike, { params: { bikeId }, body: bike });
  const db = await site.db();
  bensPage = userPage(String((await db.collection('users').findOne({ username: 'ben' }))?._id), 'ben');
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.settle();
});
afterAll(async () => {
  await ana?.device.context.setOffline(false);
  await ana?.close();
  await site?.close();
});

const stored = async () => (await site.db()).collection('follows').countDocuments();
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const followed = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name, exact: true });

test('a member is followed with one tap without signal, which shows at once and in the list, and is sent later', async () => {
  const { page, device } = ana;
  await ana.go(bensPage);
  await button(page, 'Follow').waitFor();
  await device.context.setOffline(true);
  await button(page, 'Follow').press('Enter');
  await button(page, 'Following').waitFor();
  expect(await button(page, 'Following').getAttribute('aria-pressed')).toBe('true');
  await ana.go(followingPage());
  await followed(page, 'ben').waitFor();
  expect(await stored()).toBe(0);
  await device.context.setOffline(false);
  await expect.poll(stored).toBe(1);
  await ana.go(bensPage);
  await button(page, 'Following').waitFor();
  await page.getByRole('button', { name: 'Followers: 1' }).press('Enter');
  await page.getByRole('dialog').getByRole('link', { name: 'ana' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

test("a bike's menu offers the bike, its owner, model and tags, each with undo, and a search is followed from its page", async () => {
  const { page } = ana;
  const choose = (name: string) => chooseEntry(page, button(page, 'Follow'), name);
  await ana.go(bikePage(bikeId, 'x'));
  await choose('Follow every Surly Straggler');
  await page.getByText('You follow Surly Straggler.').waitFor();
  await choose('Follow #lugged');
  await page.getByText('You follow #lugged.').waitFor();
  await expect.poll(stored).toBe(3);
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect.poll(stored).toBe(2);
  // The toast took the focus from the menu's button, and gives it back.
  expect(await button(page, 'Follow').evaluate((element) => element === document.activeElement)).toBe(true);
  await button(page, 'Follow').press('Enter');
  await page.getByRole('menuitem', { name: 'Stop following ben' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');

  await ana.go(searchPage({ keywords: 'surly', sort: 'Newest' }));
  await button(page, 'Follow').press('Enter');
  await button(page, 'Following').waitFor();
  await expect.poll(stored).toBe(3);
  await ana.go(searchPage({ keywords: 'surly' }));
  await button(page, 'Following').waitFor();
});

test('the list names everything that is followed, also without signal, and ends each with undo', async () => {
  const { page, device } = ana;
  await ana.go(followingPage());
  await followed(page, 'Surly Straggler').waitFor();
  await device.context.setOffline(true);
  await ana.go(followingPage());
  for (const name of ['ben', 'Surly Straggler']) await followed(page, name).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unfollow ben' }).press('Enter');
  await followed(page, 'ben').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await followed(page, 'ben').waitFor();
  await device.context.setOffline(false);
  await expect.poll(stored).toBe(3);
});
