import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { getMeta, setMeta } from '#src/storage/user-db.ts';

/** Of the visit that runs, by member: Back to the page shows the same entries as new. */
const visits = new Map<Id, number | null>();

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
    const known = isReturning() ? visits.get(userId) : undefined;
    const seen =
      known === undefined ? getMeta('feedSeen').then((all) => all?.[userId] ?? null) : Promise.resolve(known);
    void seen.then((found) => {
      visits.set(userId, found);
      setBefore(found);
    });
  }, [before, userId]);
  return before;
}

/** Records that the member has seen what was new at a time. */
export async function markSeen(userId: Id, at: number): Promise<void> {
  await setMeta('feedSeen', { ...(await getMeta('feedSeen')), [userId]: at });
}
