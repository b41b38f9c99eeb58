import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { blocksOf } from './cache/blocks.ts';
import { rowsOf } from './outbox.ts';

/** Whom a member has blocked when what waits here has arrived; nobody for a visitor. What was refused changes nothing. */
export async function blockedBy(userId: Id | undefined): Promise<ReadonlySet<Id>> {
  if (!userId) return new Set();
  const blocked = new Set((await blocksOf(userId))?.ids);
  for (const { kind, state, targetId } of await rowsOf(userId)) {
    if (state === 'failed') continue;
    if (kind === 'member.block') blocked.add(targetId);
    if (kind === 'member.unblock') blocked.delete(targetId);
  }
  return blocked;
}

/** Bikes without those of members whom the viewer has blocked. */
export async function withoutBlocked<T extends { owner: Person }>(
  bikes: readonly T[],
  userId: Id | undefined,
): Promise<T[]> {
  const blocked = await blockedBy(userId);
  return bikes.filter(({ owner }) => !blocked.has(owner.id));
}
