import * as v from 'valibot';
import {
  type Answered,
  type addComment,
  type Comment,
  CommentText,
  type closeComments,
  type deleteComment,
  type editComment,
  type Marking,
  type markComment,
  nobody,
} from '#contract/comments.ts';
import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { updateCounts, withCounts } from '#src/cache/values/update-counts.ts';
import { bikeCounts } from '#src/cache/values/viewer-state.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { commentProblem } from './comment-problem.ts';
import { commentsAbout, commentsClosed, commentWindow, newestComments, pinnedComments } from './comments.cache.ts';

const waitsFor = t`Waiting for its bike`;
const scopeOf = (bike: Subject): string => `thread:${bike.id}`;

/** A new comment. `replyTo`: the one that it answers; `updateId`: the update of the bike that it is about. */
type Written = { bike: Subject; commentId: Id; text: string; replyTo?: Id | null; updateId?: Id | null };

/** Whether a list of comments begins with the newest, so that a new one about an update belongs to it. */
type TakesNew = (updateId: Id | undefined) => boolean;

/** Changes the comments of a bike in all cached lists. */
async function change(
  cache: CacheView,
  bikeId: Id,
  to: (items: Comment[], takesNew: TakesNew) => Comment[],
): Promise<void> {
  await cache.update(newestComments, bikeId, (items) => to(items, () => true));
  await cache.update(pinnedComments, bikeId, (items) => to(items, () => false));
  await cache.update(
    commentWindow,
    bikeId,
    (known) => known && { ...known, items: to(known.items, () => known.newer === null) },
  );
  await cache.update(
    commentsAbout,
    bikeId,
    (known) => known && { ...known, items: to(known.items, (updateId) => updateId === known.updateId) },
  );
}

/**
 * Updates the comment counts of the bike and of the update, depending on the comment's cached version before the change.
 * @param updateId the update that a new comment is about
 */
async function count(
  cache: CacheView,
  bikeId: Id,
  commentId: Id,
  changeOf: (known: Comment | undefined) => -1 | 0 | 1,
  updateId?: Id,
): Promise<void> {
  const find = (items: Comment[] | null | undefined) => items?.find(({ id }) => id === commentId);
  await cache.updateBy(
    updateCounts,
    bikeId,
    [
      [newestComments, bikeId],
      [commentsAbout, bikeId],
    ],
    (counts, newest, about) => {
      const known = find(newest) ?? find(about?.items);
      const commented = known?.updateId ?? updateId;
      const by = changeOf(known);
      return commented && by !== 0
        ? withCounts(counts, commented, ({ comments }) => ({ comments: Math.max(0, comments + by) }))
        : counts;
    },
  );
  await cache.updateBy(bikeCounts, bikeId, [[newestComments, bikeId]], (counts, items) => ({
    ...counts,
    comments: Math.max(0, counts.comments + changeOf(find(items))),
  }));
}

const replaced = (items: Comment[], comment: Comment): Comment[] =>
  items.map((one) => (one.id === comment.id ? comment : one));

/** An answered comment whose author and text are not known here. */
const unknown = (id: Id, status: Answered['status']): Answered => ({ id, author: nobody, text: '', status });

