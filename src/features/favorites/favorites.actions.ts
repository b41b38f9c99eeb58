import type { BikeCard } from '#contract/bikes.ts';
import { shareFolder, unshareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { changeFolders } from '#src/offline/cache/folders.ts';
import { keepNews } from '#src/offline/cache/turn.ts';
import { commit } from '#src/offline/commit.ts';
import { keptFolderIds, setKeptFolder } from '#src/offline/kept-folders.ts';
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
  favoritePartOf,
  favoriteRow,
  laneOf,
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

/** Everything that waits to be done to a folder and in it. */
const rowsOfFolder = async (folderId: Id): Promise<OutboxRow[]> =>
  (await vault.outbox.where('lane', laneOf({ id: folderId }))).sort((a, b) => a.seq - b.seq);

/** What waits in a folder, as it is told when the folder has another name; null where that makes no difference. */
function retitled(row: OutboxRow, folder: NamedFolder): OutboxRow | null {
  const { kind, userId, subject, body } = row;
  if (kind === 'folder.sort') return sortFolderRow(folder, userId, (body as { order: Id[] }).order);
  if (kind !== 'favorite.put' && kind !== 'favorite.delete') return null;
  return favoriteRow(subject, userId, { folder, card: favoritePartOf(row).card }, kind === 'favorite.put');
}

/** Gives a folder another name: in its own row while that cannot have arrived; else with a row behind it. */
export const renameFolder = (folder: NamedFolder, userId: Id, name: string): Promise<void> =>
  tracked('UpdateFavoriteFolder', () =>
    commit(async () => {
      const added = await addingRowOf(folder.id);
      if (!added || !canCancel(added)) return [await enqueue(renameFolderRow(folder, userId, name), [folder.id])];
      const named = { id: folder.id, name };
      const { title, subject, body } = addFolderRow(named, userId);
      const renamed = await replaceRow(added, { title, subject, body });
      for (const row of await rowsOfFolder(folder.id)) {
        // A name that waited behind is older than this one.
        if (row.kind === 'folder.rename') await vault.outbox.remove(row.id);
        const again = retitled(row, named);
        if (again) await vault.outbox.put({ ...row, title: again.title, subject: again.subject, part: again.part });
      }
      return [renamed];
    }),
  );

/** Gives up a new folder that was refused: what was put into it goes into another one. */
export async function mergeFolder(folderId: Id, userId: Id, into: NamedFolder): Promise<void> {
  await tracked('BikeFavorite', () =>
    commit(async () => {
      const added = await addingRowOf(folderId);
      if (added?.state !== 'failed' || !canCancel(added)) return [];
      const rows = await rowsOfFolder(folderId);
      await vault.outbox.remove(...rows.map(({ id }) => id));
      const moved: OutboxRow[] = [];
      for (const row of rows) {
        if (row.kind !== 'favorite.put') continue;
        const part = { folder: { id: into.id, name: into.name }, card: favoritePartOf(row).card };
        moved.push(await enqueue(favoriteRow(row.subject, userId, part, true), [row.targetId, into.id]));
      }
      return moved;
    }),
  );
  if (!(await keptFolderIds(userId)).includes(folderId)) return;
  await setKeptFolder(userId, folderId, false);
  await setKeptFolder(userId, into.id, true);
}

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
