import type { Id } from '#contract/ids.ts';
import { listMemberBikes, type MemberBikesPart } from '#contract/people-page.ts';
import { memberBikesKey } from '#src/cache/values/feeds.ts';
import type { Read } from '#src/queries/read.ts';
import { defineFeed, type Feed, useFeed } from './bike-lists.queries.ts';

export const memberBikes = defineFeed(
  listMemberBikes,
  ({ userId, part }: { userId: Id; part: MemberBikesPart }) => memberBikesKey(userId, part),
  ({ userId, part }) => ({ params: { userId }, query: { part } }),
);

/** A member's public bikes. */
export const useMemberBikes = (userId: Id, part: MemberBikesPart): Read<Feed> => useFeed(memberBikes, { userId, part });
