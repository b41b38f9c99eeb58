import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { Id } from './ids.ts';
import { PageQuery, pageOf } from './paging.ts';
import { Person } from './people.ts';
import { requiredText } from './text.ts';

const commentStatuses = ['Active', 'Flagged', 'Deleted', 'Removed'] as const;

/** Hours for which its author may edit a comment. */
export const editHours = 24;
export const commentLength = 2000;

export const CommentText = requiredText(commentLength, 'Write a comment.', 'Keep it under 2,000 characters.');
export const NewComment = v.object({ id: Id, text: CommentText });
export type NewComment = v.InferOutput<typeof NewComment>;
const CommentEdit = v.object({ text: CommentText });

export const Comment = v.object({
  id: Id,
  bikeId: Id,
  author: Person,
  text: v.string(),
  status: v.picklist(commentStatuses),
  /** ISO 8601, UTC: when it arrived. */
  addedAt: v.string(),
  editedAt: v.nullable(v.string()),
});
export type Comment = v.InferOutput<typeof Comment>;

/** The newest first; a page shows them oldest first. */
export const listComments = endpoint('GET', '/bikes/:bikeId/comments', { query: PageQuery, reply: pageOf(Comment) });
export const addComment = endpoint('POST', '/bikes/:bikeId/comments', { body: NewComment, reply: Comment });
export const editComment = endpoint('PUT', '/comments/:commentId', { body: CommentEdit, reply: Comment });
export const deleteComment = endpoint('DELETE', '/comments/:commentId', { reply: v.null() });
