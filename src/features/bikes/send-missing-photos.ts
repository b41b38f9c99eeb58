import type { Id } from '#contract/ids.ts';
import type { Refusal } from '#src/outbox/define-mutation.ts';
import type { MutationError, QueuedMutation } from '#src/outbox/mutation.ts';
import { queuedMutationsOf, replaceMutation } from '#src/outbox/queued-mutations.ts';
import { lost } from '#src/photos/photo-bytes.ts';
import { photoOf, photosWaiting } from '#src/photos/photos.mutations.ts';
import { nextSeq, userDb } from '#src/storage/user-db.ts';
import type { BikePart } from './bike-part.ts';

const maxRounds = 5;

/** Error for photos that are neither on the server nor on this device, by their places. */
const lostAt = (places: readonly number[]): MutationError => ({ ...lost, places });

/**
 * Uploads the photos that the server lacks again, and queues the bike after them as a new attempt. The number of rounds
 * is limited, not the number of failed requests.
 */
async function sendMissing(bike: QueuedMutation, { details }: Refusal, now: number): Promise<boolean> {
  const part = bike.part as BikePart;
  const rounds = (part.rounds ?? 0) + 1;
  if (!Array.isArray(details.photoIds) || rounds > maxRounds) return false;
  const photoIds = details.photoIds.map(String);
  const numberOf = (id: Id) => part.photos.findIndex((photo) => photo.id === id) + 1;
  const here = await Promise.all(photoIds.map((id) => userDb.photoBlobs.get(id)));
  const gone = photoIds.filter((_, at) => !here[at]);
  if (gone.length > 0) {
    await userDb.outbox.put({ ...bike, state: 'failed', lastError: lostAt(gone.map(numberOf)) });
    return true;
  }
  const waiting = photosWaiting(bike.targetId, await queuedMutationsOf(bike.userId));
  const dependsOn: Id[] = waiting.map((row) => row.id);
  for (const id of photoIds) {
    const photo = await userDb.photos.get(id);
    if (photo) await userDb.photos.put({ ...photo, uploaded: false });
    if (waiting.some((row) => row.targetId === id)) continue;
    const row = photoOf(bike, id, `${numberOf(id)}/${part.photos.length}`, now, await nextSeq());
    await userDb.outbox.put(row);
    dependsOn.push(row.id);
  }
  await replaceMutation(bike, { seq: await nextSeq(), dependsOn, part: { ...part, rounds } }, now);
  return true;
}

/** Uploads the photos again that the server reports as missing. Returns whether the bike was queued after them. */
export const sendMissingPhotos = async (bike: QueuedMutation, refusal: Refusal, now: number): Promise<boolean> =>
  refusal.error.code === 'bike.photos_missing' && sendMissing(bike, refusal, now);
