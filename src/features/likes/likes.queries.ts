import type { Id } from '#contract/ids.ts';
import { viewerMarks } from '#contract/likes.ts';
import { call } from '#src/http/api.ts';
import { bikeOf, marksOf, saveMarks } from '#src/offline/cache.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayLike } from '#src/offline/writes/likes.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useRefreshed } from '#src/reading/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';

/** Whether the viewer likes a bike and how many do; a waiting like counts. Undefined while it is read. */
export function useLike(bikeId: Id): { liked: boolean; likes: number } | undefined {
  const { user } = useSession();
  useRefreshed(user && `${user.id}:${bikeId}`, async () => {
    if (user) await saveMarks(user.id, bikeId, (await call(viewerMarks, { params: { bikeId } })).liked);
  });
  return useLive(async () => {
    const likes = (await bikeOf(bikeId))?.bike.counts.likes ?? 0;
    if (!user) return { liked: false, likes };
    const liked = (await marksOf(user.id, bikeId))?.liked ?? false;
    return overlayLike(bikeId, liked, likes, await rowsOf(user.id));
  }, [bikeId, user]);
}
