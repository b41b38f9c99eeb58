import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { apiBase } from '#contract/endpoint.ts';
import { listFeed } from '#contract/feed.ts';
import { type Id, newId } from '#contract/ids.ts';
import { feedPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { desktop, phone, tablet } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice, joinSite } from '#tests/kit/site-member.ts';

const pictures = process.env.PICTURES;
const day = 86_400_000;

let site: Site;
let ana: Rider;
let ben: TestBrowser;
let bensId: Id;

async function addBike(owner: TestBrowser, model: string): Promise<Id> {
  const [photo, bikeId] = [newId(), newId()];
  await owner.sendPhoto(await cameraPhoto({ width: 1600, height: 1067, orientation: 1 }), { id: photo });
  await owner.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model }) });
  return bikeId;
}
const publishedAt = async (bikeId: Id, at: Date) =>
  (await site.db()).collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { publishedAt: at } });
const idOf = async (username: string) =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);

beforeAll(async () => {
  site = await Site.start();
  ben = await joinSite(site, 'ben');
  const cleo = await joinSite(site, 'cleo');
  bensId = await idOf('ben');
  for (const [model, ago] of [
    ['Ogre', 3],
    ['Pugsley', 3],
    ['Straggler', 1],
  ] as const) {
    const at = new Date();
    // The same time of day, so that the first two are of one day everywhere.
    await publishedAt(await addBike(ben, model), new Date(at.getTime() - ago * day));
  }
  await addBike(cleo, 'Krampus');
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.settle();
});
afterAll(async () => {
  await ana?.device.context.setOffline(false);
  await ana?.close();
  await site?.close();
});

const main = (page: Page) => page.getByRole('main');
/** The link of an entry to its bike; suggestions lead to searches. */
const bikeLink = (page: Page, model: string) =>
  main(page).locator('a[href^="/bike/"]:not([href*="/search"])').filter({ hasText: model }).first();
const person = (page: Page, name: string) => main(page).getByRole('heading', { level: 2, name, exact: true });
const suggestion = (page: Page, name: string) =>
  main(page).getByRole('button', { name: `Follow ${name}`, exact: true });

