import type { Id } from '#contract/ids.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { getMeta, memberHere, setMeta } from '#src/storage/user-db.ts';
import { bikeOf } from './values/bikes.ts';
import { feedOf } from './values/feeds.ts';

/** Number of bikes in offline folders that are never evicted. */
const maxOfflineBikes = 100;

/** Ids of the folders that a member keeps offline on this device. */
export const offlineFolderIds = async (userId: Id): Promise<Id[]> => (await getMeta('keptFolders'))?.[userId] ?? [];

/** Turns offline use of a folder on or off. */
export async function setOfflineFolder(userId: Id, folderId: Id, on: boolean): Promise<void> {
  const all = (await getMeta('keptFolders')) ?? {};
  const others = (all[userId] ?? []).filter((id) => id !== folderId);
  await setMeta('keptFolders', { ...all, [userId]: on ? [...others, folderId] : others });
}

/** Ids of the first 100 bikes in the offline folders of this device's member. */
export async function offlineBikes(): Promise<Set<Id>> {
  const member = await memberHere();
  const ids = new Set<Id>();
  if (!member) return ids;
  for (const folderId of await offlineFolderIds(member.id))
    for (const { id } of (await feedOf(`folder:${member.id}:${folderId}`))?.items ?? [])
      if (ids.size < maxOfflineBikes) ids.add(id);
  return ids;
}

/** Ids of the photos of the bikes in offline folders. */
export async function photosToKeep(): Promise<Set<Id>> {
  const bikes = await Promise.all([...(await offlineBikes())].map((id) => bikeOf(id)));
  return new Set(bikes.flatMap((row) => (row ? photoIdsOf(row.bike) : [])));
}
