import { nobody } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { deletedMember, type Person } from '#contract/people.ts';
import { cachedBikes } from '#src/cache/values/bikes.ts';
import { conversationsOf } from '#src/cache/values/conversations.ts';
import { threadOf } from '#src/cache/values/threads.ts';
import { blockedBy } from '#src/features/blocks/blocked.ts';

/**
 * The people that this device knows: `talking` are the commenters of a bike and its owner, `others` come from
 * conversations and cached bikes. The `blocked` are in neither.
 */
export type KnownPeople = { talking: Person[]; others: Person[]; blocked: ReadonlySet<Id> };

/** Everybody whom this device knows except the member, each once, the latest speakers first. */
export async function knownPeople(userId: Id, bikeId: Id): Promise<KnownPeople> {
  const [thread, bikes, conversations, blocked] = await Promise.all([
    threadOf(bikeId),
    cachedBikes(),
    conversationsOf(userId),
    blockedBy(userId),
  ]);
  const known = new Set([userId, nobody.id, ...blocked]);
  const withoutKnown = (people: readonly Person[]) =>
    people.filter(({ id, username }) => username !== deletedMember && !known.has(id) && known.add(id));
  const owners = (here: boolean) => bikes.flatMap(({ bike }) => ((bike.id === bikeId) === here ? [bike.owner] : []));
  return {
    talking: withoutKnown([...(thread?.items ?? []).map(({ author }) => author), ...owners(true)]),
    others: withoutKnown([...(conversations?.items ?? []).map((one) => one.with), ...owners(false)]),
    blocked,
  };
}
