import { listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { call } from '#src/http/api.ts';
import { changeThread, saveThread, threadOf } from '#src/offline/cache.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayComments, type ShownComment } from '#src/offline/writes/comments.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { type Read, readOf } from '#src/reading/read.ts';
import { useRefreshed } from '#src/reading/use-refreshed.ts';
import { useSession } from '#src/session/use-session.ts';

/** A bike's comments, the oldest first. */
export type Thread = { comments: ShownComment[]; earlier: boolean; loadEarlier: () => Promise<void> };

/** The comments of a bike with what waits here. */
export function useComments(bikeId: Id): Read<Thread> {
  const { user } = useSession();
  const kept = useLive(async () => {
    const thread = await threadOf(bikeId);
    const comments = overlayComments(bikeId, thread?.comments ?? [], user ? await rowsOf(user.id) : [], user);
    if (!thread && comments.length === 0) return null;
    return { comments, next: thread?.next ?? null, savedAt: thread?.savedAt ?? null };
  }, [bikeId, user]);
  const ask = (cursor?: string) => call(listComments, { params: { bikeId }, query: { cursor } });
  const network = useRefreshed(bikeId, async () => saveThread(bikeId, await ask()));
  const loadEarlier = async () => {
    if (!kept?.next) return;
    const page = await ask(kept.next);
    let all = page.items;
    await changeThread(bikeId, (comments) => {
      const known = new Set(comments.map((comment) => comment.id));
      all = [...comments, ...page.items.filter((comment) => !known.has(comment.id))];
      return all;
    });
    await saveThread(bikeId, { items: all, next: page.next });
  };
  const thread = kept && { comments: kept.comments, earlier: kept.next !== null, loadEarlier };
  return readOf(thread, kept?.savedAt ?? null, network);
}
