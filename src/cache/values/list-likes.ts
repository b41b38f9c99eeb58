import type { Id } from '#contract/ids.ts';
import type { ListLikeState } from '#contract/lists.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** Whether a member likes a shared folder, or has flagged it. In the `marks` table, so that it is deleted with their viewer state. */
type StoredListLike = ListLikeState & { key: string; userId: Id; bikeId: ''; savedAt: number };

const table = cacheTable<StoredListLike>('marks', 'key');
const keyOf = (userId: Id, shareId: string) => `${userId}:list:${shareId}`;

export const listLikeOf = (userId: Id, shareId: string): Promise<StoredListLike | undefined> =>
  table.get(keyOf(userId, shareId));

export const saveListLike = (userId: Id, shareId: string, state: ListLikeState, now = serverNow()): Promise<void> =>
  writeCache(() => table.put({ ...state, key: keyOf(userId, shareId), userId, bikeId: '', savedAt: now }));

const none: ListLikeState = { liked: false, flagged: false, likes: 0 };

/** A member's like and flag of a shared folder and its number of likes, by the id of its link. */
export const listLike: Cached<ListLikeState> = {
  read: async (userId, shareId) => (await listLikeOf(userId, shareId)) ?? null,
  empty: () => none,
  change: async (userId, shareId, to, now) => {
    const { liked, flagged, likes } = to((await listLikeOf(userId, shareId)) ?? none);
    await saveListLike(userId, shareId, { liked, flagged, likes }, now);
  },
};
