import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { blockMember } from '#contract/blocks.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage, followingPage, searchPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { chooseEntry } from '#tests/kit/menu.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

const key = 'keywords=surly';
let site: Site;
let ben: TestBrowser;
let ana: Rider;
let anaId: Id;
let bikeId: Id;

async function publish(model: string): Promise<Id> {
  const [photo, id] = [newId(), newId()];
  await ben.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
  expect((await ben.call(putBike, { params: { bikeId: id }, body: bikeWith([photo], { model }) })).status).toBe(200);
  return id;
}
beforeAll(async () => {
  site = await Site.start();
  ben = await joinSite(site, 'ben');
  bikeId = await publish('Straggler');
  ana = await Rider.join(site, 'ana', { worker: true });
  anaId = String((await (await site.db()).collection('users').findOne({ username: 'ana' }))?._id);
  await ana.settle();
});
afterAll(async () => {
  await ana?.device.context.setOffline(false);
  await ana?.close();
  await site?.close();
});

const follows = async () => (await site.db()).collection('follows').find({ userId: anaId }).sort({ at: -1 }).toArray();
const search = async () => (await follows()).find(({ kind }) => kind === 'search');
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name, exact: true });
const tells = (page: Page) => page.getByRole('main').getByRole('combobox', { name: /^New bikes for/ });
const card = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
/** Makes the cached list of what is followed too old to be shown without asking again. */
const expireList = (page: Page) =>
  page.evaluate(async (userId) => {
    const opening = indexedDB.open('cache');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const rows = db.transaction('marks', 'readwrite').objectStore('marks');
    const asking = rows.get(`${userId}:following`);
    await new Promise<void>((resolve) => {
      asking.onsuccess = () => {
        rows.put({ ...asking.result, savedAt: 0 });
        rows.transaction.oncomplete = () => resolve();
      };
    });
    db.close();
  }, anaId);
