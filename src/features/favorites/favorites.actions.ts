import type { BikeCard } from '#contract/bikes.ts';
import { shareFolder, unshareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { changeFolders } from '#src/offline/cache/folders.ts';
import { keepNews } from '#src/offline/cache/turn.ts';
import { commit } from '#src/offline/commit.ts';
import { replaceRow } from '#src/offline/kept-rows.ts';
import { enqueue } from '#src/offline/outbox.ts';
import { canCancel, type OutboxRow } from '#src/offline/rows.ts';
import { keepsNothing } from '#src/offline/storage.ts';
import { enqueueHeld, takeBack } from '#src/offline/taking-back.ts';
import { noteEnqueued } from '#src/offline/triggers.ts';
import type { Undo } from '#src/offline/undo.ts';
import { vault } from '#src/offline/vault.ts';
import { bikeSubject } from '#src/offline/writes/bike-subject.ts';
import {
  addFolderRow,
  deleteFolderRow,
  favoriteRow,
  type NamedFolder,
  orderFoldersRow,
  renameFolderRow,
  sortFolderRow,
} from '#src/offline/writes/favorite-rows.ts';
import { tracked } from '#src/results/results.ts';

/** Puts a bike into a folder, or takes it out. */
export const setFavorite = (card: BikeCard, userId: Id, folder: NamedFolder, on: boolean): Promise<void> =>
  tracked('BikeFavorite', () =>
    commit(async () => {
      const part = { folder: { id: folder.id, name: folder.name }, card };
      return [await enqueue(favoriteRow(bikeSubject(card), userId, part, on), [card.id, folder.id])];
    }),
  );

/** Makes a folder; returns its id. Check the name with `folderNameProblem` first. */
export async function addFolder(userId: Id, name: string): Promise<Id> {
  const id = newId();
  await tracked('AddFavoriteFolder', () => commit(async () => [await enqueue(addFolderRow({ id, name }, userId))]));
  return id;
}

const addingRowOf = async (folderId: Id): Promise<OutboxRow | undefined> =>
  (await vault.outbox.where('targetId', folderId)).find((row) => row.kind === 'folder.add');

/** Gives a folder another name: in its own row while that cannot have arrived; else with a row behind it. */
export const renameFolder = (folder: NamedFolder, userId: Id, name: string): Promise<void> =>
  tracked('UpdateFavoriteFolder', () =>
    commit(async () => {
      const added = await addingRowOf(folder.id);
      if (!added || !canCancel(added)) return [await enqueue(renameFolderRow(folder, userId, name), [folder.id])];
      const { title, subject, body } = addFolderRow({ ...folder, name }, userId);
      return [await replaceRow(added, { title, subject, body })];
    }),
  );

/** Deletes a folder; the answer brings it back, while that is possible. */
export async function deleteFolder(
  folder: NamedFolder,
  userId: Id,
  keepBikes: boolean,
  now = Date.now(),
): Promise<Undo | null> {
  const added = await addingRowOf(folder.id);
  if (added && canCancel(added)) {
    const undo = await takeBack(added.id);
    noteEnqueued();
    return undo;
  }
  let undo: Undo | null = null;
  await tracked('DeleteFavoriteFolder', () =>
    commit(async () => {
      const held = await enqueueHeld(deleteFolderRow(folder, userId, keepBikes), [folder.id], now, async () => {});
      undo = held.undo;
      return [held.row];
    }),
  );
  return keepsNothing() ? null : undo;
}

/** Puts the bikes of a folder in an order. */
export const sortFolder = (folder: NamedFolder, userId: Id, order: Id[]): Promise<void> =>
  tracked('UpdateFavoriteFolder', () =>
    commit(async () => [await enqueue(sortFolderRow(folder, userId, order), [folder.id])]),
  );

/** Puts a member's folders in an order. */
export const orderFolders = (userId: Id, order: Id[]): Promise<void> =>
  tracked('UpdateFavoriteFolder', () => commit(async () => [await enqueue(orderFoldersRow(userId, order), order)]));

const noteShare = (userId: Id, folderId: Id, shareId: string | null): Promise<void> =>
  keepNews(() =>
    changeFolders(userId, (folders) => folders.map((one) => (one.id === folderId ? { ...one, shareId } : one))),
  );

/** Lets everybody see a folder who has its link; returns the link's id. @throws ApiFailure */
export async function share(userId: Id, folderId: Id): Promise<string> {
  const { shareId } = await tracked('ShareFavoriteFolder', (call) =>
    call(shareFolder, { as: userId, params: { folderId } }),
  );
  await noteShare(userId, folderId, shareId);
  return shareId;
}

/** Ends a folder's link. @throws ApiFailure */
export async function unshare(userId: Id, folderId: Id): Promise<void> {
  await tracked('ShareFavoriteFolder', (call) => call(unshareFolder, { as: userId, params: { folderId } }));
  await noteShare(userId, folderId, null);
}
