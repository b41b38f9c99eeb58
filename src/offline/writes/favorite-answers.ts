import { defaultFolderOf, type FavoriteState } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { changeCounts } from '../cache/bike-changes.ts';
import { changeFolderBikes, changeFolders, folderBikesOf } from '../cache/folders.ts';
import { saveMarks } from '../cache/marks.ts';
import type { OutboxRow } from '../rows.ts';
import type { Answers } from './answers.ts';
import { inOrder, withBike, withCount, withoutBike } from './favorite-lists.ts';
import { favoritePartOf } from './favorite-rows.ts';
import type { favoriteWrites } from './favorites.ts';

const orderOf = (row: OutboxRow): Id[] => (row.body as { order: Id[] }).order;
const nameOf = (row: OutboxRow): string => (row.body as { name: string }).name;

async function saveState(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const { userId, targetId } = row;
  const { folder, card } = favoritePartOf(row);
  const on = row.kind === 'favorite.put';
  const known = (await folderBikesOf(userId, folder.id))?.items.some(({ id }) => id === targetId) ?? !on;
  await changeFolderBikes(userId, folder.id, (cards) => (on ? withBike(cards, card) : withoutBike(cards, targetId)));
  if (known !== on) await changeFolders(userId, (folders) => withCount(folders, folder.id, on ? 1 : -1));
  if (!data) return;
  const { favoritedFolderIds, favorites } = data as FavoriteState;
  await saveMarks(userId, targetId, { favoritedFolderIds }, now);
  await changeCounts(targetId, (counts) => ({ ...counts, favorites }));
}

const saveAdded = (row: OutboxRow): Promise<void> =>
  changeFolders(row.userId, (folders) => [
    ...folders.filter(({ id }) => id !== row.targetId),
    { id: row.targetId, name: nameOf(row), count: 0, covers: [], shareId: null },
  ]);

const saveRenamed = (row: OutboxRow): Promise<void> =>
  changeFolders(row.userId, (folders) =>
    folders.map((one) => (one.id === row.targetId ? { ...one, name: nameOf(row) } : one)),
  );

async function saveDeleted({ userId, targetId, part }: OutboxRow): Promise<void> {
  const bikes = (await folderBikesOf(userId, targetId))?.items ?? [];
  await changeFolders(userId, (folders) => folders.filter(({ id }) => id !== targetId));
  await changeFolderBikes(userId, targetId, null);
  if (part) await changeFolderBikes(userId, defaultFolderOf(userId), (cards) => bikes.reduce(withBike, cards));
}

export const favoriteAnswers: Answers<keyof typeof favoriteWrites> = {
  'favorite.put': saveState,
  'favorite.delete': saveState,
  'folder.add': saveAdded,
  'folder.rename': saveRenamed,
  'folder.delete': saveDeleted,
  'folder.sort': (row) => changeFolderBikes(row.userId, row.targetId, (cards) => inOrder(cards, orderOf(row))),
  'folder.order': (row) => changeFolders(row.userId, (folders) => inOrder(folders, orderOf(row))),
};
