import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { onlyHereOf, type Unsent } from '#src/offline/signing-out.ts';

/** What this device has of a member and the site has not; null until that is known, and where there is nothing. */
export function useUnsent(userId: Id): Unsent | null {
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  useEffect(() => {
    let here = true;
    onlyHereOf(userId).then(
      (found) => here && setUnsent(found.rows + found.drafts > 0 ? found : null),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [userId]);
  return unsent;
}
