import type { Id } from '#contract/ids.ts';
import { cacheShelf } from './db.ts';
import { keep } from './room.ts';

/** Whom a member has blocked. It lies among the member's marks, and goes with them. */
type KeptBlocks = { key: string; userId: Id; bikeId: ''; ids: Id[]; savedAt: number };

const shelf = cacheShelf<KeptBlocks>('marks', 'key');
const keyOf = (userId: Id) => `${userId}:blocks`;

export const blocksOf = (userId: Id): Promise<KeptBlocks | undefined> => shelf.get(keyOf(userId));

/** Keeps whom the member has blocked, as the site told it. */
export const saveBlocks = (userId: Id, ids: Id[], now = Date.now()): Promise<void> =>
  keep(() => shelf.put({ key: keyOf(userId), userId, bikeId: '', ids, savedAt: now }));

/** Notes that the member has blocked somebody, or has let them in again. */
export const changeBlock = (userId: Id, otherId: Id, on: boolean): Promise<void> =>
  keep(async () => {
    const kept = await blocksOf(userId);
    const others = kept?.ids.filter((id) => id !== otherId) ?? [];
    // When the site was asked for all of them does not change by that.
    await saveBlocks(userId, on ? [otherId, ...others] : others, kept?.savedAt ?? 0);
  });
