import type { Id } from '#contract/ids.ts';
import type { Keeping, KeptList } from '#contract/keepers.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

// In the `marks` table, so that they are deleted with the member's viewer state.
type StoredLists = { key: string; userId: Id; bikeId: ''; lists: KeptList[]; savedAt: number };
type StoredKeeping = Keeping & { key: string; userId: Id; bikeId: ''; savedAt: number };

const lists = cacheTable<StoredLists>('marks', 'key');
const keepings = cacheTable<StoredKeeping>('marks', 'key');
const listsKey = (userId: Id) => `${userId}:kept`;
const keepingKey = (userId: Id, shareId: string) => `${userId}:keeping:${shareId}`;

export const keptListsOf = (userId: Id): Promise<StoredLists | undefined> => lists.get(listsKey(userId));

export const saveKeptLists = (userId: Id, all: KeptList[], now = serverNow()): Promise<void> =>
  writeCache(() => lists.put({ key: listsKey(userId), userId, bikeId: '', lists: all, savedAt: now }));

export const keepingOf = (userId: Id, shareId: string): Promise<StoredKeeping | undefined> =>
  keepings.get(keepingKey(userId, shareId));

export const saveKeeping = (userId: Id, shareId: string, keeping: Keeping, now = serverNow()): Promise<void> =>
  writeCache(() => keepings.put({ ...keeping, key: keepingKey(userId, shareId), userId, bikeId: '', savedAt: now }));

/** The lists of others that the member keeps or is invited to keep, latest first. */
export const keptLists: Cached<KeptList[], 'all'> = {
  read: async (userId) => (await keptListsOf(userId))?.lists ?? null,
  empty: () => [],
  change: async (userId, _, to) => {
    const cached = await keptListsOf(userId);
    if (cached) await saveKeptLists(userId, to(cached.lists), cached.savedAt);
  },
};

/** The keepers of a list and what the member is to it, by the id of its link. */
export const keepingState: Cached<Keeping> = {
  read: async (userId, shareId) => (await keepingOf(userId, shareId)) ?? null,
  empty: () => ({ role: null, keepers: [] }),
  change: async (userId, shareId, to) => {
    const cached = await keepingOf(userId, shareId);
    if (!cached) return;
    const { role, keepers } = to(cached);
    await saveKeeping(userId, shareId, { role, keepers }, cached.savedAt);
  },
};
