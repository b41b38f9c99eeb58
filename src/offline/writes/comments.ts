import * as v from 'valibot';
import type { AuthUser } from '#contract/accounts.ts';
import { addComment, type Comment, CommentText, deleteComment, editComment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { type Waiting, waitingOf } from '../waiting.ts';
import { plainButtons, plainWrite, type Write, type Writes, type WrittenText } from './write.ts';

const factsOf = (bike: Subject, userId: Id, commentId: Id) => ({
  userId,
  lane: `thread:${bike.id}`,
  targetId: commentId,
  subject: bike,
});

/** The row that comments on a bike. */
export const addRow = (bike: Subject, userId: Id, commentId: Id, text: string): OutboxRow => {
  const facts = { ...factsOf(bike, userId, commentId), kind: 'comment.add' as const };
  const row = { ...facts, title: `Comment on ${bike.title}`, body: { id: commentId, text } };
  return rowOf(addComment, { bikeId: bike.id }, row);
};

/** The row that changes a comment; later changes replace it while nobody has sent it. */
export const editRow = (bike: Subject, userId: Id, commentId: Id, text: string): OutboxRow => {
  const facts = { ...factsOf(bike, userId, commentId), kind: 'comment.edit' as const };
  const row = { ...facts, title: `Edited comment on ${bike.title}`, body: { text }, coalesceKey: `edit:${commentId}` };
  return rowOf(editComment, { commentId }, row);
};

/** The row that deletes a comment. */
export const deleteRow = (bike: Subject, userId: Id, commentId: Id, dependsOn: readonly Id[] = []): OutboxRow => {
  const facts = { ...factsOf(bike, userId, commentId), kind: 'comment.delete' as const, dependsOn };
  const row = { ...facts, title: `Delete comment on ${bike.title}`, coalesceKey: `delete:${commentId}` };
  return rowOf(deleteComment, { commentId }, row);
};

/** The sentence about a comment's text, or null when it can be sent. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? null : result.issues[0].message;
}

const textOf = (row: OutboxRow): string => (row.body as { text?: string } | null)?.text ?? '';
const written: WrittenText = {
  label: 'Your comment',
  of: textOf,
  problem: commentProblem,
  into: (row, text) => ({ ...(row.body as object), text: v.parse(CommentText, text) }),
};
const words = (done: string): Write['words'] => ({ ...plainButtons, done, after: 'bike' });

export const commentWrites: Writes<'comment.add' | 'comment.edit' | 'comment.delete'> = {
  'comment.add': {
    ...plainWrite,
    action: 'AddComment',
    words: words('Written'),
    creates: true,
    text: written,
    opposite: (row) => deleteRow(row.subject, row.userId, row.targetId, [row.id]),
  },
  'comment.edit': {
    ...plainWrite,
    action: 'UpdateComment',
    words: words('Edited'),
    text: written,
    opposite: null,
  },
  'comment.delete': {
    ...plainWrite,
    action: 'DeleteComment',
    words: words('Deleted'),
    opposite: null,
  },
};

export type ShownComment = Comment & { waiting: Waiting | null };

/** A bike's comments, the oldest first, with what the outbox adds, changes and deletes. */
export function overlayComments(
  bikeId: Id,
  comments: readonly Comment[],
  rows: readonly OutboxRow[],
  me: AuthUser | null,
): ShownComment[] {
  const shown = new Map<Id, ShownComment>();
  for (const comment of comments.toReversed()) shown.set(comment.id, { ...comment, waiting: null });
  for (const row of rows) {
    if (row.subject.id !== bikeId) continue;
    const known = shown.get(row.targetId);
    if (row.kind === 'comment.add' && !known && me) {
      const addedAt = new Date(row.createdAt).toISOString();
      const facts = { id: row.targetId, bikeId, author: me, status: 'Active', addedAt, editedAt: null } as const;
      const waiting = waitingOf(row, rows, commentWrites[row.kind]);
      shown.set(row.targetId, { ...facts, text: textOf(row), waiting });
    } else if (row.kind === 'comment.edit' && known) {
      const waiting = waitingOf(row, rows, commentWrites[row.kind]);
      shown.set(row.targetId, { ...known, text: textOf(row), waiting });
    } else if (row.kind === 'comment.delete' && row.state !== 'failed') {
      shown.delete(row.targetId);
    }
  }
  return [...shown.values()];
}
