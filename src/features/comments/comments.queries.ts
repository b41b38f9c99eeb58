import type { AuthUser } from '#contract/auth.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { type Comment, type CommentQuery, listComments } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { blockedBy } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { nextOf } from '#src/cache/pages.ts';
import {
  asideOf,
  continueAside,
  extendAside,
  extendThread,
  saveAside,
  saveThread,
  threadOf,
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
  /** Whether the viewer has flagged it. */
  userFlagged: boolean;
};

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
  runAction('GetComments', (call) => call(listComments, { params: { bikeId }, query }));

/** Comments as nobody in particular sees them, the oldest first. */
const plainly = (items: readonly Comment[]): ShownComment[] =>
  items.toReversed().map((comment) => ({ ...comment, waiting: null, userFlagged: false }));

/**
 * Comments with what is queued, the oldest first.
 * @param arrived those that the server has: what is queued of them can only be an edit
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

/** Comments as the viewer sees them, without those of members whom they have blocked. `read`: those with what is queued. */
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

/** Whether a bike takes no more comments; what waits here counts. */
export function useClosed({ id, commentsClosed = false }: Pick<Bike, 'id' | 'commentsClosed'>): boolean {
  const { user } = useSession();
  const closedHere = async () =>
    user ? (await optimisticView(user.id)).read(cachedClosed, id, commentsClosed) : commentsClosed;
  return useLive('closed', closedHere, [id, user, commentsClosed]) ?? commentsClosed;
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
      () => ask(bikeId, { cursor: next }),
      (page) => extendThread(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier } };
}

/** The comments beside one that is not among the newest; null asks for none. */
export function useAside(bikeId: Id, commentId: Id | null): Read<Aside> {
  const { user } = useSession();
  const read = useCachedQuery({
    name: 'aside',
    key: commentId && `${bikeId} ${commentId}`,
    viewer: user,
    select: async () => {
      const aside = commentId ? await asideOf(bikeId, commentId) : undefined;
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
        () => ask(bikeId, { around: commentId }),
        (page) => saveAside(bikeId, page),
      );
    },
  });
  const { next = null, newer = null } = read.data ?? {};
  const loadEarlier = async () => {
    if (!next) return;
    await fetchIntoCache(
      () => ask(bikeId, { cursor: next }),
      (page) => extendAside(bikeId, page),
    );
  };
  const loadNewer = async () => {
    if (!newer) return;
    await fetchIntoCache(
      () => ask(bikeId, { newer }),
      (page) => continueAside(bikeId, page),
    );
  };
  return { ...read, data: read.data && { ...read.data, loadEarlier, loadNewer } };
}