export const addCommentMutation = defineMutation({
  kind: 'comment.add',
  endpoint: callOf<typeof addComment>('POST', '/bikes/:bikeId/comments', 'AddComment'),
  labels: {
    title: ({ title }) => t`Comment on ${title}`,
    done: (ago) => t`Written ${ago}.`,
    waitsFor,
  },
  appliesWhenRefused: true,
  // An answered comment that is queued itself was written earlier, so it is sent earlier.
  queue: ({ bike, commentId, text, replyTo = null, updateId = null }: Written) => ({
    params: { bikeId: bike.id },
    body: { id: commentId, text, ...(replyTo && { replyTo }), ...(updateId && { updateId }) },
    subject: bike,
    targetId: commentId,
    scope: scopeOf(bike),
    needs: [bike.id, ...(updateId ? [updateId] : [])],
  }),
  apply: async (cache, { subject, targetId, body, createdAt, state }, reply) => {
    const queued = cache.viewer && {
      id: targetId,
      bikeId: subject.id,
      author: cache.viewer,
      text: body.text,
      status: 'Active' as const,
      addedAt: new Date(createdAt).toISOString(),
      editedAt: null,
      ...(body.replyTo && { replyTo: unknown(body.replyTo, 'Active') }),
      ...(body.updateId && { updateId: body.updateId }),
    };
    const comment = reply ?? queued;
    if (!comment) return;
    if (state !== 'failed') await count(cache, subject.id, targetId, (known) => (known ? 0 : 1), comment.updateId);
    await change(cache, subject.id, (items, takesNew) => {
      if (items.some(({ id }) => id === targetId)) return reply ? replaced(items, reply) : items;
      return takesNew(comment.updateId) ? [comment, ...items] : items;
    });
  },
  text: {
    label: t`Your comment`,
    of: ({ body }) => body.text,
    problem: commentProblem,
    into: ({ body }, text) => ({ ...body, text: v.parse(CommentText, text) }),
  },
  inverse: ({ subject, targetId, userId }): QueuedMutation[] => [
    deleteCommentMutation.create({ bike: subject, commentId: targetId }, userId),
  ],
});

export const editCommentMutation = defineMutation({
  kind: 'comment.edit',
  endpoint: callOf<typeof editComment>('PUT', '/comments/:commentId', 'UpdateComment'),
  labels: {
    title: ({ title }) => t`Edited comment on ${title}`,
    done: (ago) => t`Edited ${ago}.`,
    waitsFor,
  },
  appliesWhenRefused: true,
  queue: ({ bike, commentId, text }: { bike: Subject; commentId: Id; text: string }) => ({
    params: { commentId },
    body: { text },
    subject: bike,
    targetId: commentId,
    scope: scopeOf(bike),
    replaces: `edit:${commentId}`,
    needs: [commentId],
  }),
  apply: async (cache, { subject, targetId, body }, reply) => {
    // A flagged comment that an edit makes visible counts again.
    const isBack = reply?.status === 'Active';
    await count(cache, subject.id, targetId, (known) => (isBack && known?.status === 'Flagged' ? 1 : 0));
    await change(cache, subject.id, (items) =>
      items.map((one) => (one.id === targetId ? (reply ?? { ...one, text: body.text }) : one)),
    );
  },
  text: {
    label: t`Your comment`,
    of: ({ body }) => body.text,
    problem: commentProblem,
    into: ({ body }, text) => ({ ...body, text: v.parse(CommentText, text) }),
  },
});

/** `word` is `Remove` for somebody else's comment on the member's bike. */
type Deletion = { bike: Subject; commentId: Id; word?: 'Delete' | 'Remove' };

export const deleteCommentMutation = defineMutation({
  kind: 'comment.delete',
  endpoint: callOf<typeof deleteComment>('DELETE', '/comments/:commentId', 'DeleteComment'),
  labels: {
    title: ({ title }, word) => (word === 'Remove' ? t`Remove comment on ${title}` : t`Delete comment on ${title}`),
    done: (ago) => t`Deleted ${ago}.`,
    waitsFor,
  },
  queue: ({ bike, commentId, word = 'Delete' }: Deletion) => ({
    params: { commentId },
    subject: bike,
    targetId: commentId,
    scope: scopeOf(bike),
    titleValue: word,
    replaces: `delete:${commentId}`,
    needs: [commentId],
  }),
  apply: async (cache, { subject, targetId }, reply) => {
    await count(cache, subject.id, targetId, (known) => (known?.status === 'Active' ? -1 : 0));
    // Keeps the placeholder that the server returned.
    const stays = ({ id, status }: Comment) =>
      id !== targetId || (reply !== undefined && (status === 'Deleted' || status === 'Removed'));
    await change(cache, subject.id, (items) =>
      items
        .filter(stays)
        .map((one) => (one.replyTo?.id === targetId ? { ...one, replyTo: unknown(targetId, 'Deleted') } : one)),
    );
  },
});

