import { listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { nextOf } from '#src/offline/cache/pages.ts';
import { extendThread, saveThread, threadOf } from '#src/offline/cache/threads.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayComments, type ShownComment } from '#src/offline/writes/comment-overlay.ts';
import { opening } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** A bike's comments, the oldest first. */
export type Thread = {
  comments: ShownComment[];
  /** Where the earlier ones go on; null when there are none. */
  next: string | null;
  loadEarlier: () => Promise<void>;
};

/**
 * The comments of a bike with what waits here.
 * @param from where the page begins that came without script: its comments are read beside the newest
 */
export function useComments(bikeId: Id, from?: string): Read<Thread> {
  const { user } = useSession();
  const ask = (cursor?: string) =>
    tracked('GetComments', (call) => call(listComments, { params: { bikeId }, query: { cursor } }));
  const askBoth = async () => {
    const [page, earlier] = await Promise.all([ask(), from ? ask(from) : null]);
    return { page, ...(from && earlier && { earlier: { cursor: from, page: earlier } }) };
  };
  const read = useReading({
    name: 'thread',
    key: bikeId,
    viewer: user,
    first: opening(listComments, { params: { bikeId }, query: { cursor: from } }, ({ items, next }) => ({
      comments: overlayComments(bikeId, items, [], null),
      next,
    })),
    kept: async () => {
      const thread = await threadOf(bikeId);
      const comments = overlayComments(bikeId, thread?.items ?? [], user ? await rowsOf(user.id) : [], user);
      const data = thread || comments.length > 0 ? { comments, next: thread ? nextOf(thread) : null } : null;
      return { data, savedAt: thread?.savedAt ?? null };
    },
    ask: () => renew(askBoth, ({ page, earlier }) => saveThread(bikeId, page, earlier)),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    if (!next) return;
    await renew(
      () => ask(next),
      (page) => extendThread(bikeId, page),
    );
  };
  return { ...read, data: read.data && { comments: read.data.comments, next, loadEarlier } };
}
