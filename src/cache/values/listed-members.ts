import type { Id } from '#contract/ids.ts';
import { viewerStateOf } from './viewer-states.ts';

/**
 * A member's list of other members. Stored in the `marks` table, so that it is deleted with the member's viewer state.
 */
export type CachedMemberList = { key: string; userId: Id; bikeId: ''; ids: Id[]; savedAt: number };
/** Takes the place of the bike id in a key of the `marks` table. */
export type ListName = 'blocks' | 'flagged';

/** The cached list. Not in the file that changes it, because every list of bikes reads the blocked members. */
export const listedMembers = (userId: Id, name: ListName): Promise<CachedMemberList | undefined> =>
  viewerStateOf(userId, name) as Promise<unknown> as Promise<CachedMemberList | undefined>;