const markTitles = {
  Pinned: (title: string) => t`Pin a comment on ${title}`,
  'Not Pinned': (title: string) => t`Unpin a comment on ${title}`,
  Answered: (title: string) => t`Mark a comment on ${title} as answered`,
  'Not Answered': (title: string) => t`Mark a comment on ${title} as not answered`,
};
const isMarkTitle = (value: string): value is keyof typeof markTitles => Object.hasOwn(markTitles, value);

const withMark = (comment: Comment, { mark, on }: Marking): Comment => ({
  ...comment,
  marks: [...(comment.marks ?? []).filter((one) => one !== mark), ...(on ? [mark] : [])],
});

export const markCommentMutation = defineMutation({
  kind: 'comment.mark',
  endpoint: callOf<typeof markComment>('PUT', '/comments/:commentId/marks'),
  labels: {
    title: ({ title }, value) => (isMarkTitle(value) ? markTitles[value](title) : title),
    done: (ago) => t`Changed ${ago}.`,
    waitsFor: t`Waiting until the comment is sent`,
  },
  queue: ({ bike, commentId, mark, on }: { bike: Subject; commentId: Id } & Marking) => ({
    params: { commentId },
    body: { mark, on },
    subject: bike,
    targetId: commentId,
    scope: scopeOf(bike),
    titleValue: on ? mark : `Not ${mark}`,
    replaces: `mark:${mark}:${commentId}`,
    needs: [commentId],
  }),
  apply: async (cache, { subject, targetId, body }, reply) => {
    await change(cache, subject.id, (items) =>
      items.map((one) => (one.id === targetId ? (reply ?? withMark(one, body)) : one)),
    );
    if (body.mark !== 'Pinned') return;
    await cache.updateBy(
      pinnedComments,
      subject.id,
      [
        [newestComments, subject.id],
        [commentWindow, subject.id],
      ],
      (pinned, newest, around) => {
        const known = [...pinned, ...(newest ?? []), ...(around?.items ?? [])].find(({ id }) => id === targetId);
        const others = pinned.filter(({ id }) => id !== targetId);
        return body.on && known ? [known, ...others] : others;
      },
    );
  },
  inverse: ({ subject, targetId, body, userId }): QueuedMutation[] => [
    markCommentMutation.create({ bike: subject, commentId: targetId, mark: body.mark, on: !body.on }, userId),
  ],
});

export const closeCommentsMutation = defineMutation({
  kind: 'comments.close',
  endpoint: callOf<typeof closeComments>('PUT', '/bikes/:bikeId/comments/closed'),
  labels: {
    title: ({ title }, state) => (state === 'Closed' ? t`Close comments on ${title}` : t`Open comments on ${title}`),
    done: (ago) => t`Changed ${ago}.`,
    waitsFor,
  },
  queue: ({ bike, closed }: { bike: Subject; closed: boolean }) => ({
    params: { bikeId: bike.id },
    body: { closed },
    subject: bike,
    scope: scopeOf(bike),
    titleValue: closed ? 'Closed' : 'Open',
    replaces: `close:${bike.id}`,
    needs: [bike.id],
  }),
  apply: (cache, { targetId, body }, reply) =>
    cache.update(commentsClosed, targetId, () => reply?.closed ?? body.closed),
  inverse: ({ subject, body, userId }): QueuedMutation[] => [
    closeCommentsMutation.create({ bike: subject, closed: !body.closed }, userId),
  ],
});

export const mutations = byKind(
  addCommentMutation,
  editCommentMutation,
  deleteCommentMutation,
  markCommentMutation,
  closeCommentsMutation,
);
