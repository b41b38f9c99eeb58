import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFavorite, getSharedFolder, shareFolder, writeBikeNote, writeFolderText } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { likeList } from '#contract/lists.ts';
import { favoritesPage, sharedFavoritesPage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinSite } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

let site: Site;
let ana: Rider;
/** The owner through the API. */
let asks: TestBrowser;
let anaId: Id;
let bikeId: Id;
let shareId: string;
let judge: Rider;
beforeAll(async () => {
  site = await Site.start();
  const db = await site.db();
  ana = await Rider.join(site, 'ana');
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  anaId = String((await db.collection('users').findOne({ username: 'ana' }))?._id);
  bikeId = (await strangeBike(db, 'Straggler')).id;
  const params = { folderId: anaId, bikeId };
  await asks.call(addFavorite, { params });
  await asks.call(writeFolderText, { params, body: { text: 'Call 555 now.' } });
  await asks.call(writeBikeNote, { params, body: { note: 'Cheap.' } });
  shareId = String((await asks.call(shareFolder, { params, query: { listed: true } })).answer.data?.shareId);
});
afterAll(async () => {
  await judge?.close();
  await ana?.close();
  await site?.close();
});

const shown = async () => (await asks.call(getSharedFolder, { params: { shareId } })).answer.data;

test('a member flags a list by keyboard, and its page remembers it', async () => {
  const bert = await Rider.join(site, 'bert', { worker: true });
  await bert.settle();
  await bert.go(sharedFavoritesPage(shareId));
  await bert.main.getByRole('button', { name: 'Flag this list' }).press('Enter');
  const dialog = bert.page.getByRole('dialog', { name: 'Flag this list' });
  await dialog.getByLabel('What').selectOption({ label: 'Spam or scam' });
  expect([await tooWide(bert.page), await faultsOf(bert.page)]).toEqual([[], []]);
  await dialog.getByRole('button', { name: 'Flag', exact: true }).press('Enter');
  await bert.main.getByRole('button', { name: 'Flagged', exact: true }).waitFor();
  const flags = (await site.db()).collection('flags');
  await expect.poll(() => flags.countDocuments({ type: 'List', targetId: shareId }), { timeout: 30_000 }).toBe(1);
  await bert.page.reload();
  await bert.main.getByRole('button', { name: 'Flagged', exact: true }).waitFor();
  await bert.close();
});

test('its owner has no such button', async () => {
  await ana.go(sharedFavoritesPage(shareId));
  await ana.main.getByText('Call 555 now.').waitFor();
  expect(await ana.main.getByRole('button', { name: 'Flag this list' }).count()).toBe(0);
});

test('a moderator removes its words with a reason, and brings them back with Undo', async () => {
  judge = await Rider.join(site, 'judge');
  await giveRole(await site.db(), 'judge');
  await judge.go('/moderation');
  const card = judge.main
    .getByRole('article')
    .filter({ has: judge.page.getByRole('heading', { name: 'List by ana' }) });
  await card.getByText('Call 555 now.').waitFor();
  await card.getByText('Cheap.').waitFor();
  expect([await tooWide(judge.page), await faultsOf(judge.page)]).toEqual([[], []]);
  const remove = async () => {
    await card.getByRole('button', { name: /^Remove its words/ }).press('Enter');
    const dialog = judge.page.getByRole('dialog', { name: 'Remove its words?' });
    await dialog.getByLabel('Reason').fill('Somebody’s number.');
    expect(await faultsOf(judge.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove its words' }).press('Enter');
    await judge.main.getByText('The words of the list are removed.').waitFor();
    await card.waitFor({ state: 'detached' });
  };
  await remove();
  expect(await shown()).toMatchObject({ text: '', items: [{ id: bikeId }] });
  await judge.page.getByRole('button', { name: 'Undo' }).press('Enter');
  await card.waitFor();
  expect(await shown()).toMatchObject({ text: 'Call 555 now.', items: [{ note: 'Cheap.' }] });
  await remove();
});

test('its owner is told why, and of likes', async () => {
  const cleo = await joinSite(site, 'cleo');
  await cleo.call(likeList, { params: { shareId } });
  await ana.go(favoritesPage());
  await ana.page.reload();
  await ana.page.getByRole('button', { name: /^Alerts/ }).click();
  await ana.page.getByText('cleo likes your list “Favorites”').waitFor();
  await ana.page.getByText('Reason: Somebody’s number.').waitFor();
  const told = ana.page.getByRole('link', {
    name: /^Moderators removed the words of your list “Favorites” and hid it from search/,
  });
  await told.click();
  await ana.main.getByRole('heading', { name: 'Favorites' }).first().waitFor();
  expect(new URL(ana.page.url()).searchParams.get('folder')).toBe(anaId);
  await ana.main.getByRole('button', { name: 'Shared', exact: true }).click();
  const dialog = ana.page.getByRole('dialog');
  await dialog.getByRole('checkbox').click();
  await dialog.getByText(/^Moderators removed the words of this folder\./).waitFor();
  expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
});
