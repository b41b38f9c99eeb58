import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFavorite, getSharedFolder, putFolder, shareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { removeKeeper } from '#contract/keepers.ts';
import { bikePage, favoritesPage, sharedFavoritesPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { countRows } from '#tests/kit/count-rows.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

let site: Site;
let ana: Rider;
let ben: Rider;
/** Ana through the API. */
let asks: TestBrowser;
let benId: Id;
let shareId: string;
const folderId = newId();
const pages: string[] = [];
beforeAll(async () => {
  site = await Site.start();
  const db = await site.db();
  ana = await Rider.join(site, 'ana', { worker: true });
  ben = await Rider.join(site, 'ben', { worker: true });
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  benId = String((await db.collection('users').findOne({ username: 'ben' }))?._id);
  await asks.call(putFolder, { params: { folderId }, body: { name: 'Steel' } });
  for (const model of ['Straggler', 'Ogre']) {
    const { id, slug } = await strangeBike(db, model);
    pages.push(bikePage(id, slug));
    if (model === 'Straggler') await asks.call(addFavorite, { params: { folderId, bikeId: id } });
  }
  shareId = (await asks.call(shareFolder, { params: { folderId }, query: {} })).answer.data?.shareId ?? '';
  await Promise.all([ana.settle(), ben.settle()]);
});
afterAll(async () => {
  await ana?.close();
  await ben?.close();
  await site?.close();
});

const stored = async () =>
  ((await asks.call(getSharedFolder, { params: { shareId } })).answer.data?.items ?? []).map(
    ({ model, addedBy, note }) => `${model} ${addedBy?.username ?? 'owner'} ${note ?? '-'}`,
  );
const hasFocus = (one: Locator) => one.evaluate((element) => element === document.activeElement);
const sent = (rider: Rider) => expect.poll(() => countRows(rider.page, 'vault', 'outbox')).toBe(0);

test('the owner invites a keeper by name, who accepts without signal', async () => {
  await ana.go(favoritesPage(folderId));
  await ana.main.getByRole('button', { name: 'Shared', exact: true }).click();
  const dialog = ana.page.getByRole('dialog');
  await dialog.getByLabel('Invite a keeper').fill('be');
  await dialog.getByRole('option', { name: 'ben' }).click();
  await dialog.getByText('Invited').waitFor();
  expect([await tooWide(ana.page), await faultsOf(ana.page)]).toEqual([[], []]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await ben.go('/');
  await ben.page.getByRole('button', { name: /^Alerts/ }).click();
  await ben.page.getByText('ana asks you to keep the list “Steel” together').click();
  await ben.main.getByRole('button', { name: 'Accept' }).waitFor();
  expect([await tooWide(ben.page), await faultsOf(ben.page)]).toEqual([[], []]);
  await ben.device.context.setOffline(true);
  await ben.main.getByRole('button', { name: 'Accept' }).press('Enter');
  await ben.main.getByRole('button', { name: 'Leave' }).waitFor();
  expect(await hasFocus(ben.main.getByRole('heading', { level: 1 }))).toBe(true);
  await ben.device.context.setOffline(false);
  await sent(ben);
  const keepers = (await site.db()).collection('folderKeepers');
  await expect.poll(() => keepers.countDocuments({ state: 'Keeper' })).toBe(1);
});

test('without signal the keeper adds a bike from its page, writes a note and removes another; all arrives once', async () => {
  const [, ogre = ''] = pages;
  await ben.go(favoritesPage());
  await ben.main.getByRole('heading', { name: 'Lists you keep' }).waitFor();
  expect([await tooWide(ben.page), await faultsOf(ben.page)]).toEqual([[], []]);
  await ben.go(ogre);
  await ben.main.getByRole('button', { name: 'Favorite', exact: true }).waitFor();
  await ben.device.context.setOffline(true);
  await ben.main.getByRole('button', { name: 'Favorite', exact: true }).click();
  await ben.main.getByRole('button', { name: 'In favorites' }).click();
  const dialog = ben.page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: /Steel/ }).check();
  expect(await faultsOf(ben.page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Done' }).click();

  await ben.go('/user/outbox');
  await ben.go(sharedFavoritesPage(shareId));
  await ben.main.getByText('Added by ben').waitFor();
  await ben.main.getByRole('button', { name: 'Notes and bikes' }).click();
  const row = (name: string) => ben.main.locator('ol > li').filter({ hasText: name });
  await row('Ogre').getByRole('button', { name: 'Add a note' }).click();
  await row('Ogre').getByRole('textbox').fill('It carries a house.');
  await row('Ogre').getByRole('button', { name: 'Save' }).click();
  await row('Straggler')
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect.poll(() => row('Straggler').count()).toBe(0);
  expect(await hasFocus(row('Ogre').getByRole('button').first())).toBe(true);
  await ben.main.getByRole('button', { name: 'Done', exact: true }).click();
  await ben.main.getByText('It carries a house.').waitFor();
  expect(await stored()).toEqual(['Straggler owner -']);
  await ben.device.context.setOffline(false);
  await expect.poll(stored, { timeout: 20_000 }).toEqual(['Ogre ben It carries a house.']);
  await sent(ben);

  await ana.go(sharedFavoritesPage(shareId));
  await ana.main.getByText('Kept by').waitFor();
  await ana.main.getByText('Added by ben').waitFor();
});

test('who was removed meanwhile is told why, and keeps what waits', async () => {
  const [straggler = ''] = pages;
  await ben.go(straggler);
  await ben.main.getByRole('button', { name: 'Favorite', exact: true }).waitFor();
  await ben.device.context.setOffline(true);
  await ben.main.getByRole('button', { name: 'Favorite', exact: true }).click();
  await ben.main.getByRole('button', { name: 'In favorites' }).click();
  await ben.page.getByRole('dialog').getByRole('checkbox', { name: /Steel/ }).check();
  await asks.call(removeKeeper, { params: { shareId, userId: benId } });
  await ben.device.context.setOffline(false);
  await ben.go('/user/outbox');
  await ben.page.getByText("You don't keep this list, or no longer do.").waitFor();
  await ben.page.getByText(/Straggler saved to Steel/).waitFor();
  expect(await stored()).toEqual(['Ogre ben It carries a house.']);
});
