import type { Id } from '#contract/ids.ts';
import { marksOf } from './marks.ts';

/** Whom a member has blocked. It lies among the member's marks, and goes with them. */
export type KeptBlocks = { key: string; userId: Id; bikeId: ''; ids: Id[]; savedAt: number };

/** Stands where a bike's id does in the key of a mark. */
export const blocksPlace = 'blocks';

export const blocksOf = (userId: Id): Promise<KeptBlocks | undefined> =>
  marksOf(userId, blocksPlace) as Promise<unknown> as Promise<KeptBlocks | undefined>;
