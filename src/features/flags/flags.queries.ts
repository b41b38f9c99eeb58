import type { Id } from '#contract/ids.ts';
import { marksOf } from '#src/offline/cache/marks.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayFlags } from '#src/offline/writes/flag-overlay.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useSession } from '#src/session/use-session.ts';

/** Whether the viewer has flagged a bike. What the site knows of it comes with the viewer's other marks. */
export function useFlagged(bikeId: Id): boolean {
  const { user } = useSession();
  const flagged = useLive('flagged', async () => {
    if (!user) return null;
    const rows = await rowsOf(user.id);
    return overlayFlags(bikeId, (await marksOf(user.id, bikeId))?.flagged, rows);
  }, [user?.id, bikeId]);
  return flagged?.bike ?? false;
}
