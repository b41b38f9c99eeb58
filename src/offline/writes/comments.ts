import * as v from 'valibot';
import {
  addComment,
  type Closing,
  CommentText,
  closeComments,
  deleteComment,
  editComment,
} from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { type OutboxRow, rowOf, type Subject } from '../rows.ts';
import { latestRow } from '../waiting.ts';
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

/** The row that deletes a comment; or, of somebody else's on one's own bike, removes it. */
export const deleteRow = (
  bike: Subject,
  userId: Id,
  commentId: Id,
  dependsOn: readonly Id[] = [],
  word: 'Delete' | 'Remove' = 'Delete',
): OutboxRow => {
  const facts = { ...factsOf(bike, userId, commentId), kind: 'comment.delete' as const, dependsOn };
  const row = { ...facts, title: `${word} comment on ${bike.title}`, coalesceKey: `delete:${commentId}` };
  return rowOf(deleteComment, { commentId }, row);
};

/** The row that closes the comments on one's own bike, or opens them; back and forth, while nobody has sent it, is the last of it. */
export const closeRow = (bike: Subject, userId: Id, closed: boolean): OutboxRow => {
  const facts = { ...factsOf(bike, userId, bike.id), kind: 'comments.close' as const, coalesceKey: `close:${bike.id}` };
  const row = { ...facts, title: `${closed ? 'Close' : 'Open'} comments on ${bike.title}`, body: { closed } };
  return rowOf(closeComments, { bikeId: bike.id }, row);
};

/** Whether a bike takes no more comments, as what waits here will have it. */
export function overlayClosed(bikeId: Id, closed: boolean, rows: readonly OutboxRow[]): boolean {
  const open = rows.filter((row) => row.state !== 'failed');
  const row = latestRow(open, ['comments.close'], bikeId);
  return row ? (row.body as Closing).closed : closed;
}

/** The sentence about a comment's text, or null when it can be sent. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? null : result.issues[0].message;
}

/** What somebody wrote in a comment that waits. */
export const textOf = (row: OutboxRow): string => (row.body as { text?: string } | null)?.text ?? '';
const written: WrittenText = {
  label: 'Your comment',
  of: textOf,
  problem: commentProblem,
  into: (row, text) => ({ ...(row.body as object), text: v.parse(CommentText, text) }),
};
const words = (done: string): Write['words'] => ({ ...plainButtons, done, after: 'bike' });

export const commentWrites: Writes<'comment.add' | 'comment.edit' | 'comment.delete' | 'comments.close'> = {
  'comment.add': {
    ...plainWrite,
    action: 'AddComment',
    words: words('Written'),
    creates: true,
    text: written,
    opposite: (row) => [deleteRow(row.subject, row.userId, row.targetId, [row.id])],
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
  'comments.close': {
    ...plainWrite,
    action: 'CloseComments',
    words: words('Changed'),
    opposite: (row) => [closeRow(row.subject, row.userId, !(row.body as Closing).closed)],
  },
};
