import { may } from '#contract/may.ts';
import { trustOf } from '#contract/trust.ts';

const dayMs = 86_400_000;
/** Votes per member and owner in one UTC day. */
const maxVotesPerDay = 6;

/** A like that has not been removed. */
export type Like = { memberId: string; bikeId: string; at: Date };

export interface VoteDeps {
  ownersOf(bikeIds: string[]): Promise<Map<string, string>>;
  /** Filters the members who are confirmed and active, with the time from which each is no longer new. */
  votersByIds(memberIds: string[]): Promise<Map<string, Date>>;
  /** Filters the pairs whose owner has blocked the member. Returns them as `ownerId:memberId`. */
  blocked(pairs: { ownerId: string; memberId: string }[]): Promise<Set<string>>;
}

/** The key of a pair in {@link VoteDeps.blocked}. */
export const pairOf = (ownerId: string, memberId: string): string => `${ownerId}:${memberId}`;

const unique = (all: string[]): string[] => [...new Set(all)];

/**
 * Counts votes by bike. Goes through the likes once; further queries are batched.
 * @param batches the likes of a period, earliest first
 */
export async function votesIn(
  batches: AsyncIterable<Like[]> | Iterable<Like[]>,
  deps: VoteDeps,
): Promise<Map<string, number>> {
  const votes = new Map<string, number>();
  const countByPair = new Map<string, number>();
  let today = 0;
  for await (const likes of batches) {
    const [owners, voters] = await Promise.all([
      deps.ownersOf(unique(likes.map(({ bikeId }) => bikeId))),
      deps.votersByIds(unique(likes.map(({ memberId }) => memberId))),
    ]);
    const valid = likes.flatMap(({ memberId, bikeId, at }) => {
      const [ownerId, trusted] = [owners.get(bikeId), voters.get(memberId)];
      if (!ownerId || !trusted) return [];
      if (!may('bike.like', { id: memberId }, { owner: { id: ownerId }, status: 'Active' })) return [];
      return trustOf(at < trusted).likesVote ? [{ memberId, ownerId, bikeId, at }] : [];
    });
    const blocked = await deps.blocked(valid);
    for (const { memberId, ownerId, bikeId, at } of valid) {
      const pair = pairOf(ownerId, memberId);
      if (blocked.has(pair)) continue;
      const day = Math.floor(at.getTime() / dayMs);
      if (day !== today) countByPair.clear();
      today = day;
      const nth = (countByPair.get(pair) ?? 0) + 1;
      countByPair.set(pair, nth);
      if (nth <= maxVotesPerDay) votes.set(bikeId, (votes.get(bikeId) ?? 0) + 1);
    }
  }
  return votes;
}
