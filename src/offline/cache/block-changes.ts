import type { Id } from '#contract/ids.ts';
import { blocksOf, blocksPlace, type KeptBlocks } from './blocks.ts';
import { cacheShelf } from './db.ts';
import { marksKey } from './marks.ts';
import { keep } from './room.ts';

const shelf = cacheShelf<KeptBlocks>('marks', 'key');

/** Keeps whom the member has blocked, as the site told it. */
export const saveBlocks = (userId: Id, ids: Id[], now = Date.now()): Promise<void> =>
  keep(() => shelf.put({ key: marksKey(userId, blocksPlace), userId, bikeId: '', ids, savedAt: now }));

/** Notes that the member has blocked somebody, or has let them in again. */
export const changeBlock = (userId: Id, otherId: Id, on: boolean): Promise<void> =>
  keep(async () => {
    const kept = await blocksOf(userId);
    const others = kept?.ids.filter((id) => id !== otherId) ?? [];
    // When the site was asked for all of them does not change by that.
    await saveBlocks(userId, on ? [otherId, ...others] : others, kept?.savedAt ?? 0);
  });
