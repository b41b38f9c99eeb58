import type { Id } from '#contract/ids.ts';
import { putPhoto } from '#contract/photos.ts';
import { newMutation, type QueuedMutation } from './mutation.ts';

/** Builds the mutation that uploads a photo for a waiting `parent`. */
export function photoMutation(
  parent: QueuedMutation,
  photoId: Id,
  place: string,
  now: number,
  seq: number,
): QueuedMutation {
  const subject = { ...parent.subject, picture: { id: photoId, here: true } };
  const fields = {
    userId: parent.userId,
    lane: parent.lane,
    kind: 'photo.put' as const,
    targetId: photoId,
    title: `Photo ${place}`,
    subject,
  };
  return newMutation(putPhoto, { photoId }, fields, now, seq);
}

/** The queued photo uploads of a bike. */
export const photoMutationsOf = (bikeId: Id, queued: readonly QueuedMutation[]): QueuedMutation[] =>
  queued.filter((mutation) => mutation.kind === 'photo.put' && mutation.subject.id === bikeId);
