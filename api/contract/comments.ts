import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { Mention } from './mentions.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { requiredText } from './text.ts';

const commentStatuses = ['Active', 'Flagged', 'Deleted', 'Removed'] as const;
export type CommentStatus = (typeof commentStatuses)[number];

/** Whose a comment is that is told without its author: of what was taken away nobody is told more than that. */
export const nobody: Person = { id: '00000000-0000-7000-8000-000000000000', username: '', avatar: '' };

/** Hours for which its author may edit a comment. */
export const editHours = 24;
export const commentLength = 2000;

export const CommentText = requiredText(commentLength, 'Write a comment.', 'Keep it under 2,000 characters.');
export const NewComment = v.object({ id: Id, text: CommentText });
export type NewComment = v.InferOutput<typeof NewComment>;
const CommentEdit = v.object({ text: CommentText });

/** Whether nobody comments on a bike any more. */
const Closing = v.object({ closed: v.boolean('Say yes or no.') });
export type Closing = v.InferOutput<typeof Closing>;

export const Comment = v.object({
  id: Id,
  bikeId: Id,
  author: Person,
  /** Empty in a list where it is flagged, which whoever wants to reads by a call of its own, and where it was taken away. */
  text: v.string(),
  /** The members whom the text calls by an @; absent where it calls none. */
  mentions: v.optional(v.array(Mention)),
  status: v.picklist(commentStatuses),
  /** Who took it away that was `Removed`, where that is known. */
  removedBy: v.optional(v.picklist(['owner', 'moderator'])),
  /** ISO 8601, UTC: when it arrived. */
  addedAt: v.string(),
  editedAt: v.nullable(v.string()),
});
export type Comment = v.InferOutput<typeof Comment>;

/** `around`: the comments beside this one. `newer`: those that follow a page, by what its `newer` said. */
const CommentQuery = v.object({
  ...PageQuery.entries,
  around: v.optional(Id),
  newer: v.optional(PageQuery.entries.cursor.wrapped),
});
export type CommentQuery = v.InferOutput<typeof CommentQuery>;
/** `newer`: where the newer ones go on, of a page that does not begin with the newest; null where it does. */
const CommentPage = v.object({ ...pageOf(Comment).entries, newer: v.optional(v.nullable(v.string())) });
export type CommentPage = v.InferOutput<typeof CommentPage>;

/** The newest first; a page shows them oldest first. What was taken away stands there without words while others follow it. */
export const listComments = endpoint('GET', '/bikes/:bikeId/comments', { query: CommentQuery, reply: CommentPage });
/** One comment with its words, also a flagged one. */
export const getComment = endpoint('GET', '/comments/:commentId', { reply: Comment });
export const addComment = endpoint('POST', '/bikes/:bikeId/comments', { body: NewComment, reply: Comment });
/** Its owner closes the comments on a bike, or opens them again. What was said stays. */
export const closeComments = endpoint('PUT', '/bikes/:bikeId/comments/closed', { body: Closing, reply: Closing });
export const editComment = endpoint('PUT', '/comments/:commentId', { body: CommentEdit, reply: Comment });
export const deleteComment = endpoint('DELETE', '/comments/:commentId', { reply: v.null() });
