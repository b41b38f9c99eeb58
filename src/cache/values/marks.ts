import type { Id } from '#contract/ids.ts';
import type { ViewerMarks } from '#contract/marks.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** What a member has done with a bike. What older builds kept says nothing of folders. */
type KeptMarks = Pick<ViewerMarks, 'liked'> &
  Partial<ViewerMarks> & { key: string; userId: Id; bikeId: Id; savedAt: number };

const marks = cacheTable<KeptMarks>('marks', 'key');
/** What stands for a member's marks on a bike. */
export const marksKey = (userId: Id, bikeId: Id) => `${userId}:${bikeId}`;

/** Keeps what is known of a member's marks on a bike; what is not named stays as it was. */
export const saveMarks = (userId: Id, bikeId: Id, known: Partial<ViewerMarks>, now = Date.now()): Promise<void> =>
  keep(async () => {
    const key = marksKey(userId, bikeId);
    await marks.put({ liked: false, ...(await marks.get(key)), ...known, key, userId, bikeId, savedAt: now });
  });

/** Changes what is known of a member's marks on every bike, without making it look newer. */
export const changeAllMarks = (userId: Id, to: (known: KeptMarks) => Partial<ViewerMarks>): Promise<void> =>
  keep(async () => {
    // Folders and lists of members lie in the same table, without a bike.
    const all = (await marks.where('userId', userId)).filter(({ bikeId }) => bikeId !== '');
    for (const known of all) {
      const changed = to(known);
      if (changed !== known) await marks.put({ ...known, ...changed });
    }
  });
export const marksOf = (userId: Id, bikeId: Id): Promise<KeptMarks | undefined> => marks.get(marksKey(userId, bikeId));
export const forgetMarks = (): Promise<void> => marks.clear();
