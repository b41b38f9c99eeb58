import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { type Comment, type CommentQuery, listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { blockedBy } from '#src/offline/blocked.ts';
import { marksOf } from '#src/offline/cache/marks.ts';
import { nextOf } from '#src/offline/cache/pages.ts';
import {
  asideOf,
  continueAside,
  extendAside,
  extendThread,
  saveAside,
  saveThread,
  threadOf,
} from '#src/offline/cache/threads.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayComments, type ShownComment } from '#src/offline/writes/comment-overlay.ts';
import { overlayClosed } from '#src/offline/writes/comments.ts';
import { overlayFlags } from '#src/offline/writes/flag-overlay.ts';
import { opening } from '#src/reading/given.ts';
import { useLive } from '#src/reading/live.queries.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** A bike's comments, the oldest first. */
export type Thread = {
  comments: ShownComment[];
  /** Where the earlier ones go on; null when there are none. */
  next: string | null;
  /** Whether some are left out because their authors are blocked. */
  hides: boolean;
  loadEarlier: () => Promise<void>;
};
/** Those beside an older one. `newer`: where those go on that follow; null when they end with the newest. */
type Aside = Thread & { newer: string | null; loadNewer: () => Promise<void> };

const ask = (bikeId: Id, query: CommentQuery) =>
  tracked('GetComments', (call) => call(listComments, { params: { bikeId }, query }));

/** A bike's comments with what waits here, without those of members whom the viewer has blocked. */
async function shown(bikeId: Id, items: readonly Comment[], user: AuthUser | null, withNew = true) {
  const rows = user ? await rowsOf(user.id) : [];
  const flagged = user && overlayFlags(bikeId, (await marksOf(user.id, bikeId))?.flagged, rows);
  // Where newer ones are left out, what is written now does not follow.
  const fitting = withNew ? rows : rows.filter(({ kind }) => kind !== 'comment.add');
  const blocked = await blockedBy(user?.id);
  const seen = items.filter(({ author }) => !blocked.has(author.id));
  const comments = overlayComments(bikeId, seen, fitting, user, new Set(flagged?.commentIds));
  return { comments, hides: seen.length < items.length };
}

/** Whether a bike takes no more comments; what waits here counts. */
export function useClosed({ id, commentsClosed = false }: Pick<Bike, 'id' | 'commentsClosed'>): boolean {
  const { user } = useSession();
  const asWritten = async () => overlayClosed(id, commentsClosed, user ? await rowsOf(user.id) : []);
  return useLive('closed', asWritten, [id, user, commentsClosed]) ?? commentsClosed;
}

/**
 * The comments of a bike with what waits here.
 * @param from where the page begins that came without script: its comments are read beside the newest
 */
export function useComments(bikeId: Id, from?: string): Read<Thread> {
  const { user } = useSession();
  const askBoth = async () => {
    const [page, earlier] = await Promise.all([ask(bikeId, {}), from ? ask(bikeId, { cursor: from }) : null]);
    return { page, ...(from && earlier && { earlier: { cursor: from, page: earlier } }) };
  };
  const read = useReading({
    name: 'thread',
    key: bikeId,
    viewer: user,
    first: opening(listComments, { params: { bikeId }, query: { cursor: from } }, ({ items, next }) => ({
      comments: overlayComments(bikeId, items, [], null),
      hides: false,
      next,
    })),
    kept: async () => {
      const thread = await threadOf(bikeId);
      const { comments, hides } = await shown(bikeId, thread?.items ?? [], user);
      const data = thread || comments.length > 0 ? { comments, hides, next: thread ? nextOf(thread) : null } : null;
      return { data, savedAt: thread?.savedAt ?? null };
    },
    ask: () => renew(askBoth, ({ page, earlier }) => saveThread(bikeId, page, earlier)),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    if (!next) return;
    await renew(
      () => ask(bikeId, { cursor: next }),
      (page) => extendThread(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier } };
}

/** The comments beside one that is not among the newest; null asks for none. */
export function useAside(bikeId: Id, commentId: Id | null): Read<Aside> {
  const { user } = useSession();
  const read = useReading({
    name: 'aside',
    key: commentId && `${bikeId} ${commentId}`,
    viewer: user,
    kept: async () => {
      const aside = commentId ? await asideOf(bikeId, commentId) : undefined;
      if (!aside) return { data: null, savedAt: null };
      const { items, newer, savedAt } = aside;
      const data = { ...(await shown(bikeId, items, user, newer === null)), next: nextOf(aside), newer };
      return { data, savedAt };
    },
    ask: async () => {
      if (!commentId) return;
      await renew(
        () => ask(bikeId, { around: commentId }),
        (page) => saveAside(bikeId, page),
      );
    },
  });
  const { next = null, newer = null } = read.data ?? {};
  const loadEarlier = async () => {
    if (!next) return;
    await renew(
      () => ask(bikeId, { cursor: next }),
      (page) => extendAside(bikeId, page),
    );
  };
  const loadNewer = async () => {
    if (!newer) return;
    await renew(
      () => ask(bikeId, { newer }),
      (page) => continueAside(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier, loadNewer } };
}
