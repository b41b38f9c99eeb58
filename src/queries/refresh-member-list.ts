import type { Id } from '#contract/ids.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import type { MemberList } from '#src/cache/values/member-lists.ts';
import { serverNow } from '#src/lib/server-time.ts';

/** Milliseconds for which the list counts as fresh: local changes apply at once, and changes elsewhere are rare. */
const freshForMs = 300_000;

/**
 * Fetches a member's list of other members into the cache, unless it is fresh.
 * @param ask fetches the whole list
 * @throws ApiFailure
 */
export async function refreshMemberList(
  userId: Id,
  list: MemberList,
  ask: (userId: Id) => Promise<Id[]>,
): Promise<void> {
  const cached = await list.of(userId);
  if (cached && Math.abs(serverNow() - cached.savedAt) < freshForMs) return;
  await fetchIntoCache(
    () => ask(userId),
    (ids) => list.save(userId, ids),
  );
}