/** The keys of searches that are kept on the device. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('cache');
    const db = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result);
    });
    const asking = db.transaction('lists').objectStore('lists').getAllKeys();
    const keys = await new Promise<IDBValidKey[]>((resolve) => {
      asking.onsuccess = () => resolve(asking.result);
    });
    db.close();
    return keys.map(String).filter((one) => one.startsWith('kept-search'));
  });

test('how a followed search tells is chosen where it is followed and in the list, without signal too, with undo', async () => {
  const { page, device } = ana;
  await ana.go(searchPage({ keywords: 'surly' }));
  await button(page, 'Follow').press('Enter');
  await tells(page).selectOption('Tell by alert');
  await expect.poll(async () => (await search())?.tells).toBe('alert');
  expect(await faultsOf(page)).toEqual([]);
  await ana.go(followingPage());
  await tells(page).waitFor();
  await device.context.setOffline(true);
  await tells(page).selectOption("Don't tell me");
  await page.getByText('Saved for “surly”.').waitFor();
  await device.context.setOffline(false);
  await expect.poll(async () => (await search())?.tells).toBe('never');
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter');
  await expect.poll(async () => (await search())?.tells).toBe('alert');
  await expect.poll(() => tells(page).inputValue()).toBe('alert');
  expect(await faultsOf(page)).toEqual([]);
});

test('the list says how many bikes are new, the search marks them, and its look ends that', async () => {
  const { page } = ana;
  const yesterday = new Date(Date.now() - 3 * 86_400_000);
  const set = { at: yesterday, lookedAt: yesterday };
  const db = await site.db();
  await db.collection('follows').updateOne({ userId: anaId, kind: 'search' }, { $set: set });
  await db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { publishedAt: new Date(0) } });
  await publish('Ogre');
  await expireList(page);
  await ana.go(followingPage());
  await page.getByText(/^1 new bike since [A-Z][a-z]+day$/).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'surly', exact: true }).press('Enter');
  await page.getByText(/^1 new bike since/).waitFor();
  await card(page, 'Ogre').waitFor();
  expect(await page.getByRole('article').filter({ hasText: 'Ogre' }).getByText('New', { exact: true }).count()).toBe(1);
  expect(
    await page.getByRole('article').filter({ hasText: 'Straggler' }).getByText('New', { exact: true }).count(),
  ).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await expect.poll(async () => (await search())?.lookedAt.getTime()).toBeGreaterThan(yesterday.getTime());
  await ana.go(followingPage());
  await card(page, 'surly').waitFor();
  expect(await page.getByText(/new bike/).count()).toBe(0);
});

test('an alert names the search and leads to it', async () => {
  const { page } = ana;
  const at = new Date();
  const row = { userId: anaId, type: 'search', key: `2026-08-01:${key}`, bikeId: '', actors: [{ id: bikeId, at }] };
  const state = { fresh: 1, seen: false, seenAt: null, at, place: at.getTime(), rev: 1 };
  const alerts = (await site.db()).collection<{ _id: string }>('alerts');
  await alerts.insertOne({ _id: `${anaId}:search:${row.key}`, ...row, ...state });
  await alerts.updateOne({ _id: anaId }, { $inc: { seq: 1 } }, { upsert: true });
  await ana.go(followingPage());
  await page.getByRole('button', { name: /^Alerts/ }).press('Enter');
  await page.getByRole('link', { name: '1 new bike for “surly”' }).press('Enter');
  await page.waitForURL(/\/search\?keywords=surly$/);
});

test('a followed search opens without signal with what was kept', async () => {
  const { page, device } = ana;
  await ana.go(searchPage({ keywords: 'surly' }));
  await card(page, 'Ogre').waitFor();
  await expect.poll(() => kept(page)).toEqual([`kept-search ${anaId} ${key}`]);
  await device.context.setOffline(true);
  await ana.go(followingPage());
  await page.getByRole('main').getByRole('link', { name: 'surly', exact: true }).press('Enter');
  await page.getByText(/^Saved /).waitFor();
  for (const name of ['Ogre', 'Straggler']) await card(page, name).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await device.context.setOffline(false);
});

test('a card of a phone has a menu beside its favorite button', async () => {
  const { page } = ana;
  await page.setViewportSize({ width: 360, height: 740 });
  await ana.go(searchPage({ keywords: 'surly' }));
  const [menuName, favoriteName] = [/^Follow: .*Surly Ogre$/, /^Favorite: .*Surly Ogre$/];
  await button(page, menuName).press('Enter');
  await page.getByRole('menuitem', { name: 'Follow this bike' }).press('Enter');
  await expect.poll(async () => (await follows()).some(({ kind }) => kind === 'bike')).toBe(true);
  await button(page, favoriteName).waitFor();
  const [menu, favorite] = await Promise.all([menuName, favoriteName].map((name) => button(page, name).boundingBox()));
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual((favorite?.y ?? 0) + 1);
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('following, unfollowing and following again without signal is sent as one', async () => {
  const { page, device } = ana;
  await (await site.db()).collection('follows').deleteMany({ userId: anaId });
  await ana.go(bikePage(bikeId, 'x'));
  await button(page, 'Follow').waitFor();
  await device.context.setOffline(true);
  const choose = (name: string) => chooseEntry(page, button(page, 'Follow'), name);
  await choose('Follow ben');
  await choose('Stop following ben');
  await choose('Follow ben');
  await ana.go('/user/outbox');
  await page.getByText('Follow ben', { exact: true }).waitFor();
  expect(await page.getByText(/ollow(ing)? ben$/).count()).toBe(1);
  await device.context.setOffline(false);
  await expect.poll(async () => (await follows()).map(({ kind }) => kind)).toEqual(['member']);
});

test('a follow that arrives after a block is refused with a clear sentence, and nothing is followed', async () => {
  const { page, device } = ana;
  await (await site.db()).collection('follows').deleteMany({ userId: anaId });
  const other = await publish('Krampus');
  await ana.go(bikePage(other, 'x'));
  await button(page, 'Follow').waitFor();
  await device.context.setOffline(true);
  for (const name of ['Follow this bike', /^(Follow|Stop following) ben$/]) {
    await chooseEntry(page, button(page, 'Follow'), name);
  }
  await ben.call(blockMember, { params: { userId: anaId } });
  await device.context.setOffline(false);
  await ana.go('/user/outbox');
  await page
    .getByText(/blocked/)
    .first()
    .waitFor();
  expect(await follows()).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

test('what is kept of a search is deleted when its member signs out', async () => {
  const cleo = await Rider.join(site, 'cleo', { worker: true });
  const { page } = cleo;
  await cleo.go(searchPage({ keywords: 'surly' }));
  await button(page, 'Follow').press('Enter');
  await expect.poll(() => kept(page)).toHaveLength(1);
  // Signing out would ask about what is not sent.
  await expect.poll(() => countRows(page, 'vault', 'outbox')).toBe(0);
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter');
  await page.getByRole('link', { name: 'Log In' }).first().waitFor();
  await expect.poll(() => kept(page)).toEqual([]);
  await cleo.close();
});
