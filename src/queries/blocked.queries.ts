import type { Id } from '#contract/ids.ts';
import { blockedBy } from '#src/cache/blocked.ts';
import { useSession } from '#src/session/use-session.ts';
import { useLive } from './live.queries.ts';

const none: ReadonlySet<Id> = new Set();

/** Whom the viewer has blocked; nobody while that is read, and for visitors. */
export function useBlocked(): ReadonlySet<Id> {
  const { user } = useSession();
  return useLive('blocks', () => blockedBy(user?.id), [user?.id]) ?? none;
}
