import type { BikeCard } from '#contract/bikes.ts';
import {
  addFavorite,
  deleteFolder,
  type FavoriteFolder,
  orderBikes,
  orderFolders,
  putFolder,
  removeFavorite,
} from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';

/** A folder as a row names it. */
export type NamedFolder = Pick<FavoriteFolder, 'id' | 'name'>;

/** What a row of a bike in a folder knows besides: enough to draw the bike in it. */
export type FavoritePart = { folder: NamedFolder; card: BikeCard };
export const favoritePartOf = (row: OutboxRow): FavoritePart => row.part as FavoritePart;

const folderSubject = ({ id, name }: NamedFolder): Subject => ({ kind: 'folder', id, title: name, picture: null });
/** The lane of everything that is done to a folder and in it. */
export const laneOf = ({ id }: Pick<NamedFolder, 'id'>): string => `folder:${id}`;
const factsOf = (folder: NamedFolder, userId: Id) => ({
  ...{ userId, lane: laneOf(folder), targetId: folder.id, subject: folderSubject(folder) },
});

/**
 * The row that puts a bike into a folder, or takes it out. What nobody has sent yet becomes one. It goes in the folder's
 * own lane: a folder that is sorted or deleted afterwards must not be so before.
 */
export function favoriteRow(bike: Subject, userId: Id, part: FavoritePart, on: boolean): OutboxRow {
  const { folder } = part;
  const row = {
    ...{ userId, lane: laneOf(folder), targetId: bike.id, subject: bike, part },
    coalesceKey: `favorite:${userId}:${folder.id}:${bike.id}`,
  };
  const params = { folderId: folder.id, bikeId: bike.id };
  return on
    ? rowOf(addFavorite, params, { ...row, kind: 'favorite.put', title: `${bike.title} in ${folder.name}` })
    : rowOf(removeFavorite, params, { ...row, kind: 'favorite.delete', title: `${bike.title} out of ${folder.name}` });
}

/** The row that makes a folder. */
export const addFolderRow = (folder: NamedFolder, userId: Id): OutboxRow => {
  const row = { ...factsOf(folder, userId), kind: 'folder.add' as const, title: `New folder: ${folder.name}` };
  return rowOf(putFolder, { folderId: folder.id }, { ...row, body: { name: folder.name } });
};

/** The row that gives a folder another name; later names replace it while nobody has sent it. */
export const renameFolderRow = (folder: NamedFolder, userId: Id, name: string): OutboxRow => {
  const row = { ...factsOf(folder, userId), kind: 'folder.rename' as const, coalesceKey: `rename:${folder.id}` };
  const title = `${folder.name} becomes ${name}`;
  return rowOf(putFolder, { folderId: folder.id }, { ...row, title, body: { name, isRename: true } });
};

/** The row that deletes a folder. @param keepBikes what is in no other folder goes to the one that everybody has */
export const deleteFolderRow = (
  folder: NamedFolder,
  userId: Id,
  keepBikes: boolean,
  dependsOn: readonly Id[] = [],
): OutboxRow => {
  const facts = { ...factsOf(folder, userId), kind: 'folder.delete' as const, dependsOn };
  const row = { ...facts, title: `Delete folder ${folder.name}`, coalesceKey: `delete:${folder.id}`, part: keepBikes };
  const made = rowOf(deleteFolder, { folderId: folder.id }, row);
  return { ...made, path: `${made.path}?keepBikes=${keepBikes}` };
};

/** The row that puts the bikes of a folder in an order. */
export const sortFolderRow = (folder: NamedFolder, userId: Id, order: Id[]): OutboxRow => {
  const row = { ...factsOf(folder, userId), kind: 'folder.sort' as const, coalesceKey: `sort:${folder.id}` };
  return rowOf(orderBikes, { folderId: folder.id }, { ...row, title: `Order in ${folder.name}`, body: { order } });
};

/** The row that puts a member's folders in an order. */
export const orderFoldersRow = (userId: Id, order: Id[]): OutboxRow => {
  const title = 'Order of your folders';
  const subject: Subject = { kind: 'folder', id: userId, title: 'Favorites', picture: null };
  const facts = {
    userId,
    lane: `folders:${userId}`,
    targetId: userId,
    subject,
    title,
    coalesceKey: `folders:${userId}`,
  };
  return rowOf(orderFolders, {}, { ...facts, kind: 'folder.order', body: { order } });
};
