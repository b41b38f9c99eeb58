import * as v from 'valibot';
import type { BikeCard } from '#contract/bikes.ts';
import { type CommentMark, CommentText, getComment, type NewComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { isOpen, mutate, mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { commit } from '#src/outbox/commit.ts';
import { queueMutation } from '#src/outbox/enqueue.ts';
import { canCancel, type QueuedMutation } from '#src/outbox/mutation.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { userDb } from '#src/storage/user-db.ts';
import * as mutations from './comments.mutations.ts';

const rowFor = async (commentId: Id, kind: QueuedMutation['kind']) =>
  (await userDb.outbox.where('targetId', commentId)).find((row) => row.kind === kind);

/** Fetches the text of a flagged comment. @throws ApiFailure */
export const flaggedText = async (commentId: Id): Promise<string> =>
  (await runAction(getComment, { params: { commentId } })).text;

/**
 * Adds a comment to a bike and returns the comment's id. Check the text with `commentProblem` first.
 * @param replyTo the comment that it answers
 * @param updateId the update of the bike that it is about
 */
export async function writeComment(
  bike: BikeCard,
  userId: Id,
  text: string,
  { replyTo = null, updateId = null }: { replyTo?: Id | null; updateId?: Id | null } = {},
): Promise<Id> {
  const commentId = newId();
  const comment = { bike: bikeSubject(bike), commentId, text: v.parse(CommentText, text), replyTo, updateId };
  await mutate(mutations.addCommentMutation, comment, userId);
  return commentId;
}

/** Closes or reopens the comments of the member's own bike. */
export const setCommentsClosed = (bike: BikeCard, userId: Id, closed: boolean): Promise<void> =>
  mutate(mutations.closeCommentsMutation, { bike: bikeSubject(bike), closed }, userId);

/** Marks a comment on the member's own bike, or takes the mark away. */
export const setCommentMark = (
  bike: BikeCard,
  userId: Id,
  marking: { commentId: Id; mark: CommentMark; on: boolean },
): Promise<Undo | null> =>
  mutateWithUndo(mutations.markCommentMutation, { bike: bikeSubject(bike), ...marking }, userId);

/** Edits a comment: changes the queued comment if it cannot have been sent, otherwise queues an edit. */
export const changeComment = (bike: BikeCard, userId: Id, commentId: Id, text: string): Promise<void> =>
  runAction(mutations.editCommentMutation.action, () =>
    commit(async () => {
      const clean = v.parse(CommentText, text);
      const added = await rowFor(commentId, 'comment.add');
      if (added && canCancel(added))
        return [await replaceMutation(added, { body: { ...(added.body as NewComment), text: clean } })];
      const change = { bike: bikeSubject(bike), commentId, text: clean };
      const edit = await queueMutation(mutations.editCommentMutation, change, userId);
      if (added?.state !== 'failed') return [edit];
      // The refusal did not come from the server itself, so the comment is sent again to find out whether it arrived.
      const asked: QueuedMutation = { ...added, state: 'queued', nextAt: 0, lastError: null };
      await userDb.outbox.put(asked);
      return [asked, edit];
    }),
  );

/**
 * Deletes a comment, or removes somebody else's from the member's bike. One never sent is only removed from the queue.
 * @returns the undo, which also restores a queued edit; null without storage, where the deletion is sent at once
 */
export function removeComment(
  bike: BikeCard,
  userId: Id,
  commentId: Id,
  now = Date.now(),
  word: 'Delete' | 'Remove' = 'Delete',
): Promise<Undo | null> {
  const findAdded = () => rowFor(commentId, 'comment.add');
  const dropEdit = async () => {
    const edit = await rowFor(commentId, 'comment.edit');
    const dropped = edit && isOpen(edit) ? [edit] : [];
    await userDb.outbox.remove(...dropped.map((mutation) => mutation.id));
    return () => userDb.outbox.putAll(dropped);
  };
  const deletion = { bike: bikeSubject(bike), commentId, word };
  return mutateWithUndo(mutations.deleteCommentMutation, deletion, userId, { now, findAdded, prepare: dropEdit });
}
