import { may } from '#contract/may.ts';

const dayMs = 86_400_000;
/** Votes that one member can give one owner in a day, by UTC. */
const mostADay = 6;
/** How long a member has to be here to vote, in milliseconds. */
const oldEnough = 7 * dayMs;

/** A like that stands: whose, of which bike, when. */
type Like = { memberId: string; bikeId: string; at: Date };

export interface VoteNeeds {
  /** The likes of a time, the earliest first, in batches. */
  likes(from: Date, before: Date): AsyncIterable<Like[]>;
  ownersOf(bikeIds: string[]): Promise<Map<string, string>>;
  /** Those of these members who are confirmed and Active, and since when they are here. */
  votersAmong(memberIds: string[]): Promise<Map<string, Date>>;
  /** Those of these pairs whose owner has blocked the member. */
  blocked(pairs: { ownerId: string; memberId: string }[]): Promise<Set<string>>;
}

/** How {@link VoteNeeds.blocked} names a pair. */
const pairOf = (ownerId: string, memberId: string): string => `${ownerId}:${memberId}`;

const unique = (all: string[]): string[] => [...new Set(all)];

/** The votes of a time by bike. The likes are read once, in their order; what is asked besides is asked a batch at a time. */
export async function votesIn(from: Date, before: Date, needs: VoteNeeds): Promise<Map<string, number>> {
  const votes = new Map<string, number>();
  const given = new Map<string, number>();
  let today = 0;
  for await (const likes of needs.likes(from, before)) {
    const [owners, voters] = await Promise.all([
      needs.ownersOf(unique(likes.map(({ bikeId }) => bikeId))),
      needs.votersAmong(unique(likes.map(({ memberId }) => memberId))),
    ]);
    const valid = likes.flatMap(({ memberId, bikeId, at }) => {
      const [ownerId, joined] = [owners.get(bikeId), voters.get(memberId)];
      if (!ownerId || !joined) return [];
      if (!may('bike.like', { id: memberId }, { owner: { id: ownerId }, status: 'Active' })) return [];
      return at.getTime() - joined.getTime() < oldEnough ? [] : [{ memberId, ownerId, bikeId, at }];
    });
    const blocked = await needs.blocked(valid);
    for (const { memberId, ownerId, bikeId, at } of valid) {
      const pair = pairOf(ownerId, memberId);
      if (blocked.has(pair)) continue;
      const day = Math.floor(at.getTime() / dayMs);
      if (day !== today) given.clear();
      today = day;
      const nth = (given.get(pair) ?? 0) + 1;
      given.set(pair, nth);
      if (nth <= mostADay) votes.set(bikeId, (votes.get(bikeId) ?? 0) + 1);
    }
  }
  return votes;
}
