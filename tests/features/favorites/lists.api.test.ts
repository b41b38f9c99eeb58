import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockMember } from '#contract/blocks.ts';
import {
  addFavorite,
  deleteFolder,
  getSharedFolder,
  listFolders,
  putFolder,
  removeFavorite,
  shareFolder,
  unshareFolder,
  writeFolderText,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { getListLike, likeList, listBikeLists, searchLists, unlikeList } from '#contract/lists.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let app: TestApp;
let ben: TestBrowser;
let cleo: TestBrowser;
let benId: Id;
let bikeId: Id;
let otherId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  const member = await app.member('ben');
  [ben, benId] = [member.browser, member.user.id];
  cleo = await app.join('cleo');
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
  otherId = (await strangeBike(app.db, 'Ogre')).id;
});
beforeEach(async () => {
  for (const name of ['favorites', 'folders', 'folderOrders', 'listLikes', 'blocks', 'limits'])
    await app.db.collection(name).deleteMany({});
});
afterAll(() => app.close());

const make = async (name: string, bikes = [bikeId], by = ben) => {
  const folderId = newId();
  await by.call(putFolder, { params: { folderId }, body: { name } });
  for (const one of bikes) await by.call(addFavorite, { params: { folderId, bikeId: one } });
  return folderId;
};
const share = async (folderId: Id, listed?: boolean, by = ben) =>
  (await by.call(shareFolder, { params: { folderId }, query: { listed } })).answer.data?.shareId ?? '';
const namesOn = async (id: Id, query = {}) =>
  ((await new TestBrowser(app).call(listBikeLists, { params: { bikeId: id }, query })).answer.data?.items ?? []).map(
    ({ name }) => name,
  );
const found = async (keywords: string) =>
  ((await new TestBrowser(app).call(searchLists, { query: { keywords } })).answer.data?.items ?? []).map(
    ({ name }) => name,
  );
const codeOf = ({ status, answer }: { status: number; answer: { error: { code: string } | null } }) => [
  status,
  answer.error?.code,
];

test('a folder with a link alone is found nowhere; by choice it is on the pages of its bikes and in search', async () => {
  const folderId = await make('Steel classics');
  const shareId = await share(folderId);
  expect([await namesOn(bikeId), await found('steel')]).toEqual([[], []]);
  expect(await share(folderId, true)).toBe(shareId);
  expect([await namesOn(bikeId), await namesOn(otherId), await found('steel')]).toEqual([
    ['Steel classics'],
    [],
    ['Steel classics'],
  ]);
  const { answer } = await cleo.call(listBikeLists, { params: { bikeId } });
  expect(answer.data).toEqual({
    items: [
      { name: 'Steel classics', count: 1, covers: [], shareId, owner: expect.objectContaining({ username: 'ben' }) },
    ],
    next: null,
  });
  // Sharing it again, as an older app does, leaves the choice as it is.
  await share(folderId);
  expect(await namesOn(bikeId)).toEqual(['Steel classics']);
  await share(folderId, false);
  expect([await namesOn(bikeId), await found('steel')]).toEqual([[], []]);
  expect((await new TestBrowser(app).call(getSharedFolder, { params: { shareId } })).status).toBe(200);
});

test('it is found by what it holds and says now', async () => {
  const folderId = await make('Steel classics');
  await share(folderId, true);
  await ben.call(addFavorite, { params: { folderId, bikeId: otherId } });
  await ben.call(removeFavorite, { params: { folderId, bikeId } });
  await ben.call(putFolder, { params: { folderId }, body: { name: 'Für Köln', isRename: true } });
  await ben.call(writeFolderText, { params: { folderId }, body: { text: 'Three speeds, hub gears.' } });
  expect([await namesOn(bikeId), await namesOn(otherId)]).toEqual([[], ['Für Köln']]);
  expect([await found('steel'), await found('koln'), await found('HUB spee'), await found('hub steel')]).toEqual([
    [],
    ['Für Köln'],
    ['Für Köln'],
    [],
  ]);
  expect([await found(''), await found('.*'), await found('^(a+)+$')]).toEqual([[], [], []]);
});

test('it is gone with its sharing, its deletion and its member', async () => {
  const [first, second] = [await make('First'), await make('Second')];
  for (const folderId of [first, second]) await share(folderId, true);
  expect(await namesOn(bikeId)).toEqual(['Second', 'First']);
  await ben.call(unshareFolder, { params: { folderId: first } });
  expect(await namesOn(bikeId)).toEqual(['Second']);
  // Sharing it again asks again.
  await share(first);
  expect(await namesOn(bikeId)).toEqual(['Second']);
  const users = app.db.collection<{ _id: string }>('users');
  await users.updateOne({ _id: benId }, { $set: { status: 'Banned' } });
  await cleo.call(putFolder, { params: { folderId: newId() }, body: { name: 'Other' } });
  expect([await namesOn(bikeId), await found('second')]).toEqual([[], []]);
  await users.updateOne({ _id: benId }, { $set: { status: 'Active' } });
  await ben.call(deleteFolder, { params: { folderId: second } });
  expect([await namesOn(bikeId), await found('second')]).toEqual([[], []]);
});

test('many lists come page by page, latest first', async () => {
  const names = ['A', 'B', 'C', 'D', 'E'].map((letter) => `List ${letter}`);
  for (const name of names) await share(await make(name), true);
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: { limit: number; cursor?: string } = cursor ? { limit: 2, cursor } : { limit: 2 };
    const { answer } = await cleo.call(listBikeLists, { params: { bikeId }, query });
    pages.push((answer.data?.items ?? []).map(({ name }) => name));
    cursor = answer.data?.next ?? null;
  }
  expect(pages).toEqual([['List E', 'List D'], ['List C', 'List B'], ['List A']]);
});

test('a like counts once, is taken back, and ends with the link', async () => {
  const folderId = await make('Steel classics');
  const shareId = await share(folderId);
  const params = { shareId };
  for (let i = 0; i < 2; i++)
    expect((await cleo.call(likeList, { params })).answer.data).toEqual({ liked: true, flagged: false, likes: 1 });
  expect((await ben.call(getListLike, { params })).answer.data).toEqual({ liked: false, flagged: false, likes: 1 });
  expect((await new TestBrowser(app).call(getSharedFolder, { params })).answer.data?.likes).toBe(1);
  for (let i = 0; i < 2; i++)
    expect((await cleo.call(unlikeList, { params })).answer.data).toEqual({ liked: false, flagged: false, likes: 0 });
  await cleo.call(likeList, { params });
  await ben.call(unshareFolder, { params: { folderId } });
  expect(codeOf(await cleo.call(likeList, { params }))).toEqual([404, 'not_found']);
  expect(await app.db.collection('listLikes').countDocuments()).toBe(0);
  expect((await ben.call(listFolders)).answer.data).toContainEqual(
    expect.objectContaining({ name: 'Steel classics', shareId: null, listed: false }),
  );
});

test('a block between two members keeps them from liking lists of each other', async () => {
  const shareId = await share(await make('Steel classics'), true);
  await cleo.call(blockMember, { params: { userId: benId } });
  expect(codeOf(await cleo.call(likeList, { params: { shareId } }))).toEqual([403, 'block.between']);
  expect(codeOf(await ben.call(likeList, { params: { shareId } }))).toEqual([403, 'list.own']);
});
