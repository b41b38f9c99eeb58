import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { type Comment, type CommentQuery, listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { blockedBy } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { nextOf } from '#src/cache/pages.ts';
import {
  continueWindow,
  extendThread,
  extendWindow,
  saveThread,
  saveWindow,
  threadOf,
  windowAround,
} from '#src/cache/values/threads.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { type OptimisticView, optimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import { commentsClosed as cachedClosed, commentWindow, newestComments } from './comments.cache.ts';

export type ShownComment = Comment & {
  waiting: Waiting | null;
  /** Whether the viewer has flagged the comment. */
  userFlagged: boolean;
};

/** A bike's comments, oldest first. */
export type Thread = {
  comments: ShownComment[];
  /** Cursor of the earlier comments; null if there are none. */
  next: string | null;
  /** Whether comments of blocked authors are left out. */
  hides: boolean;
  loadEarlier: () => Promise<void>;
};
/** Comments around an older one. `newer` is the cursor of the following ones; null if these end with the newest. */
type Aside = Thread & { newer: string | null; loadNewer: () => Promise<void> };

const fetchComments = (bikeId: Id, query: CommentQuery) => runAction(listComments, { params: { bikeId }, query });

/** Comments without the viewer's state, oldest first. */
const plainly = (items: readonly Comment[]): ShownComment[] =>
  items.toReversed().map((comment) => ({ ...comment, waiting: null, userFlagged: false }));

/**
 * Adds the state of queued mutations to comments, oldest first.
 * @param arrived comments that the server has; only an edit can be queued for them
 */
export async function commentsIn(
  view: OptimisticView,
  bikeId: Id,
  items: readonly Comment[],
  arrived: readonly Comment[],
): Promise<ShownComment[]> {
  const flagged = new Set((await view.get(viewerState, bikeId))?.flagged?.commentIds);
  return plainly(items).map((comment) => ({
    ...comment,
    waiting: view.waitingFor(
      comment.id,
      arrived.some(({ id }) => id === comment.id) ? ['comment.edit'] : ['comment.add', 'comment.edit'],
    ),
    userFlagged: flagged.has(comment.id),
  }));
}

/**
 * Comments as the viewer sees them, without those of blocked members. `read` returns the comments with queued changes.
 */
async function shown(
  bikeId: Id,
  arrived: readonly Comment[],
  user: AuthUser | null,
  read: (view: OptimisticView) => Promise<readonly Comment[] | undefined>,
) {
  if (!user) return { comments: plainly(arrived), hides: false };
  const view = await optimisticView(user.id, user);
  const items = (await read(view)) ?? arrived;
  const blocked = await blockedBy(user.id);
  const seen = items.filter(({ author }) => !blocked.has(author.id));
  return { comments: await commentsIn(view, bikeId, seen, arrived), hides: seen.length < items.length };
}

/** Returns whether the comments of a bike are closed, with queued changes. */
export function useClosed({ id, commentsClosed = false }: Pick<Bike, 'id' | 'commentsClosed'>): boolean {
  const { user } = useSession();
  const closedHere = async () =>
    user ? (await optimisticView(user.id)).read(cachedClosed, id, commentsClosed) : commentsClosed;
  return useLive('closed', closedHere, [id, user, commentsClosed]) ?? commentsClosed;
}

/**
 * Comments of a bike with queued changes.
 * @param from cursor of the server-rendered page, whose comments are fetched along with the newest
 */
export function useComments(bikeId: Id, from?: string): Read<Thread> {
  const { user } = useSession();
  const askBoth = async () => {
    const [page, earlier] = await Promise.all([
      fetchComments(bikeId, {}),
      from ? fetchComments(bikeId, { cursor: from }) : null,
    ]);
    return { page, ...(from && earlier && { earlier: { cursor: from, page: earlier } }) };
  };
  const read = useCachedQuery({
    name: 'thread',
    key: bikeId,
    viewer: user,
    first: initialQuery(listComments, { params: { bikeId }, query: { cursor: from } }, ({ items, next }) => ({
      comments: plainly(items),
      hides: false,
      next,
    })),
    select: async () => {
      const thread = await threadOf(bikeId);
      const { comments, hides } = await shown(bikeId, thread?.items ?? [], user, (view) =>
        view.read(newestComments, bikeId),
      );
      const data = thread || comments.length > 0 ? { comments, hides, next: thread ? nextOf(thread) : null } : null;
      return { data, savedAt: thread?.savedAt ?? null };
    },
    fetch: () => fetchIntoCache(askBoth, ({ page, earlier }) => saveThread(bikeId, page, earlier)),
  });
  const next = read.data?.next ?? null;
  const loadEarlier = async () => {
    if (!next) return;
    await fetchIntoCache(
      () => fetchComments(bikeId, { cursor: next }),
      (page) => extendThread(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier } };
}

/** Comments around one that is not among the newest; null fetches none. */
export function useCommentsInContext(bikeId: Id, commentId: Id | null): Read<Aside> {
  const { user } = useSession();
  const read = useCachedQuery({
    name: 'aside',
    key: commentId && `${bikeId} ${commentId}`,
    viewer: user,
    select: async () => {
      const aside = commentId ? await windowAround(bikeId, commentId) : undefined;
      if (!aside) return { data: null, savedAt: null };
      const { items, newer, savedAt } = aside;
      const data = {
        ...(await shown(bikeId, items, user, async (view) => (await view.get(commentWindow, bikeId))?.items)),
        next: nextOf(aside),
        newer,
      };
      return { data, savedAt };
    },
    fetch: async () => {
      if (!commentId) return;
      await fetchIntoCache(
        () => fetchComments(bikeId, { around: commentId }),
        (page) => saveWindow(bikeId, page),
      );
    },
  });
  const { next = null, newer = null } = read.data ?? {};
  const loadEarlier = async () => {
    if (!next) return;
    await fetchIntoCache(
      () => fetchComments(bikeId, { cursor: next }),
      (page) => extendWindow(bikeId, page),
    );
  };
  const loadNewer = async () => {
    if (!newer) return;
    await fetchIntoCache(
      () => fetchComments(bikeId, { newer }),
      (page) => continueWindow(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier, loadNewer } };
}
