import type { Id } from '#contract/ids.ts';
import { marksOf } from './marks.ts';

/** Members by whom another one has done something. It lies among the member's marks, and goes with them. */
export type KeptList = { key: string; userId: Id; bikeId: ''; ids: Id[]; savedAt: number };
/** Stands where a bike's id does in the key of a mark. */
export type ListName = 'blocks' | 'flagged';

/** Such a list as it is kept. Apart from what changes it: every list of bikes asks for the blocked. */
export const listedMembers = (userId: Id, name: ListName): Promise<KeptList | undefined> =>
  marksOf(userId, name) as Promise<unknown> as Promise<KeptList | undefined>;
