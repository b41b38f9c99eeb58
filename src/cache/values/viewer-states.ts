import type { Id } from '#contract/ids.ts';
import type { ViewerState } from '#contract/viewer-state.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** A member's viewer state of a bike (likes, favorites). Rows of older builds have no folders. */
type KeptMarks = Pick<ViewerState, 'liked'> &
  Partial<ViewerState> & { key: string; userId: Id; bikeId: Id; savedAt: number };

const marks = cacheTable<KeptMarks>('marks', 'key');
/** Key of a member's viewer state of a bike. */
export const viewerStateKey = (userId: Id, bikeId: Id) => `${userId}:${bikeId}`;

/** Caches a member's viewer state of a bike; absent fields stay as they were. */
export const saveViewerState = (userId: Id, bikeId: Id, known: Partial<ViewerState>, now = Date.now()): Promise<void> =>
  keep(async () => {
    const key = viewerStateKey(userId, bikeId);
    await marks.put({ liked: false, ...(await marks.get(key)), ...known, key, userId, bikeId, savedAt: now });
  });

/** Changes a member's viewer state of every bike, without updating `savedAt`. */
export const changeAllViewerStates = (userId: Id, to: (known: KeptMarks) => Partial<ViewerState>): Promise<void> =>
  keep(async () => {
    // Folders and member lists are in the same table, without a bike id.
    const all = (await marks.where('userId', userId)).filter(({ bikeId }) => bikeId !== '');
    for (const known of all) {
      const changed = to(known);
      if (changed !== known) await marks.put({ ...known, ...changed });
    }
  });
/** Ids of the bikes in a member's folders, as far as they are cached. */
export const favoritedBikesOf = async (userId: Id): Promise<Id[]> =>
  (await marks.where('userId', userId))
    .filter(({ favoritedFolderIds = [] }) => favoritedFolderIds.length > 0)
    .map(({ bikeId }) => bikeId);
export const viewerStateOf = (userId: Id, bikeId: Id): Promise<KeptMarks | undefined> =>
  marks.get(viewerStateKey(userId, bikeId));
export const forgetViewerStates = (): Promise<void> => marks.clear();
