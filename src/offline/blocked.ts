import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { listedMembers } from './cache/listed-members.ts';
import { rowsOf } from './outbox.ts';
import { overlayMembers } from './writes/member-overlay.ts';

/** Whom a member has blocked when what waits here has arrived; nobody for a visitor. What was refused changes nothing. */
export async function blockedBy(userId: Id | undefined): Promise<ReadonlySet<Id>> {
  if (!userId) return new Set();
  const rows = await rowsOf(userId);
  const ids = (await listedMembers(userId, 'blocks'))?.ids ?? [];
  return overlayMembers(ids, rows, { on: 'member.block', off: 'member.unblock' });
}

/** Bikes without those of members whom the viewer has blocked. */
export async function withoutBlocked<T extends { owner: Person }>(
  bikes: readonly T[],
  userId: Id | undefined,
): Promise<T[]> {
  const blocked = await blockedBy(userId);
  return bikes.filter(({ owner }) => !blocked.has(owner.id));
}
