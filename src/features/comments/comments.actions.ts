import * as v from 'valibot';
import { type BikeCard, titleOf } from '#contract/bikes.ts';
import {
  addComment as addCall,
  CommentText,
  deleteComment as deleteCall,
  editComment as editCall,
} from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { commit } from '#src/offline/commit.ts';
import { enqueue, replaceRow } from '#src/offline/outbox.ts';
import { isUntried, type OutboxRow, type RowShown } from '#src/offline/rows.ts';
import { takeBack } from '#src/offline/taking-back.ts';
import { vault } from '#src/offline/vault.ts';

/** The sentence about a comment's text, or null when it can be sent. */
export function commentProblem(text: string): string | null {
  const result = v.safeParse(CommentText, text);
  return result.success ? null : result.issues[0].message;
}

const lane = (bikeId: Id) => `thread:${bikeId}`;
const isOpen = (row: OutboxRow) => isUntried(row) || row.state === 'failed';

function shownOf(bike: BikeCard): RowShown {
  const cover = { coverId: bike.cover?.id ?? null, blobId: null, photos: [] };
  return { bikeId: bike.id, bikeTitle: titleOf(bike), bikeSlug: bike.slug, ...cover };
}

const rowFor = async (commentId: Id, kind: OutboxRow['kind']) =>
  (await vault.outbox.where('targetId', commentId)).find((row) => row.kind === kind);

/** Comments on a bike; returns the comment's id. Check the text with {@link commentProblem} first. */
export async function addComment(bike: BikeCard, userId: Id, text: string): Promise<Id> {
  const id = newId();
  await commit(async () => {
    const about = { targetId: id, about: [bike.id], title: `Comment on ${titleOf(bike)}`, shown: shownOf(bike) };
    const row = { userId, lane: lane(bike.id), kind: 'comment.add' as const, ...about };
    const body = { id, text: v.parse(CommentText, text) };
    return [await enqueue(addCall, { bikeId: bike.id }, { ...row, body })];
  });
  return id;
}

/** Edits a comment: in its own row while that was not tried, or was refused; else with a row behind it. */
export const editComment = (bike: BikeCard, userId: Id, commentId: Id, text: string): Promise<void> =>
  commit(async () => {
    const clean = v.parse(CommentText, text);
    const added = await rowFor(commentId, 'comment.add');
    if (added && isOpen(added)) return [await replaceRow(added, { body: { id: commentId, text: clean } })];
    const about = { targetId: commentId, about: [commentId], shown: shownOf(bike), body: { text: clean } };
    const row = { userId, lane: lane(bike.id), kind: 'comment.edit' as const, ...about };
    const merged = { title: `Edited comment on ${titleOf(bike)}`, coalesceKey: `edit:${commentId}` };
    return [await enqueue(editCall, { commentId }, { ...row, ...merged })];
  });

/** Deletes a comment; one that never left this device just goes. */
export async function deleteComment(bike: BikeCard, userId: Id, commentId: Id): Promise<void> {
  const added = await rowFor(commentId, 'comment.add');
  if (added && isOpen(added)) {
    await takeBack(added.id);
    return;
  }
  await commit(async () => {
    const edit = await rowFor(commentId, 'comment.edit');
    if (edit && isOpen(edit)) await vault.outbox.remove(edit.id);
    const about = { targetId: commentId, about: [commentId], shown: shownOf(bike) };
    const row = { userId, lane: lane(bike.id), kind: 'comment.delete' as const, ...about };
    const title = `Delete comment on ${titleOf(bike)}`;
    return [await enqueue(deleteCall, { commentId }, { ...row, title, coalesceKey: `delete:${commentId}` })];
  });
}
