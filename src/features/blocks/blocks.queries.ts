import type { Id } from '#contract/ids.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';
import { blockedBy } from './blocked.ts';

const none: ReadonlySet<Id> = new Set();

/** Ids of the members whom the viewer has blocked; empty while loading and for visitors. */
export function useBlocked(): ReadonlySet<Id> {
  const { user } = useSession();
  return useLive('blocks', () => blockedBy(user?.id), [user?.id]) ?? none;
}
