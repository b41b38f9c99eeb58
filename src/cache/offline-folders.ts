import type { Id } from '#contract/ids.ts';
import { getMeta, memberHere, setMeta } from '#src/storage/user-db.ts';
import { bikeOf } from './values/bikes.ts';
import { folderBikesOf } from './values/folders.ts';

/** How many bikes of folders are kept whatever else there is. */
const mostKeptBikes = 100;

/** Which of a member's folders this device keeps for times without signal. */
export const keptFolderIds = async (userId: Id): Promise<Id[]> => (await getMeta('keptFolders'))?.[userId] ?? [];

/** Notes that this device shall keep a folder, or need not any more. */
export async function setKeptFolder(userId: Id, folderId: Id, on: boolean): Promise<void> {
  const all = (await getMeta('keptFolders')) ?? {};
  const others = (all[userId] ?? []).filter((id) => id !== folderId);
  await setMeta('keptFolders', { ...all, [userId]: on ? [...others, folderId] : others });
}

/** The bikes of the folders that this device keeps, of the member who is here: the first 100. */
export async function bikesToKeep(): Promise<Set<Id>> {
  const member = await memberHere();
  const ids = new Set<Id>();
  if (!member) return ids;
  for (const folderId of await keptFolderIds(member.id))
    for (const { id } of (await folderBikesOf(member.id, folderId))?.items ?? [])
      if (ids.size < mostKeptBikes) ids.add(id);
  return ids;
}

/** The photos of those bikes. */
export async function photosToKeep(): Promise<Set<Id>> {
  const bikes = await Promise.all([...(await bikesToKeep())].map((id) => bikeOf(id)));
  return new Set(bikes.flatMap((kept) => kept?.bike.photos.map(({ id }) => id) ?? []));
}
