import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage, searchPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
let ben: TestBrowser;
let [ogre, straggler, krampus]: Id[] = [];
let said: Id;
let bensPage: string;
const bikesOf = { ben: 'Ogre', cleo: 'Straggler' };
const bensText = 'Those tires rub.';

async function publish(owner: TestBrowser, model: string): Promise<Id> {
  const [photo, bikeId] = [newId(), newId()];
  await owner.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model }) });
  return bikeId;
}
const say = async (by: TestBrowser, bikeId: Id, text: string): Promise<Id> => {
  const id = newId();
  expect((await by.call(addComment, { params: { bikeId }, body: { id, text } })).status).toBeLessThan(300);
  return id;
};

beforeAll(async () => {
  site = await Site.start();
  ben = await joinSite(site, 'ben');
  const cleo = await joinSite(site, 'cleo');
  ogre = await publish(ben, bikesOf.ben);
  straggler = await publish(cleo, bikesOf.cleo);
  // Typing the beginning of ben's name suggests this member too, which shows when all suggestions have loaded.
  krampus = await publish(await joinSite(site, 'benno'), 'Krampus');
  said = await say(ben, straggler, bensText);
  await say(cleo, straggler, 'They do not.');
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

const main = (page: Page) => page.getByRole('main');
const card = (page: Page, model: string) => main(page).getByRole('article').filter({ hasText: model });
const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });
const options = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const typeInHeader = async (page: Page, text: string) => {
  await page.getByLabel('Search the site').fill('');
  await page.getByLabel('Search the site').pressSequentially(text);
};
const threadPage = () => bikePage(straggler ?? '', 'x');

/** Asserts that each list of the blocker lacks ben's entries and keeps cleo's. */
async function lacksBen(page: Page): Promise<void> {
  await ana.go('/');
  await card(page, bikesOf.cleo).first().waitFor();
  await expect.poll(() => card(page, bikesOf.ben).count()).toBe(0);
  await ana.go(threadPage());
  await comment(page, 'They do not.').waitFor();
  await expect.poll(() => comment(page, bensText).count()).toBe(0);
  await expect.poll(() => card(page, bikesOf.ben).count()).toBe(0);
  await page.getByLabel('Write a comment').fill('');
  await page.getByLabel('Write a comment').pressSequentially('@cl');
  await page.getByRole('option', { name: 'cleo' }).waitFor();
  await page.getByLabel('Write a comment').fill('');
  await page.getByLabel('Write a comment').pressSequentially('@b');
  await page.getByRole('option', { name: 'benno' }).waitFor();
  expect(await page.getByRole('option').allInnerTexts()).toEqual(['benno']);
  await page.getByLabel('Write a comment').fill('');
  await ana.go(searchPage({ keywords: 'surly' }));
  await card(page, bikesOf.cleo).waitFor();
  await expect.poll(() => card(page, bikesOf.ben).count()).toBe(0);
  await typeInHeader(page, 'cleo');
  await options(page).filter({ hasText: 'Member' }).waitFor();
  await typeInHeader(page, 'ben');
  await options(page).filter({ hasText: 'benno' }).waitFor();
  expect(await options(page).filter({ hasText: 'Member' }).count()).toBe(1);
}

test("a block removes the member's bikes and comments from every list at once, offline too, and unblocking restores them", async () => {
  const { page, device } = ana;
  await ana.go('/');
  await card(page, bikesOf.ben).first().waitFor();
  await ana.go(bikePage(ogre ?? '', 'x'));
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await ana.go(bikePage(krampus ?? '', 'x'));
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await ana.go(threadPage());
  await comment(page, bensText).waitFor();
  await card(page, bikesOf.ben).first().waitFor();
  await ana.go(bensPage);
  await card(page, bikesOf.ben).waitFor();
  await device.context.setOffline(true);

  await page.getByRole('button', { name: 'Block ben', exact: true }).press('Enter');
  await page.getByRole('alertdialog').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
  await page.getByRole('button', { name: 'Unblock ben' }).waitFor();
  await lacksBen(page);
  await ana.go(searchPage({ keywords: 'ben' }));
  await card(page, 'Krampus').waitFor();
  expect(await card(page, bikesOf.ben).count()).toBe(0);

  await device.context.setOffline(false);
  const blocks = (await site.db()).collection('blocks');
  await expect.poll(() => blocks.countDocuments()).toBe(1);
  await lacksBen(page);
  await ana.go(searchPage({ keywords: 'ogre' }));
  await page.getByRole('heading', { name: 'Nothing to show.' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await ana.go(`${threadPage()}#c-${said}`);
  await page.getByText('You deleted this comment or blocked its author.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // Their own pages stay visible.
  await ana.go(bensPage);
  await card(page, bikesOf.ben).waitFor();
  await card(page, bikesOf.ben).getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Specifications' }).waitFor();

  await ana.go(bensPage);
  await page.getByRole('button', { name: 'Unblock ben' }).press('Enter');
  await page.getByRole('button', { name: 'Block ben', exact: true }).waitFor();
  await ana.go('/');
  await card(page, bikesOf.ben).first().waitFor();
  await ana.go(threadPage());
  await comment(page, bensText).waitFor();
  await expect.poll(() => blocks.countDocuments()).toBe(0);
});

test('a block on one device hides the member on another, but not for visitors or other members', {
  tags: nightly,
}, async () => {
  const { page } = ana;
  await ana.go(bensPage);
  await page.getByRole('button', { name: 'Block ben', exact: true }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
  const blocks = (await site.db()).collection('blocks');
  await expect.poll(() => blocks.countDocuments()).toBe(1);
  const other = await Rider.enter(site, 'ana', { worker: true });
  await other.go('/');
  await card(other.page, bikesOf.cleo).first().waitFor();
  await expect.poll(() => card(other.page, bikesOf.ben).count()).toBe(0);
  await other.page.getByRole('button', { name: /^Account/ }).click();
  await other.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await other.page.getByRole('link', { name: 'Log In', exact: true }).waitFor();
  await other.go('/');
  await card(other.page, bikesOf.ben).first().waitFor();
  await other.close();
});
