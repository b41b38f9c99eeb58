import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { Overview } from '#contract/overview.ts';
import { type Refreshed, useRefreshed } from '#src/queries/use-refreshed.ts';
import { fetchOverview } from './overview.actions.ts';

/** Milliseconds between two requests while the overview is in view. */
const everyMs = 15_000;

/** Fetches the overview, again and again while it is in view; not cached on this device. */
export function useOverview(userId: Id | null): Refreshed & { overview: Overview | undefined } {
  const [overview, setOverview] = useState<Overview>();
  const refreshed = useRefreshed(userId, async () => {
    if (userId) setOverview(await fetchOverview(userId));
  });
  const { refresh } = refreshed;
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [refresh]);
  return { ...refreshed, overview };
}
