import type { Id } from '#contract/ids.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import type { MemberList } from '#src/cache/values/member-lists.ts';

/** Milliseconds for which nobody asks again: what is done here is known at once, and elsewhere it is seldom done. */
const freshFor = 300_000;

/**
 * Keeps a member's list of others as the site has it, where that was not asked lately.
 * @param ask asks the site for all of it
 * @throws ApiFailure
 */
export async function renewMemberList(userId: Id, list: MemberList, ask: (userId: Id) => Promise<Id[]>): Promise<void> {
  const kept = await list.of(userId);
  if (kept && Math.abs(Date.now() - kept.savedAt) < freshFor) return;
  await fetchIntoCache(
    () => ask(userId),
    (ids) => list.save(userId, ids),
  );
}
