import * as v from 'valibot';
import type { BikeCard } from '#contract/bikes.ts';
import { CommentText, getComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { mutate } from '#src/mutations/mutate.ts';
import { bikeSubject } from '#src/outbox/bike-subject.ts';
import { commit } from '#src/outbox/commit.ts';
import { queueHeld, queueMutation } from '#src/outbox/enqueue.ts';
import { canCancel, isUntried, type QueuedMutation } from '#src/outbox/mutation.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { undoMutation } from '#src/outbox/undo-mutation.ts';
import { keepsNothing } from '#src/storage/storage-state.ts';
import { userDb } from '#src/storage/user-db.ts';
import * as mutations from './comments.mutations.ts';

const isOpen = (row: QueuedMutation) => isUntried(row) || row.state === 'failed';
const rowFor = async (commentId: Id, kind: QueuedMutation['kind']) =>
  (await userDb.outbox.where('targetId', commentId)).find((row) => row.kind === kind);

/** The words of a comment that was flagged. @throws ApiFailure */
export const flaggedText = async (commentId: Id): Promise<string> =>
  (await runAction('GetComments', (call) => call(getComment, { params: { commentId } }))).text;

/** Comments on a bike; returns the comment's id. Check the text with `commentProblem` first. */
export async function addComment(bike: BikeCard, userId: Id, text: string): Promise<Id> {
  const commentId = newId();
  const comment = { bike: bikeSubject(bike), commentId, text: v.parse(CommentText, text) };
  await mutate(mutations.addComment, comment, userId);
  return commentId;
}

/** Closes the comments on one's own bike, or opens them. */
export const closeComments = (bike: BikeCard, userId: Id, closed: boolean): Promise<void> =>
  mutate(mutations.closeComments, { bike: bikeSubject(bike), closed }, userId);

/** Edits a comment: in its own row while that cannot have arrived; else with a row behind it. */
export const editComment = (bike: BikeCard, userId: Id, commentId: Id, text: string): Promise<void> =>
  runAction('UpdateComment', () =>
    commit(async () => {
      const clean = v.parse(CommentText, text);
      const added = await rowFor(commentId, 'comment.add');
      if (added && canCancel(added)) return [await replaceMutation(added, { body: { id: commentId, text: clean } })];
      const change = { bike: bikeSubject(bike), commentId, text: clean };
      const edit = await queueMutation(mutations.editComment, change, userId);
      if (added?.state !== 'failed') return [edit];
      // Something in the site's place refused it: whether it arrived has to be known first.
      const asked: QueuedMutation = { ...added, state: 'queued', nextAt: 0, lastError: null };
      await userDb.outbox.put(asked);
      return [asked, edit];
    }),
  );

/**
 * Deletes a comment, or removes somebody else's from one's own bike; one that never left this device just goes.
 * @returns how to put it back, with what had been changed of it; null where nothing is kept, so that it is gone at once
 */
export async function deleteComment(
  bike: BikeCard,
  userId: Id,
  commentId: Id,
  now = Date.now(),
  word: 'Delete' | 'Remove' = 'Delete',
): Promise<Undo | null> {
  const added = await rowFor(commentId, 'comment.add');
  if (added && isOpen(added)) return undoMutation(added.id);
  let undo: Undo | null = null;
  const work = async () => {
    const edit = await rowFor(commentId, 'comment.edit');
    const dropped = edit && isOpen(edit) ? [edit] : [];
    await userDb.outbox.remove(...dropped.map((row) => row.id));
    const putBack = () => userDb.outbox.putAll(dropped);
    const deletion = { bike: bikeSubject(bike), commentId, word };
    const held = await queueHeld(mutations.deleteComment, deletion, userId, now, { undoes: added?.id, putBack });
    undo = held.undo;
    return [held.row];
  };
  await runAction('DeleteComment', () => commit(work));
  return keepsNothing() ? null : undo;
}
