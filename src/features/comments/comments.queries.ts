import { listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { call } from '#src/http/api.ts';
import { changeThread, saveThread, threadOf } from '#src/offline/cache.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayComments, type ShownComment } from '#src/offline/writes/comments.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { useSession } from '#src/session/use-session.ts';

/** A bike's comments, the oldest first. */
export type Thread = { comments: ShownComment[]; earlier: boolean; loadEarlier: () => Promise<void> };

/** The comments of a bike with what waits here. */
export function useComments(bikeId: Id): Read<Thread> {
  const { user } = useSession();
  const ask = (cursor?: string) => call(listComments, { params: { bikeId }, query: { cursor } });
  const read = useReading({
    key: bikeId,
    viewer: user,
    kept: async () => {
      const thread = await threadOf(bikeId);
      const comments = overlayComments(bikeId, thread?.comments ?? [], user ? await rowsOf(user.id) : [], user);
      const data = thread || comments.length > 0 ? { comments, next: thread?.next ?? null } : null;
      return { data, savedAt: thread?.savedAt ?? null };
    },
    ask: async () => saveThread(bikeId, await ask()),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    if (!next) return;
    const page = await ask(next);
    let all = page.items;
    await changeThread(bikeId, (comments) => {
      const known = new Set(comments.map((comment) => comment.id));
      all = [...comments, ...page.items.filter((comment) => !known.has(comment.id))];
      return all;
    });
    await saveThread(bikeId, { items: all, next: page.next });
  };
  return { ...read, data: read.data && { comments: read.data.comments, earlier: next !== null, loadEarlier } };
}
