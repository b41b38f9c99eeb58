import type { BikeCard } from '#contract/bikes.ts';
import { type FavoriteFolder, shareFolder, unshareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { offlineFolderIds, setOfflineFolder } from '#src/cache/offline-folders.ts';
import { commit } from '#src/outbox/commit.ts';
import { queueMutation } from '#src/outbox/enqueue.ts';
import { canCancel, type QueuedMutation } from '#src/outbox/mutation.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { userDb } from '#src/storage/user-db.ts';
import { changeFolders } from './favorites.cache.ts';
import type { NamedFolder } from './favorites.mutations.ts';
import * as mutations from './favorites.mutations.ts';

/** Adds a bike to a folder or removes it. */
export const setFavorite = (card: BikeCard, userId: Id, folder: NamedFolder, on: boolean): Promise<void> =>
  mutate(
    on ? mutations.addFavoriteMutation : mutations.removeFavoriteMutation,
    { bike: bikeSubject(card), card, folder },
    userId,
  );

/** Creates a folder and returns its id. Check the name with `checkedName` first. */
export async function addFolder(userId: Id, name: string): Promise<Id> {
  const id = newId();
  await mutate(mutations.addFolderMutation, { id, name }, userId);
  return id;
}

const queuedCreationOf = async (folderId: Id): Promise<QueuedMutation | undefined> =>
  (await userDb.outbox.where('targetId', folderId)).find(({ kind }) => kind === mutations.addFolderMutation.kind);

/** Returns all queued mutations of a folder and of its bikes. */
const queuedForFolder = async (folderId: Id): Promise<QueuedMutation[]> =>
  (await userDb.outbox.where('lane', mutations.scopeOf({ id: folderId }))).sort((a, b) => a.seq - b.seq);

/** Rebuilds a queued mutation for a renamed folder; null if nothing changes. */
function retitled(row: QueuedMutation, folder: NamedFolder): QueuedMutation | null {
  const { kind, userId, subject, body, part } = row;
  if (kind === 'folder.sort') {
    return mutations.orderBikesMutation.create({ folder, order: (body as { order: Id[] }).order }, userId);
  }
  if (kind === 'folder.text') {
    return mutations.writeFolderTextMutation.create({ folder, text: (body as { text: string }).text }, userId);
  }
  if (kind === 'folder.note') {
    const { note } = body as { note: string };
    return mutations.writeBikeNoteMutation.create({ bike: subject, folder, note }, userId);
  }
  if (kind !== 'favorite.put' && kind !== 'favorite.delete') return null;
  const { card } = part as mutations.Placing;
  const mutation = kind === 'favorite.put' ? mutations.addFavoriteMutation : mutations.removeFavoriteMutation;
  return mutation.create({ bike: subject, card, folder }, userId);
}

/** Renames a folder: edits the mutation that creates it if that cannot have been sent, otherwise queues another. */
export const renameFolder = (folder: NamedFolder, userId: Id, name: string): Promise<void> =>
  runAction(mutations.renameFolderMutation.action, () =>
    commit(async () => {
      const added = await queuedCreationOf(folder.id);
      if (!added || !canCancel(added))
        return [await queueMutation(mutations.renameFolderMutation, { folder, name }, userId)];
      const named = { id: folder.id, name };
      const { title, subject, body } = mutations.addFolderMutation.create(named, userId);
      const renamed = await replaceMutation(added, { title, subject, body });
      for (const row of await queuedForFolder(folder.id)) {
        // An older rename that is still queued is obsolete.
        if (row.kind === 'folder.rename') await userDb.outbox.remove(row.id);
        const again = retitled(row, named);
        if (again)
          await userDb.outbox.put({
            ...row,
            title: again.title,
            titleValue: again.titleValue,
            subject: again.subject,
            part: again.part,
          });
      }
      return [renamed];
    }),
  );

/** Discards a new folder that was refused and moves its bikes with their notes, and its text, into another folder. */
export async function mergeFolder(folderId: Id, userId: Id, into: FavoriteFolder): Promise<void> {
  await runAction(mutations.addFavoriteMutation.action, () =>
    commit(async () => {
      const added = await queuedCreationOf(folderId);
      if (added?.state !== 'failed' || !canCancel(added)) return [];
      const rows = await queuedForFolder(folderId);
      await userDb.outbox.remove(...rows.map(({ id }) => id));
      const moved: QueuedMutation[] = [];
      for (const row of rows) {
        const { kind, subject: bike, body, part } = row;
        if (kind === 'favorite.put') {
          const placing = { bike, card: (part as mutations.Placing).card, folder: into };
          moved.push(await queueMutation(mutations.addFavoriteMutation, placing, userId));
        }
        if (kind === 'folder.note') {
          const { note } = body as { note: string };
          moved.push(await queueMutation(mutations.writeBikeNoteMutation, { bike, folder: into, note }, userId));
        }
        if (kind === 'folder.text') {
          // The other folder's text stays.
          const text = [into.text, (body as { text: string }).text].filter(Boolean).join('\n\n');
          moved.push(await queueMutation(mutations.writeFolderTextMutation, { folder: into, text }, userId));
        }
      }
      return moved;
    }),
  );
  if (!(await offlineFolderIds(userId)).includes(folderId)) return;
  await setOfflineFolder(userId, folderId, false);
  await setOfflineFolder(userId, into.id, true);
}

/** Deletes a folder. Returns the undo, as long as one is possible. */
export const removeFolder = (
  folder: NamedFolder,
  userId: Id,
  keepBikes: boolean,
  now = Date.now(),
): Promise<Undo | null> =>
  mutateWithUndo(mutations.deleteFolderMutation, { folder, keepBikes }, userId, {
    now,
    findAdded: () => queuedCreationOf(folder.id),
  });

/** Changes the order of a folder's bikes. */
export const sortFolder = (folder: NamedFolder, userId: Id, order: Id[]): Promise<void> =>
  mutate(mutations.orderBikesMutation, { folder, order }, userId);

/** Writes what a folder is about; empty removes it. */
export const describeFolder = (folder: NamedFolder, userId: Id, text: string): Promise<void> =>
  mutate(mutations.writeFolderTextMutation, { folder, text }, userId);

/** Writes a note on a bike of a folder; empty removes it. */
export const noteOnBike = (bike: BikeCard, folder: NamedFolder, userId: Id, note: string): Promise<void> =>
  mutate(mutations.writeBikeNoteMutation, { bike: bikeSubject(bike), folder, note }, userId);

/** Changes the order of a member's folders. */
export const sortFolders = (userId: Id, order: Id[]): Promise<void> =>
  mutate(mutations.orderFoldersMutation, order, userId);

const noteShare = (userId: Id, folderId: Id, shareId: string | null, listed: boolean): Promise<void> =>
  applyServerChange(() =>
    changeFolders(userId, (folders) => folders.map((one) => (one.id === folderId ? { ...one, shareId, listed } : one))),
  );

/**
 * Creates a public link to a folder, or changes where a shared one is shown. Returns the link's id.
 * @param listed whether it is also shown on the pages of its bikes and in search
 * @throws ApiFailure
 */
export async function share(userId: Id, folderId: Id, listed: boolean): Promise<string> {
  const { shareId } = await runAction(shareFolder, {
    as: userId,
    params: { folderId },
    query: { listed: String(listed) },
  });
  await noteShare(userId, folderId, shareId, listed);
  return shareId;
}

/** Revokes a folder's link. @throws ApiFailure */
export async function unshare(userId: Id, folderId: Id): Promise<void> {
  await runAction(unshareFolder, { as: userId, params: { folderId } });
  await noteShare(userId, folderId, null, false);
}
