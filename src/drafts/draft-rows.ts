import { deleteBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { putPhoto } from '#contract/photos.ts';
import { newMutation, type QueuedMutation } from '#src/outbox/mutation.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';

/** Builds the mutation that deletes a draft on the server. */
export function draftDeletion(id: Id, userId: Id): QueuedMutation {
  const subject = { kind: 'draft', id, title: 'a draft', picture: null };
  const fields = { userId, lane: `draft:${id}`, kind: 'bike.delete' as const, targetId: id, subject };
  return newMutation(deleteBike, { bikeId: id }, { ...fields, title: 'Delete a draft' });
}

/** Builds the upload of a draft's photo. It is sent without being queued. */
export function draftPhotoMutation(userId: Id, { id, draftId, tried = false }: DraftPhoto): QueuedMutation {
  const subject = { kind: 'bike', id: draftId, title: '', picture: null };
  const fields = { userId, lane: `draft:${draftId}`, kind: 'photo.put' as const, targetId: id };
  return { ...newMutation(putPhoto, { photoId: id }, { ...fields, title: '', subject, part: { tried } }), attempts: 1 };
}
