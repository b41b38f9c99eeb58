import { listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { call } from '#src/http/api.ts';
import { nextOf } from '#src/offline/cache/pages.ts';
import { extendThread, saveThread, threadOf } from '#src/offline/cache/threads.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayComments, type ShownComment } from '#src/offline/writes/comments.ts';
import { opening } from '#src/reading/given.ts';
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
    name: 'thread',
    key: bikeId,
    viewer: user,
    first: opening(listComments, { params: { bikeId } }, ({ items, next }) => ({
      comments: overlayComments(bikeId, items, [], null),
      next,
    })),
    kept: async () => {
      const thread = await threadOf(bikeId);
      const comments = overlayComments(bikeId, thread?.items ?? [], user ? await rowsOf(user.id) : [], user);
      const data = thread || comments.length > 0 ? { comments, next: thread ? nextOf(thread) : null } : null;
      return { data, savedAt: thread?.savedAt ?? null };
    },
    ask: () => renew(ask, (page) => saveThread(bikeId, page)),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    if (!next) return;
    await renew(
      () => ask(next),
      (page) => extendThread(bikeId, page),
    );
  };
  return { ...read, data: read.data && { comments: read.data.comments, earlier: next !== null, loadEarlier } };
}
