import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { onlyHere, type Unsent, unsentOf } from '#src/outbox/unsent.ts';

/** Data of a member that exists only on this device; null while unknown or if there is none. */
export function useUnsent(userId: Id): Unsent | null {
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  useEffect(() => {
    let here = true;
    unsentOf(userId).then(
      (found) => {
        const lost = onlyHere(found);
        if (here) setUnsent(lost.rows + lost.drafts > 0 ? lost : null);
      },
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [userId]);
  return unsent;
}
