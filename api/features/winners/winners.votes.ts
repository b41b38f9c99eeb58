import { may } from '#contract/may.ts';

const dayMs = 86_400_000;
/** Votes per member and owner in one UTC day. */
const maxVotesPerDay = 6;
/** Minimum account age for voting, in milliseconds. */
const minAccountAgeMs = 7 * dayMs;

/** A like that has not been removed. */
type Like = { memberId: string; bikeId: string; at: Date };

export interface VoteNeeds {
  /** The likes of a period, earliest first, in batches. */
  likes(from: Date, before: Date): AsyncIterable<Like[]>;
  ownersOf(bikeIds: string[]): Promise<Map<string, string>>;
  /** Filters the members who are confirmed and active, with the time they joined. */
  votersAmong(memberIds: string[]): Promise<Map<string, Date>>;
  /** Filters the pairs whose owner has blocked the member. Returns them as `ownerId:memberId`. */
  blocked(pairs: { ownerId: string; memberId: string }[]): Promise<Set<string>>;
}

/** The key of a pair in {@link VoteNeeds.blocked}. */
const pairOf = (ownerId: string, memberId: string): string => `${ownerId}:${memberId}`;

const unique = (all: string[]): string[] => [...new Set(all)];

/** Counts the votes of a period by bike. Reads the likes once, in order; further queries are batched. */
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
      return at.getTime() - joined.getTime() < minAccountAgeMs ? [] : [{ memberId, ownerId, bikeId, at }];
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
      if (nth <= maxVotesPerDay) votes.set(bikeId, (votes.get(bikeId) ?? 0) + 1);
    }
  }
  return votes;
}
