import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** The visit that runs: Back to the page shows the same entries as new. */
let visit: { userId: Id; before: number | null } | undefined;

const isReturning = () => document.documentElement.hasAttribute('data-returned');

/**
 * When the member last saw the newest of their feed on this device before this visit, in milliseconds since the epoch;
 * null if they never did, undefined while loading.
 */
export function useSeenBefore(userId: Id): number | null | undefined {
  const [before, setBefore] = useState<number | null>();
  useEffect(() => {
    if (before !== undefined) return;
    // Known only in an effect: the address has just changed.
    const isSame = isReturning() && visit?.userId === userId;
    const seen = isSame
      ? Promise.resolve(visit)
      : getMeta('feedSeen').then((all) => ({ userId, before: all?.[userId] ?? null }));
    void seen.then((found) => {
      visit = found;
      setBefore(found?.before ?? null);
    });
  }, [before, userId]);
  return before;
}

/** Records that the member has seen what was new at a time. */
export async function markSeen(userId: Id, at: number): Promise<void> {
  await setMeta('feedSeen', { ...(await getMeta('feedSeen')), [userId]: at });
}
