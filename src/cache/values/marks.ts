import type { Id } from '#contract/ids.ts';
import type { ViewerMarks } from '#contract/marks.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** A member's viewer state of a bike (likes, favorites). Rows of older builds have no folders. */
type KeptMarks = Pick<ViewerMarks, 'liked'> &
  Partial<ViewerMarks> & { key: string; userId: Id; bikeId: Id; savedAt: number };

const marks = cacheTable<KeptMarks>('marks', 'key');
/** Key of a member's viewer state of a bike. */
export const marksKey = (userId: Id, bikeId: Id) => `${userId}:${bikeId}`;

/** Caches a member's viewer state of a bike; absent fields stay as they were. */
export const saveMarks = (userId: Id, bikeId: Id, known: Partial<ViewerMarks>, now = Date.now()): Promise<void> =>
  keep(async () => {
    const key = marksKey(userId, bikeId);
    await marks.put({ liked: false, ...(await marks.get(key)), ...known, key, userId, bikeId, savedAt: now });
  });

/** Changes a member's viewer state of every bike, without updating `savedAt`. */
export const changeAllMarks = (userId: Id, to: (known: KeptMarks) => Partial<ViewerMarks>): Promise<void> =>
  keep(async () => {
    // Folders and member lists are in the same table, without a bike id.
    const all = (await marks.where('userId', userId)).filter(({ bikeId }) => bikeId !== '');
    for (const known of all) {
      const changed = to(known);
      if (changed !== known) await marks.put({ ...known, ...changed });
    }
  });
export const marksOf = (userId: Id, bikeId: Id): Promise<KeptMarks | undefined> => marks.get(marksKey(userId, bikeId));
export const forgetMarks = (): Promise<void> => marks.clear();
