import { deleteBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { putPhoto } from '#contract/photos.ts';
import { newMutation, type QueuedMutation } from '#src/outbox/mutation.ts';
import type { DraftPhoto } from '#src/storage/user-db.ts';

/** The row that deletes a draft on the site. */
export function draftDeletion(id: Id, userId: Id): QueuedMutation {
  const subject = { kind: 'draft', id, title: 'a draft', picture: null };
  const facts = { userId, lane: `draft:${id}`, kind: 'bike.delete' as const, targetId: id, subject };
  return newMutation(deleteBike, { bikeId: id }, { ...facts, title: 'Delete a draft' });
}

/** The request that brings a photo of a draft to the site; it is kept nowhere. */
export function draftPhotoRow(userId: Id, { id, draftId, tried = false }: DraftPhoto): QueuedMutation {
  const subject = { kind: 'bike', id: draftId, title: '', picture: null };
  const facts = { userId, lane: `draft:${draftId}`, kind: 'photo.put' as const, targetId: id };
  return { ...newMutation(putPhoto, { photoId: id }, { ...facts, title: '', subject, part: { tried } }), attempts: 1 };
}
