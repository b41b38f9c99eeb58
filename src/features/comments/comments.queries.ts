import * as v from 'valibot';
import type { Bike } from '#contract/bike-whole.ts';
import { type Answered, answeredOf, type Comment, listComments } from '#contract/comments.ts';
import { Id } from '#contract/id-schema.ts';
import { aboutName } from '#contract/pages.ts';
import { nextOf } from '#src/cache/pages.ts';
import {
  aboutOf,
  continueWindow,
  extendAbout,
  extendThread,
  extendWindow,
  saveAbout,
  saveThread,
  saveWindow,
  threadOf,
  windowAround,
} from '#src/cache/values/threads.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { blockedBy } from '#src/features/blocks/blocked.ts';
import { type OptimisticView, optimisticView } from '#src/outbox/optimistic.ts';
import type { Waiting } from '#src/outbox/waiting.ts';
import { defineQuery, type MemberView, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import {
  commentsClosed as cachedClosed,
  commentsAbout,
  commentWindow,
  newestComments,
  pinnedComments,
} from './comments.cache.ts';

export type ShownComment = Omit<Comment, 'replyTo'> & {
  /** `blocked`: the viewer has blocked the author of the comment that it answers. */
  replyTo?: Answered | 'blocked' | undefined;
  waiting: Waiting | null;
  /** Whether the viewer has flagged the comment. */
  userFlagged: boolean;
};

/** A bike's comments, oldest first. */
export type Thread = {
  comments: ShownComment[];
  /** The pinned ones, the latest pin first. They are among the comments, too, if these reach back so far. */
  pinned: ShownComment[];
  /** Cursor of the earlier comments; null if there are none. */
  next: string | null;
  /** Whether comments of blocked authors are left out. */
  hides: boolean;
  loadEarlier: () => Promise<void>;
};
/** Comments around an older one. `newer` is the cursor of the following ones; null if these end with the newest. */
type CommentsInContext = Thread & { newer: string | null; loadNewer: () => Promise<void> };

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
 * A reply with the comment that it answers: as that is in the same list, with queued changes. An answered comment
 * that only this device knows of is looked up among all that are cached; what the server says of one is never older.
 */
function seenReply(
  { replyTo, ...comment }: ShownComment,
  known: ReadonlyMap<Id, Comment>,
  cached: ReadonlyMap<Id, Comment>,
  blocked: ReadonlySet<Id>,
): ShownComment {
  if (!replyTo || replyTo === 'blocked') return comment;
  const { id, author, status } = replyTo;
  const here = status === 'Active' && (known.get(id) ?? (author.username ? null : cached.get(id)));
  const answered = here ? answeredOf(here) : replyTo;
  return { ...comment, replyTo: blocked.has(answered.author.id) ? 'blocked' : answered };
}

const byId = (...lists: (readonly Comment[] | null | undefined)[]): ReadonlyMap<Id, Comment> =>
  new Map(lists.flatMap((list) => (list ?? []).map((comment) => [comment.id, comment] as const)));

/** Whether a reply waits to be sent, so that nobody has told yet whom it answers. */
const isUnnamed = ({ replyTo }: Comment): boolean => replyTo?.author.username === '';

/** All comments of a bike on this device. */
async function cachedComments(view: OptimisticView, bikeId: Id): Promise<ReadonlyMap<Id, Comment>> {
  const around = await view.get(commentWindow, bikeId);
  return byId(await view.get(newestComments, bikeId), around?.items);
}

/** Comments as the server sent them. */
type Arrived = { items: readonly Comment[]; pinned: readonly Comment[] };

/**
 * Comments as the viewer sees them, without those of blocked members. `read` returns the comments with queued changes.
 */
async function shown(
  member: MemberView | null,
  bikeId: Id,
  arrived: Arrived,
  read: (view: OptimisticView) => Promise<Arrived | undefined>,
) {
  if (!member) return { comments: plainly(arrived.items), pinned: plainly(arrived.pinned.toReversed()), hides: false };
  const { user, view } = member;
  const { items, pinned } = (await read(view)) ?? arrived;
  const known = byId(pinned, items);
  const cached = [...items, ...pinned].some(isUnnamed) ? await cachedComments(view, bikeId) : known;
  const blocked = await blockedBy(user.id);
  const isSeen = ({ author }: Comment) => !blocked.has(author.id);
  const seen = items.filter(isSeen);
  const show = async (some: readonly Comment[]) => {
    const all = await commentsIn(view, bikeId, some, [...arrived.items, ...arrived.pinned]);
    return all.map((comment) => seenReply(comment, known, cached, blocked));
  };
  return {
    comments: await show(seen),
    pinned: await show(pinned.filter(isSeen).toReversed()),
    hides: seen.length < items.length,
  };
}

/** Returns whether the comments of a bike are closed, with queued changes. */
export function useClosed({ id, commentsClosed = false }: Pick<Bike, 'id' | 'commentsClosed'>): boolean {
  const { user } = useSession();
  const closedHere = async () =>
    user ? (await optimisticView(user.id)).read(cachedClosed, id, commentsClosed) : commentsClosed;
  return useLive('closed', closedHere, [id, user, commentsClosed]) ?? commentsClosed;
}

export const newest = defineQuery({
  name: 'thread',
  endpoint: listComments,
  key: ({ bikeId }: { bikeId: Id; from: string | undefined }) => bikeId,
  request: ({ bikeId, from }) => ({ params: { bikeId }, query: { cursor: from } }),
  read: async (member, { bikeId }) => {
    const thread = await threadOf(bikeId);
    const arrived = { items: thread?.items ?? [], pinned: thread?.pinned ?? [] };
    const seen = await shown(member, bikeId, arrived, async (view) => ({
      items: await view.read(newestComments, bikeId),
      pinned: await view.read(pinnedComments, bikeId),
    }));
    const next = thread ? nextOf(thread) : null;
    return withSavedAt(thread || seen.comments.length > 0 ? { ...seen, next } : null, thread);
  },
  initial: ({ items, next, pinned = [] }) => ({
    comments: plainly(items),
    pinned: plainly(pinned.toReversed()),
    hides: false,
    next,
  }),
  fetch: async (ask, { from }) => {
    const [page, earlier] = await Promise.all([ask({ cursor: undefined }), from ? ask() : null]);
    return { page, ...(from && earlier && { earlier: { cursor: from, page: earlier } }) };
  },
  save: ({ page, earlier }, { bikeId }) => saveThread(bikeId, page, earlier),
  extend: (page, { bikeId }) => extendThread(bikeId, page),
});

/** The comments about one update of a bike. */
export const about = defineQuery({
  name: 'about',
  endpoint: listComments,
  key: ({ bikeId, updateId }: { bikeId: Id; updateId: Id }) => `${bikeId} ${updateId}`,
  request: ({ bikeId, updateId }) => ({ params: { bikeId }, query: { update: updateId } }),
  read: async (member, { bikeId, updateId }) => {
    const cached = await aboutOf(bikeId);
    const known = cached?.updateId === updateId ? cached : null;
    // Without them, those among the newest comments are shown.
    const isAbout = (comment: Comment) => comment.updateId === updateId;
    const items = known?.items ?? (await threadOf(bikeId))?.items.filter(isAbout) ?? [];
    const seen = await shown(member, bikeId, { items, pinned: [] }, async (view) => {
      const read = known ? (await view.get(commentsAbout, bikeId))?.items : await view.read(newestComments, bikeId);
      return { items: (read ?? items).filter(isAbout), pinned: [] };
    });
    const next = known ? nextOf(known) : null;
    return withSavedAt(known || seen.comments.length > 0 ? { ...seen, next } : null, known);
  },
  initial: ({ items, next }) => ({ comments: plainly(items), pinned: [], hides: false, next }),
  save: (page, { bikeId, updateId }) => saveAbout(bikeId, updateId, page),
  extend: (page, { bikeId, updateId }) => extendAbout(bikeId, updateId, page),
});

/** Cursor of the earlier comments that an address asks for. */
export const fromOf = (search: string | URLSearchParams): string | undefined =>
  new URLSearchParams(search).get('cursor') || undefined;

/** The update whose comments alone an address asks for. */
export function updateOf(search: string | URLSearchParams): Id | null {
  const id = new URLSearchParams(search).get(aboutName);
  return v.is(Id, id) ? id : null;
}

/**
 * Comments of a bike, or about one of its updates, with queued changes.
 * @param from cursor of the server-rendered page, whose comments are fetched along with the newest
 */
export function useComments(bikeId: Id, from: string | undefined, updateId: Id | null): Read<Thread> {
  const all = useQuery(newest, updateId ? null : { bikeId, from });
  const some = useQuery(about, updateId ? { bikeId, updateId } : null);
  const { more, ...read } = updateId ? some : all;
  const next = read.data?.next;
  const loadEarlier = async () => (next ? more({ cursor: next }) : undefined);
  return { ...read, data: read.data && { ...read.data, loadEarlier } };
}

const inContext = defineQuery({
  name: 'inContext',
  endpoint: listComments,
  key: ({ bikeId, around }: { bikeId: Id; around: Id }) => `${bikeId} ${around}`,
  request: ({ bikeId, around }) => ({ params: { bikeId }, query: { around } }),
  read: async (member, { bikeId, around }) => {
    const inContext = await windowAround(bikeId, around);
    if (!inContext) return withSavedAt<Omit<CommentsInContext, 'loadEarlier' | 'loadNewer'>>(null);
    const thread = await shown(member, bikeId, { items: inContext.items, pinned: [] }, async (view) => {
      const around = await view.get(commentWindow, bikeId);
      return around ? { items: around.items, pinned: [] } : undefined;
    });
    return withSavedAt({ ...thread, next: nextOf(inContext), newer: inContext.newer }, inContext);
  },
  save: (page, { bikeId }) => saveWindow(bikeId, page),
  extend: (page, { bikeId }, _, { newer }) => (newer ? continueWindow(bikeId, page) : extendWindow(bikeId, page)),
});

/** Comments around one that is not among the newest; null fetches none. */
export function useCommentsInContext(bikeId: Id, commentId: Id | null): Read<CommentsInContext> {
  const { more, ...read } = useQuery(inContext, commentId === null ? null : { bikeId, around: commentId });
  const { next, newer } = read.data ?? {};
  const loadEarlier = async () => (next ? more({ around: null, cursor: next }) : undefined);
  const loadNewer = async () => (newer ? more({ around: null, newer }) : undefined);
  return { ...read, data: read.data && { ...read.data, loadEarlier, loadNewer } };
}