/** Saves pictures of the page, to look at them. */
async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of [phone, tablet, desktop]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.evaluate(async () => {
        for (let top = 0; top < document.body.scrollHeight; top += 500) {
          scrollTo(0, top);
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        scrollTo(0, 0);
      });
      await page.screenshot({ path: `${pictures}/${name}-${size.width}-${colorScheme}.png`, fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(phone);
}

/** Whether the section on home fits into the room that was left for it, so that it moved nothing below. */
const fitsItsRoom = (page: Page) =>
  page.getByRole('region', { name: 'New from those you follow' }).evaluate((section) => {
    const room = section.parentElement as HTMLElement;
    return room.getBoundingClientRect().height <= Number.parseFloat(getComputedStyle(room).minBlockSize) + 0.5;
  });

test('on the first day the page says what it is and suggests whom to follow, which takes one tap', async () => {
  const { page } = ana;
  await ana.go('/');
  await suggestion(page, 'ben').waitFor();
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  expect(await fitsItsRoom(page)).toBe(true);
  await assertAccessible(page);
  await page.getByRole('link', { name: 'Your feed' }).click();
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await main(page).getByText('Follow members, bikes, models, tags and searches').waitFor();
  await suggestion(page, 'ben').waitFor();
  expect(await main(page).getByText('New on the site').count()).toBeGreaterThan(0);
  await assertAccessible(page);
  await picture(page, 'first-day');

  await suggestion(page, 'ben').click();
  await person(page, 'ben').first().waitFor();
  expect(await main(page).getByText('You follow ben.').count()).toBe(2);
  for (const model of ['Straggler', 'Pugsley', 'Ogre']) await bikeLink(page, model).waitFor();
});

test('what is seen is told from what is new, and Back returns to it', async () => {
  const { page } = ana;
  await ana.go(feedPage());
  await main(page)
    .getByText(/^You've seen everything since/)
    .waitFor();
  // Nothing is new: the sentence is before everything.
  const order = await main(page).locator('h2, p:has-text("seen everything")').allInnerTexts();
  expect(order[0]).toMatch(/^You've seen everything since \d/);
  await addBike(ben, 'Wednesday');
  await ana.go('/');
  await ana.go(feedPage());
  await bikeLink(page, 'Wednesday').waitFor();
  const after = await main(page).locator('h2, p:has-text("seen everything")').allInnerTexts();
  expect(after.slice(0, 3)).toEqual(['ben', expect.stringMatching(/^You've seen everything since/), 'ben']);
  await assertAccessible(page);
  await picture(page, 'feed');
  await bikeLink(page, 'Ogre').click();
  await page.getByRole('heading', { level: 1, name: /Ogre/ }).waitFor();
  await page.goBack();
  await bikeLink(page, 'Ogre').waitFor();
  expect(await main(page).locator('h2, p:has-text("seen everything")').allInnerTexts()).toEqual(after);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
});

test('without signal the entries stay with their photos, and home shows them', async () => {
  const { page, device } = ana;
  await ana.go(feedPage());
  await bikeLink(page, 'Wednesday').waitFor();
  const bike = await (await site.db()).collection('bikes').findOne({ model: 'Pugsley' });
  const cover = String(bike?.cover?.id);
  const isKept = () =>
    page.evaluate(
      async (id) => (await (await caches.open('thumbnails')).keys()).some(({ url }) => url.includes(id)),
      cover,
    );
  await expect.poll(isKept).toBe(true);
  await device.context.setOffline(true);
  await ana.go(feedPage());
  await bikeLink(page, 'Wednesday').waitFor();
  await main(page)
    .getByText(/^Saved /)
    .waitFor();
  const shown = main(page)
    .getByRole('img', { name: /Pugsley/ })
    .first();
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  expect(await main(page).getByText('Photo not on this device').count()).toBe(0);
  await assertAccessible(page);
  await ana.go('/');
  await main(page).getByRole('list', { name: 'New from those you follow' }).waitFor();
  await bikeLink(page, 'Wednesday').waitFor();
  expect(await fitsItsRoom(page)).toBe(true);
  await device.context.setOffline(false);
  await assertAccessible(page);
  await picture(page, 'home');
});

test('a bike that is gone and a blocked member disappear', async () => {
  const { page, device } = ana;
  const gone = await addBike(ben, 'Troll');
  await ana.go(feedPage());
  await bikeLink(page, 'Troll').waitFor();
  // The feed is the saved one until its entry was pressed: a later answer would leave the bike out.
  const isFeed = ({ pathname }: URL) => pathname === apiBase + listFeed.path;
  let refused = 0;
  await device.context.route(isFeed, (route) => {
    refused++;
    return route.abort();
  });
  await ana.go(feedPage());
  await bikeLink(page, 'Troll').waitFor();
  await ben.call(deleteBike, { params: { bikeId: gone } });
  await bikeLink(page, 'Troll').click();
  await page.getByRole('heading', { level: 1, name: /not found|gone|not here/i }).waitFor();
  // Without signal the saved feed no longer has it.
  await device.context.setOffline(true);
  await ana.go(feedPage());
  await bikeLink(page, 'Ogre').waitFor();
  expect(await bikeLink(page, 'Troll').count()).toBe(0);

  await device.context.setOffline(false);
  expect(refused).toBeGreaterThan(0);
  await device.context.unroute(isFeed);
  await ana.go(userPage(bensId, 'ben'));
  await page.getByRole('button', { name: 'Block ben', exact: true }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).press('Enter');
  await page.getByRole('button', { name: 'Unblock ben' }).waitFor();
  await ana.go(feedPage());
  await page.getByRole('heading', { name: 'Feed', level: 1 }).waitFor();
  await main(page).getByRole('heading', { name: 'Suggestions' }).waitFor();
  expect(await person(page, 'ben').count()).toBe(0);
  expect(await suggestion(page, 'ben').count()).toBe(0);
});

test('another member on the device sees nothing of it, and strangers have no such section', async () => {
  const { page } = ana;
  await suggestion(page, 'cleo').click();
  await person(page, 'cleo').waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('link', { name: 'Log In' }).first().waitFor();
  await ana.go('/');
  await page.getByRole('heading', { name: 'Recent' }).waitFor();
  expect(await page.getByText('New from those you follow').count()).toBe(0);
  await joinDevice(ana.device.context, site, 'dora');
  await ana.go(feedPage());
  await main(page).getByText('Follow members, bikes, models, tags and searches').waitFor();
  expect(await person(page, 'cleo').count()).toBe(0);
  await suggestion(page, 'cleo').waitFor();
});
