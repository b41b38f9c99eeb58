import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFavorite, listFolderBikes, listFolders } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

let site: Site;
let ana: Rider;
/** The same member through the API. */
let asks: TestBrowser;
let anaId: Id;
let bikePath: string;
beforeAll(async () => {
  site = await Site.start();
  const db = await site.db();
  ana = await Rider.join(site, 'ana', { worker: true });
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  anaId = String((await db.collection('users').findOne({ username: 'ana' }))?._id);
  for (const model of ['Straggler', 'Ogre']) {
    const { id: bikeId, slug } = await strangeBike(db, model);
    bikePath = bikePage(bikeId, slug);
    await asks.call(addFavorite, { params: { folderId: anaId, bikeId } });
  }
  await ana.settle();
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const stored = async () => {
  const [folder] = (await asks.call(listFolders)).answer.data ?? [];
  const bikes = (await asks.call(listFolderBikes, { params: { folderId: anaId } })).answer.data?.items ?? [];
  return { text: folder?.text, notes: bikes.map(({ note }) => note) };
};
const button = (name: string) => ana.main.getByRole('button', { name, exact: true });

test('text and notes are written without signal, by keyboard, and arrive once', async () => {
  const { page, device } = ana;
  await ana.go(`/user/favorites?folder=${anaId}`);
  await button('Notes').waitFor();
  await device.context.setOffline(true);
  await button('Add a text').press('Enter');
  await ana.main.getByLabel('Text of Favorites').fill('Bikes that I would ride across a continent.');
  // What is not saved is there when the form opens again.
  await page.keyboard.press('Escape');
  await button('Add a text').press('Enter');
  await ana.main.getByLabel('Text of Favorites').press('Control+Enter');
  await ana.main.getByText('Bikes that I would ride across a continent.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Edit');
  await button('Notes').click();
  const row = ana.main.locator('ol > li').filter({ hasText: 'Straggler' });
  await row.getByRole('button', { name: 'Add a note' }).click();
  await row.getByRole('textbox').fill('x'.repeat(501));
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Use at most 500 characters.').waitFor();
  await row.getByRole('textbox').fill('Loaded, it rides like a train.');
  expect([await tooWide(page), await faultsOf(page)]).toEqual([[], []]);
  await row.getByRole('button', { name: 'Save' }).click();
  await row.getByText('Loaded, it rides like a train.').waitFor();
  await button('Done').click();
  await ana.main.locator('article').filter({ hasText: 'Straggler' }).waitFor();
  await ana.main.getByText('Loaded, it rides like a train.').waitFor();
  expect(await stored()).toEqual({ text: '', notes: [undefined, undefined] });
  await ana.go('/user/outbox');
  await page.getByText('Text of Favorites').waitFor();
  await page.getByText(/Note on .*Straggler in Favorites/).waitFor();
  await device.context.setOffline(false);
  await expect.poll(stored).toEqual({
    text: 'Bikes that I would ride across a continent.',
    notes: [undefined, 'Loaded, it rides like a train.'],
  });
});

test('the member is told what sharing shows, and who has the link reads it, also later without signal', async () => {
  const { page } = ana;
  await ana.go(`/user/favorites?folder=${anaId}`);
  await button('Share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Its text and your note are shown with it.').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = new URL(await dialog.getByLabel('Link').inputValue());

  const plain = await Device.open(site.origin, { javaScriptEnabled: false });
  const rendered = await plain.page(url.pathname);
  await rendered.getByText('Bikes that I would ride across a continent.').waitFor();
  await rendered.getByText('Loaded, it rides like a train.').waitFor();
  await plain.close();

  const bert = await Rider.join(site, 'bert', { worker: true });
  await bert.settle();
  await bert.go(url.pathname);
  await bert.main.getByText('Loaded, it rides like a train.').waitFor();
  await bert.device.context.setOffline(true);
  await bert.go('/user/outbox');
  await bert.go(url.pathname);
  await bert.main.getByText('Bikes that I would ride across a continent.').waitFor();
  await bert.main.getByText('Loaded, it rides like a train.').waitFor();
  await bert.main.getByText(/^Saved /).waitFor();
  await bert.close();
});

test('by choice it is found on the pages of its bikes and in search, and others like it, also without signal', async () => {
  const { page } = ana;
  await ana.go(`/user/favorites?folder=${anaId}`);
  await button('Shared').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Show it also in search and on the pages of its bikes' }).check();
  expect(await faultsOf(page)).toEqual([]);
  await expect.poll(async () => (await asks.call(listFolders)).answer.data?.[0]?.listed).toBe(true);
  await dialog.getByRole('button', { name: 'Done' }).click();

  const cleo = await Rider.join(site, 'cleo', { worker: true });
  await cleo.settle();
  await cleo.go('/bike/search?keywords=continent');
  await cleo.main.getByRole('heading', { name: 'Lists' }).waitFor();
  await cleo.go(bikePath);
  // They are loaded when their place comes near.
  await cleo.page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await cleo.main.getByRole('heading', { name: 'In 1 list' }).waitFor();
  expect([await tooWide(cleo.page), await faultsOf(cleo.page)]).toEqual([[], []]);
  await cleo.main.getByRole('link', { name: 'Favorites', exact: true }).click();
  await cleo.main.getByText('Loaded, it rides like a train.').waitFor();
  await cleo.device.context.setOffline(true);
  await cleo.main.getByRole('button', { name: 'Like', exact: true }).click();
  await cleo.main.getByRole('button', { name: 'Liked', exact: true }).waitFor();
  await cleo.main.getByText('1 like', { exact: true }).waitFor();
  await cleo.device.context.setOffline(false);
  const likes = (await site.db()).collection('listLikes');
  await expect.poll(() => likes.countDocuments()).toBe(1);
  expect(await faultsOf(cleo.page)).toEqual([]);
  await cleo.close();
});
