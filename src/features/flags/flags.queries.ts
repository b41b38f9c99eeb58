import type { Id } from '#contract/ids.ts';
import { listLike } from '#src/cache/values/list-likes.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { useLive } from '#src/queries/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** Returns whether the viewer has flagged a bike. Loaded with the viewer's other reactions. */
export function useFlagged(bikeId: Id): boolean {
  const { user } = useSession();
  const flagged = useLive('flagged', async () => {
    if (!user) return null;
    const view = await optimisticView(user.id);
    return (await view.get(viewerState, bikeId))?.flagged ?? null;
  }, [user?.id, bikeId]);
  return flagged?.bike ?? false;
}

/** Returns whether the viewer has flagged a list. Loaded with the viewer's like of it. */
export function useFlaggedList(shareId: string): boolean {
  const { user } = useSession();
  const state = useLive('flagged list', async () => {
    if (!user) return null;
    return (await optimisticView(user.id)).get(listLike, shareId);
  }, [user?.id, shareId]);
  return state?.flagged ?? false;
}
