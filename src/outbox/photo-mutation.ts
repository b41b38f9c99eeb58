import type { Id } from '#contract/ids.ts';
import { putPhoto } from '#contract/photos.ts';
import { newMutation, type QueuedMutation } from './mutation.ts';

/** The mutation that uploads a photo for one that waits for it. */
export function photoMutation(
  parent: QueuedMutation,
  photoId: Id,
  place: string,
  now: number,
  seq: number,
): QueuedMutation {
  const subject = { ...parent.subject, picture: { id: photoId, here: true } };
  const row = { userId: parent.userId, lane: parent.lane, kind: 'photo.put' as const, targetId: photoId };
  return newMutation(putPhoto, { photoId }, { ...row, title: `Photo ${place}`, subject }, now, seq);
}

/** The photos of a bike that have not arrived. */
export const photoMutationsOf = (bikeId: Id, rows: readonly QueuedMutation[]): QueuedMutation[] =>
  rows.filter((row) => row.kind === 'photo.put' && row.subject.id === bikeId);
