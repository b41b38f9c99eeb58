import { Hono } from 'hono';
import { bodyOf, describe, type Guards, idParam, queryOf, type SignedIn } from '#api/platform/http/kit.ts';
import {
  addComment,
  closeComments,
  deleteComment,
  editComment,
  getComment,
  listComments,
  markComment,
} from '#contract/comments.ts';
import { ok } from '#contract/envelope.ts';
import type { CommentService } from './comments.service.ts';

export const commentRoutes = (comments: CommentService, { signedIn, once, limit, cached }: Guards) => {
  const pace = limit({ name: 'comments', points: 60, seconds: 600, by: 'user' });
  const editing = limit({ name: 'comment-edits', points: 120, seconds: 600, by: 'user' });
  const deleting = limit({ name: 'comment-deletions', points: 300, seconds: 600, by: 'user' });
  return new Hono<SignedIn>()
    .get(
      listComments.path,
      describe(listComments, "A bike's comments, newest first"),
      queryOf(listComments),
      cached,
      async (c) => c.json(ok(await comments.of(idParam(c, 'bikeId'), c.req.valid('query')))),
    )
    .get(getComment.path, describe(getComment, 'One comment with its text'), cached, async (c) =>
      c.json(ok(await comments.get(idParam(c, 'commentId')))),
    )
    .post(
      addComment.path,
      describe(addComment, 'Comment on a bike'),
      signedIn,
      pace,
      once,
      bodyOf(addComment),
      async (c) => c.json(ok(await comments.add(c.var.writer, idParam(c, 'bikeId'), c.req.valid('json'))), 201),
    )
    .put(
      closeComments.path,
      describe(closeComments, 'Close or open the comments on a bike'),
      signedIn,
      editing,
      once,
      bodyOf(closeComments),
      async (c) => c.json(ok(await comments.close(c.var.user, idParam(c, 'bikeId'), c.req.valid('json')))),
    )
    .put(
      editComment.path,
      describe(editComment, 'Edit a comment'),
      signedIn,
      editing,
      once,
      bodyOf(editComment),
      async (c) => c.json(ok(await comments.edit(c.var.writer, idParam(c, 'commentId'), c.req.valid('json').text))),
    )
    .put(
      markComment.path,
      describe(markComment, 'Mark a comment on the own bike as answered or pinned'),
      signedIn,
      editing,
      once,
      bodyOf(markComment),
      async (c) => c.json(ok(await comments.mark(c.var.user, idParam(c, 'commentId'), c.req.valid('json')))),
    )
    .delete(deleteComment.path, describe(deleteComment, 'Delete a comment'), signedIn, deleting, async (c) => {
      await comments.remove(c.var.user, idParam(c, 'commentId'));
      return c.json(ok(null));
    });
};
