import type { BikeCard } from '#contract/bikes.ts';
import { defaultFolderName, defaultFolderOf, type FavoriteFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { isRefused, type OutboxRow } from '../rows.ts';
import { inOrder, withBike, withCount, withoutBike } from './favorite-lists.ts';
import { favoritePartOf } from './favorite-rows.ts';

const openOf = (rows: readonly OutboxRow[]): OutboxRow[] => rows.filter((row) => !isRefused(row, rows));

/** The folder that everybody has, as it is while the site has told nothing. */
const firstFolder = (userId: Id): FavoriteFolder => ({
  ...{ id: defaultFolderOf(userId), name: defaultFolderName, count: 0, covers: [], shareId: null },
});

/** A member's folders with what the outbox makes, changes and deletes. Refused rows, and what waits for them, change nothing. */
export function overlayFolders(
  folders: readonly FavoriteFolder[] | null,
  rows: readonly OutboxRow[],
  userId: Id,
): FavoriteFolder[] {
  let shown = folders ? [...folders] : [firstFolder(userId)];
  for (const row of openOf(rows)) {
    const body = row.body as { name: string; order: Id[] };
    if (row.kind === 'folder.add' && !shown.some(({ id }) => id === row.targetId)) {
      shown.push({ id: row.targetId, name: body.name, count: 0, covers: [], shareId: null });
    } else if (row.kind === 'folder.rename') {
      shown = shown.map((one) => (one.id === row.targetId ? { ...one, name: body.name } : one));
    } else if (row.kind === 'folder.delete') {
      shown = shown.filter(({ id }) => id !== row.targetId);
    } else if (row.kind === 'folder.order') {
      shown = inOrder(shown, body.order);
    } else if (row.kind === 'favorite.put' || row.kind === 'favorite.delete') {
      shown = withCount(shown, favoritePartOf(row).folder.id, row.kind === 'favorite.put' ? 1 : -1);
    }
  }
  return shown;
}

/**
 * The bikes of a folder with what the outbox adds, takes out and sorts.
 * @param moving the bikes of folders that are deleted and leave theirs to this one
 */
export function overlayFolderBikes(
  folderId: Id,
  cards: readonly BikeCard[],
  rows: readonly OutboxRow[],
  moving: readonly BikeCard[] = [],
): BikeCard[] {
  let shown = moving.reduce(withBike, [...cards]);
  for (const row of openOf(rows)) {
    if (row.kind === 'folder.sort' && row.targetId === folderId) {
      shown = inOrder(shown, (row.body as { order: Id[] }).order);
    } else if (row.kind === 'favorite.put' || row.kind === 'favorite.delete') {
      const { folder, card } = favoritePartOf(row);
      if (folder.id !== folderId) continue;
      shown = row.kind === 'favorite.put' ? withBike(shown, card) : withoutBike(shown, row.targetId);
    }
  }
  return shown;
}

/** In which folders a bike is, and how many members have it among their favorites, with what waits. */
export function overlayFavorite(
  bikeId: Id,
  folderIds: readonly Id[],
  favorites: number,
  rows: readonly OutboxRow[],
): { folderIds: Id[]; favorites: number } {
  const ids = new Set(folderIds);
  for (const row of openOf(rows)) {
    if (row.kind === 'folder.delete') ids.delete(row.targetId);
    if (row.targetId !== bikeId) continue;
    if (row.kind === 'favorite.put') ids.add(favoritePartOf(row).folder.id);
    if (row.kind === 'favorite.delete') ids.delete(favoritePartOf(row).folder.id);
  }
  const by = Number(ids.size > 0) - Number(folderIds.length > 0);
  return { folderIds: [...ids], favorites: Math.max(0, favorites + by) };
}
