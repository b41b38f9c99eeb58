import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { blockedMembers } from '#src/cache/values/member-lists.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';

/** Ids of the members whom a member has blocked, queued mutations applied; empty for a visitor. */
export async function blockedBy(userId: Id | undefined): Promise<ReadonlySet<Id>> {
  if (!userId) return new Set();
  return new Set(await (await optimisticView(userId)).read(blockedMembers.ids, 'all'));
}

/** The bikes without those of members whom the viewer has blocked. */
export async function withoutBlocked<T extends { owner: Person }>(
  bikes: readonly T[],
  userId: Id | undefined,
): Promise<T[]> {
  const blocked = await blockedBy(userId);
  return bikes.filter(({ owner }) => !blocked.has(owner.id));
}
