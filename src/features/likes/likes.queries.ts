import type { Id } from '#contract/ids.ts';
import { viewerMarks } from '#contract/marks.ts';
import { bikeOf } from '#src/offline/cache/bikes.ts';
import { marksOf, saveMarks } from '#src/offline/cache/marks.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayLike } from '#src/offline/writes/likes.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** Whether the viewer likes a bike and how many do; a waiting like counts. Null while it is read. */
export function useLike(bikeId: Id): { liked: boolean; likes: number } | null {
  const { user } = useSession();
  const { data } = useReading({
    name: 'like',
    key: user && `${user.id}:${bikeId}`,
    viewer: bikeId,
    kept: async () => {
      const rows = user ? await rowsOf(user.id) : [];
      const bike = (await bikeOf(bikeId))?.bike;
      // While this device has not kept the bike, the bike itself knows.
      if (!user) return { data: bike ? { liked: false, likes: bike.counts.likes } : null, savedAt: null };
      const likes = bike?.counts.likes ?? 0;
      const marks = await marksOf(user.id, bikeId);
      const data = overlayLike(bikeId, marks?.liked ?? false, likes, rows);
      return { data, savedAt: marks?.savedAt ?? null };
    },
    ask: async () => {
      if (!user) return;
      await renew(
        () => tracked('GetMarks', (call) => call(viewerMarks, { params: { bikeId }, as: user.id })),
        (marks) => saveMarks(user.id, bikeId, marks),
      );
    },
  });
  return data;
}
