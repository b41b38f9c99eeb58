import type { Id } from '#contract/ids.ts';
import { listMemberBikes, type MemberBikesPart } from '#contract/people-page.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { memberBikesKey } from '#src/cache/values/people.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { type Feed, type FeedCall, shown, useFeed } from './bike-lists.queries.ts';

/** A member's public bikes. */
export function useMemberBikes(userId: Id, part: MemberBikesPart): Read<Feed> {
  const params = { userId };
  const ask: FeedCall = (cursor) => runAction(listMemberBikes, { params, query: { part, cursor } });
  return useFeed(memberBikesKey(userId, part), ask, initialQuery(listMemberBikes, { params, query: { part } }, shown));
}
