import { listFlaggedMembers } from '#contract/flagged-members.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { flaggedMembers } from '#src/cache/values/member-lists.ts';
import { useMemberList } from './member-list.queries.ts';

const fetchFlagged = async (userId: Id): Promise<Id[]> => (await runAction(listFlaggedMembers, { as: userId })).userIds;

/** Ids of the members whom the viewer has flagged. */
export const useFlaggedMembers = (): ReadonlySet<Id> =>
  useMemberList({ name: 'flagged members', list: flaggedMembers, ask: fetchFlagged });
