import type { Id } from '#contract/ids.ts';
import type { BikeUpdateCounts, UpdateCounts } from '#contract/updates.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** The numbers of a bike's updates, stored in the table of its comments. */
type StoredCounts = { bikeId: Id; counts: BikeUpdateCounts; savedAt: number };

const table = cacheTable<StoredCounts>('threads', 'bikeId');
/** Key of the numbers of a bike's updates. */
export const updateCountsKey = (bikeId: Id): Id => `${bikeId} counts`;

export const updateCountsOf = (bikeId: Id): Promise<StoredCounts | undefined> => table.get(updateCountsKey(bikeId));

export const saveUpdateCounts = (bikeId: Id, counts: BikeUpdateCounts): Promise<void> =>
  writeCache(() => table.put({ bikeId: updateCountsKey(bikeId), counts, savedAt: serverNow() }));

/** Likes and comments of a bike's updates by the id of the update, by bike id. */
export const updateCounts: Cached<BikeUpdateCounts, Id> = {
  read: async (_, bikeId) => (await updateCountsOf(bikeId))?.counts ?? null,
  empty: () => ({}),
  change: (_, bikeId, to) =>
    writeCache(async () => {
      const stored = await updateCountsOf(bikeId);
      if (stored) await table.put({ ...stored, counts: to(stored.counts) });
    }),
};

/** The numbers with those of one update changed. */
export function withCounts(
  counts: BikeUpdateCounts,
  updateId: Id,
  to: (one: UpdateCounts) => Partial<UpdateCounts>,
): BikeUpdateCounts {
  const before = counts[updateId] ?? { likes: 0, comments: 0 };
  return { ...counts, [updateId]: { ...before, ...to(before) } };
}
