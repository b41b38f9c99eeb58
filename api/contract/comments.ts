import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './id-schema.ts';
import { Mention } from './mentions.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { defineProblems } from './problems.ts';
import { requiredText } from './text.ts';

const commentProblems = defineProblems({
  'comment.exists': { status: 409, message: t`This comment belongs to someone else.` },
  'comment.too_late': { status: 403, message: t`You can edit a comment for 24 hours. This one is older.` },
  'comment.pins': { status: 409, message: t`You can pin 3 comments on a bike. Unpin one first.` },
  'comments.closed': { status: 403, remedy: 'later', message: t`The owner has closed the comments on this bike.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    comment: typeof commentProblems;
  }
}

const commentStatuses = ['Active', 'Flagged', 'Deleted', 'Removed'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** Placeholder author shown for deleted and removed comments. */
export const nobody: Person = { id: '00000000-0000-7000-8000-000000000000', username: '', avatar: '' };

/** Hours for which authors may edit their comment. */
export const editHours = 24;
export const commentLength = 2000;

export const CommentText = requiredText(commentLength, t`Write a comment.`, t`Keep it under 2,000 characters.`);
/**
 * `replyTo`: the comment on the same bike that this one answers. `updateId`: the update of the bike that it is about; a
 * reply is about what the answered comment is about.
 */
export const NewComment = v.object({
  id: Id,
  text: CommentText,
  replyTo: v.optional(Id),
  updateId: v.optional(Id),
});
export type NewComment = v.InferOutput<typeof NewComment>;
const CommentEdit = v.object({ text: CommentText });

/** Whether a bike's comments are closed. */
const YesOrNo = v.boolean('Say yes or no.');
const Closing = v.object({ closed: YesOrNo });
export type Closing = v.InferOutput<typeof Closing>;

/** The marks that a bike's owner gives comments. */
export const commentMarks = ['Answered', 'Pinned'] as const;
export type CommentMark = (typeof commentMarks)[number];
const Marking = v.object({ mark: v.picklist(commentMarks), on: YesOrNo });
export type Marking = v.InferOutput<typeof Marking>;
/** Most pinned comments of a bike. */
export const maxPins = 3;

/** The comment that a reply answers, as it is now: without text unless everybody may read it. */
const Answered = v.object({ id: Id, author: Person, text: v.string(), status: v.picklist(commentStatuses) });
export type Answered = v.InferOutput<typeof Answered>;

/** Characters of a comment that alerts and replies show. */
const beginningLength = 140;

/** The beginning of a comment's text. */
export function beginningOf(text: string): string {
  const characters = [...text];
  return characters.length > beginningLength ? `${characters.slice(0, beginningLength).join('')}…` : text;
}

/** A listed comment as replies quote it. */
export const answeredOf = ({ id, author, text, status }: Answered): Answered => ({
  id,
  author,
  text: beginningOf(text),
  status,
});

export const Comment = v.object({
  id: Id,
  bikeId: Id,
  author: Person,
  /** Empty in a list when the comment is flagged (`getComment` returns the text), deleted or removed. */
  text: v.string(),
  /** Members mentioned with an @; absent when there are none. */
  mentions: v.optional(v.array(Mention)),
  /** The comment that it answers; absent when it answers none. */
  replyTo: v.optional(Answered),
  /** The update of the bike that it is about, which may be deleted by now; absent when it is about the bike. */
  updateId: v.optional(Id),
  /** Marks of the bike's owner; absent when there are none. */
  marks: v.optional(v.array(v.picklist(commentMarks))),
  status: v.picklist(commentStatuses),
  /** The role that removed a `Removed` comment, where that is known. */
  removedBy: v.optional(v.picklist(['owner', 'moderator'])),
  /** ISO 8601, UTC: when the server received it. */
  addedAt: v.string(),
  editedAt: v.nullable(v.string()),
});
export type Comment = v.InferOutput<typeof Comment>;

/**
 * `around`: the page around this comment. `newer`: the cursor of a page for the newer comments that follow it. `update`:
 * only the comments about this update.
 */
const CommentQuery = v.object({
  ...PageQuery.entries,
  update: v.optional(Id),
  around: v.optional(Id),
  newer: v.optional(PageQuery.entries.cursor.wrapped),
});
export type CommentQuery = v.InferOutput<typeof CommentQuery>;
/**
 * `newer`: cursor for newer comments when the page does not begin with the newest; else null. `pinned`: the pinned
 * comments, the latest first, only with the newest comments of the bike.
 */
const CommentPage = v.object({
  ...pageOf(Comment).entries,
  newer: v.optional(v.nullable(v.string())),
  pinned: v.optional(v.array(Comment)),
});
export type CommentPage = v.InferOutput<typeof CommentPage>;

/**
 * Lists newest first; a page shows them oldest first. Deleted and removed comments stay without text while others
 * follow.
 */
export const listComments = endpoint('GET', '/bikes/:bikeId/comments', {
  action: 'GetComments',
  query: CommentQuery,
  reply: CommentPage,
});
/** Returns one comment with its text, also a flagged one. */
export const getComment = endpoint('GET', '/comments/:commentId', { action: 'GetComments', reply: Comment });
export const addComment = endpoint('POST', '/bikes/:bikeId/comments', {
  action: 'AddComment',
  body: NewComment,
  reply: Comment,
});
/** Closes or reopens the comments on the member's own bike. Existing comments stay. */
export const closeComments = endpoint('PUT', '/bikes/:bikeId/comments/closed', { body: Closing, reply: Closing });
export const editComment = endpoint('PUT', '/comments/:commentId', {
  action: 'UpdateComment',
  body: CommentEdit,
  reply: Comment,
});
/** Marks a comment on the member's own bike, or takes the mark away. */
export const markComment = endpoint('PUT', '/comments/:commentId/marks', { body: Marking, reply: Comment });
export const deleteComment = endpoint('DELETE', '/comments/:commentId', { action: 'DeleteComment', reply: v.null() });
