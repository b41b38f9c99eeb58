import type { BikeCard } from '#contract/bikes.ts';
import type { FavoriteFolder } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { type CachedFeed, feeds } from './feeds.ts';

/** A member's folders. Stored in the `marks` table, so that they are deleted with the member's viewer state. */
type KeptFolders = { key: string; userId: Id; bikeId: ''; folders: FavoriteFolder[]; savedAt: number };

const lists = cacheTable<KeptFolders>('marks', 'key');
const keyOf = (userId: Id) => `${userId}:folders`;
const feedKeyOf = (userId: Id, folderId: Id) => `folder:${userId}:${folderId}` as const;

/** A member's folders as the server last sent them. */
export const foldersOf = (userId: Id): Promise<KeptFolders | undefined> => lists.get(keyOf(userId));

export const saveFolders = (userId: Id, folders: FavoriteFolder[], now = Date.now()): Promise<void> =>
  keep(() => lists.put({ key: keyOf(userId), userId, bikeId: '', folders, savedAt: now }));

/** Changes the cached folders without updating `savedAt`. */
export const changeFolders = (userId: Id, change: (folders: FavoriteFolder[]) => FavoriteFolder[]): Promise<void> =>
  keep(async () => {
    const cached = await lists.get(keyOf(userId));
    if (cached) await lists.put({ ...cached, folders: change(cached.folders) });
  });

/** All bikes of a folder. */
export const folderBikesOf = (userId: Id, folderId: Id): Promise<CachedFeed | undefined> =>
  feeds.get(feedKeyOf(userId, folderId));

export const saveFolderBikes = (userId: Id, folderId: Id, items: BikeCard[], now = Date.now()): Promise<void> =>
  keep(() =>
    feeds.put({
      key: feedKeyOf(userId, folderId),
      userId,
      items,
      savedAt: now,
      ends: [{ at: items.length, next: null }],
    }),
  );

/** Changes the cached bikes of a folder; null deletes them. */
export const changeFolderBikes = (
  userId: Id,
  folderId: Id,
  change: ((items: BikeCard[]) => BikeCard[]) | null,
): Promise<void> =>
  keep(async () => {
    const cached = await folderBikesOf(userId, folderId);
    if (!cached) return;
    if (change) await saveFolderBikes(userId, folderId, change(cached.items), cached.savedAt);
    else await feeds.remove(cached.key);
  });
