// The members' likes. Nobody likes a bike of their own, or the same bike twice.
import type { Rng } from './illustrator/random.ts';
import type { DemoBike, DemoComment, DemoLike, DemoMember } from './types.ts';

const hour = 3_600_000;

/**
 * @param appeal between 0 and 1; 1 is liked by everybody
 * @param talkers ids of the commenters, who are the likeliest to like
 * @param now milliseconds since the epoch
 */
export function likesOf(
  bike: DemoBike,
  appeal: number,
  members: readonly DemoMember[],
  talkers: ReadonlySet<DemoComment['authorId']>,
  now: number,
  r: Rng,
): DemoLike[] {
  const published = Date.parse(bike.publishedAt);
  const age = now - published;
  const others = members
    .filter((member) => member.id !== bike.ownerId)
    .map((member) => ({ member, turn: r() - (talkers.has(member.id) ? 0.5 : 0) }))
    .sort((a, b) => a.turn - b.turn);
  const seen = 1 - Math.exp(-age / (14 * hour));
  const count = Math.round(others.length * (appeal < 1 ? appeal ** 1.4 * seen : 1));
  return others.slice(0, count).map(({ member }) => {
    const after = Math.min(age * 0.98, 28 * 24 * hour) * r() ** 2.6;
    return { bikeId: bike.id, memberId: member.id, likedAt: new Date(Math.round(published + after)).toISOString() };
  });
}
