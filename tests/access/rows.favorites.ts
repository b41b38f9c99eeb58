import {
  addFavorite,
  deleteFolder,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  orderBikes,
  orderFolders,
  putFolder,
  removeFavorite,
  shareFolder,
  unshareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { getListLike, likeList, listBikeLists, searchLists, unlikeList } from '#contract/lists.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import type { CallerName } from './callers.ts';
import { callers, everyone, members } from './callers.ts';
import type { Row, Stage } from './stage.ts';

const nobody = newId();
const idOf = async (stage: Stage, name: string): Promise<Id> =>
  String((await stage.app.db.collection('users').findOne({ username: name }))?._id ?? nobody);
/** The caller's default folder. */
const firstOf = (stage: Stage, caller: CallerName) => idOf(stage, callers[caller].name);

/** Creates a folder of the owner. */
async function folder(stage: Stage): Promise<Id> {
  const folderId = newId();
  await stage.callers.owner.call(putFolder, { params: { folderId }, body: { name: `Folder ${folderId}` } });
  return folderId;
}
async function sharedFolder(stage: Stage): Promise<Id> {
  const folderId = await folder(stage);
  await stage.callers.owner.call(shareFolder, params(folderId));
  return folderId;
}
const bike = (stage: Stage) => stage.bike();
const fresh = async () => newId();
const params = (folderId: string) => ({ params: { folderId } });

const list = (stage: Stage) => stage.list();

export const favoriteRows: Row[] = [
  {
    call: getListLike,
    prepare: list,
    by: (asks, shareId, how) => asks.call(getListLike, { params: { shareId }, ...how }),
    expected: members('200'),
  },
  {
    call: likeList,
    prepare: list,
    by: (asks, shareId, how) => asks.call(likeList, { params: { shareId }, ...how }),
    expected: members('200', '403 list.own'),
  },
  {
    call: unlikeList,
    prepare: list,
    by: (asks, shareId, how) => asks.call(unlikeList, { params: { shareId }, ...how }),
    expected: members('200'),
  },
  {
    call: listBikeLists,
    prepare: bike,
    by: (asks, bikeId, how) => asks.call(listBikeLists, { params: { bikeId }, ...how }),
    expected: everyone('200'),
    byStatus: {
      Draft: everyone('404 not_found'),
      Flagged: everyone('403 bike.flagged'),
      Removed: everyone('410 gone'),
      Deleted: everyone('404 not_found'),
    },
  },
  {
    call: searchLists,
    prepare: fresh,
    by: (asks, _, how) => asks.call(searchLists, { query: { keywords: 'steel' }, ...how }),
    expected: everyone('200'),
  },
  {
    call: listFolders,
    prepare: folder,
    by: (asks, _, how) => asks.call(listFolders, how),
    seen: (list, id) => (JSON.stringify(list).includes(id) ? 'listed' : 'not listed'),
    expected: members('200, not listed', '200, listed'),
  },
  {
    call: orderFolders,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(orderFolders, { body: { order: [folderId] }, ...how }),
    expected: members('200'),
  },
  {
    call: putFolder,
    when: 'a new one',
    prepare: fresh,
    by: (asks, folderId, how) =>
      asks.call(putFolder, { ...params(folderId), body: { name: `Folder ${folderId}` }, ...how }),
    expected: members('200'),
  },
  {
    call: putFolder,
    when: "by the id of the owner's, which each has for themselves",
    prepare: folder,
    by: (asks, folderId, how) =>
      asks.call(putFolder, { ...params(folderId), body: { name: `Mine ${folderId}` }, ...how }),
    seen: async (_, folderId, stage) => {
      const list = (await stage.callers.owner.call(listFolders)).answer.data ?? [];
      return list.some(({ name }) => name === `Mine ${folderId}`) ? "the owner's is renamed" : "the owner's stays";
    },
    expected: members("200, the owner's stays", "200, the owner's is renamed"),
  },
  {
    call: putFolder,
    when: 'a shared one',
    prepare: sharedFolder,
    by: (asks, folderId, how) =>
      asks.call(putFolder, { ...params(folderId), body: { name: `Mine ${folderId}` }, ...how }),
    expected: members('200'),
    isPosting: true,
  },
  {
    call: deleteFolder,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(deleteFolder, { ...params(folderId), ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: deleteFolder,
    when: 'the default folder',
    prepare: fresh,
    by: async (asks, _, how, stage, caller) =>
      asks.call(deleteFolder, { ...params(await firstOf(stage, caller)), ...how }),
    expected: members('403 folder.default'),
  },
  {
    call: listFolderBikes,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(listFolderBikes, { ...params(folderId), ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: orderBikes,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(orderBikes, { ...params(folderId), body: { order: [] }, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: addFavorite,
    prepare: bike,
    by: async (asks, bikeId, how, stage, caller) =>
      asks.call(addFavorite, { params: { folderId: await firstOf(stage, caller), bikeId }, ...how }),
    expected: members('200', '403 favorite.own'),
    byStatus: {
      Draft: members('404 not_found'),
      Flagged: members('403 bike.flagged'),
      Removed: members('410 gone'),
      Deleted: members('404 not_found'),
    },
  },
  {
    call: addFavorite,
    when: "to a folder of the owner's",
    prepare: async (stage) => `${await folder(stage)} ${await stage.bike()}`,
    by: async (asks, thing, how) => {
      const [folderId = '', bikeId = ''] = thing.split(' ');
      return asks.call(addFavorite, { params: { folderId, bikeId }, ...how });
    },
    expected: members('404 not_found', '403 favorite.own'),
  },
  {
    call: removeFavorite,
    prepare: bike,
    by: async (asks, bikeId, how, stage, caller) =>
      asks.call(removeFavorite, { params: { folderId: await firstOf(stage, caller), bikeId }, ...how }),
    expected: members('200'),
    byStatus: {
      Draft: members('200'),
      Flagged: members('200'),
      Removed: members('200'),
      Deleted: members('200'),
    },
  },
  {
    call: writeFolderText,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(writeFolderText, { ...params(folderId), body: { text: 'Steel' }, ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: writeFolderText,
    when: 'of a shared one',
    prepare: sharedFolder,
    by: (asks, folderId, how) => asks.call(writeFolderText, { ...params(folderId), body: { text: 'Steel' }, ...how }),
    expected: members('404 not_found', '200'),
    isPosting: true,
  },
  {
    call: writeBikeNote,
    when: 'on a bike of a shared one',
    prepare: async (stage) => {
      const folderId = await sharedFolder(stage);
      const bikeId = (await strangeBike(stage.app.db, 'Noted')).id;
      await stage.callers.owner.call(addFavorite, { params: { folderId, bikeId } });
      return `${folderId} ${bikeId}`;
    },
    by: (asks, thing, how) => {
      const [folderId = '', bikeId = ''] = thing.split(' ');
      return asks.call(writeBikeNote, { params: { folderId, bikeId }, body: { note: 'Light' }, ...how });
    },
    expected: members('404 not_found', '200'),
    isPosting: true,
  },
  {
    call: shareFolder,
    prepare: folder,
    by: (asks, folderId, how) => asks.call(shareFolder, { ...params(folderId), ...how }),
    expected: members('404 not_found', '200'),
    isPosting: true,
  },
  {
    call: unshareFolder,
    prepare: sharedFolder,
    by: (asks, folderId, how) => asks.call(unshareFolder, { ...params(folderId), ...how }),
    expected: members('404 not_found', '200'),
  },
  {
    call: getSharedFolder,
    prepare: async (stage) => {
      const { answer } = await stage.callers.owner.call(shareFolder, params(await folder(stage)));
      return answer.data?.shareId ?? '';
    },
    by: (asks, shareId, how) => asks.call(getSharedFolder, { params: { shareId }, ...how }),
    expected: everyone('200'),
  },
  {
    call: getSharedFolder,
    when: 'by the id of a folder that is not shared',
    prepare: folder,
    by: (asks, shareId, how) => asks.call(getSharedFolder, { params: { shareId }, ...how }),
    expected: everyone('404 not_found'),
  },
];
