import type { Id } from '#contract/ids.ts';
import { replaceRow } from '#src/offline/kept-rows.ts';
import { canCancel, type OutboxRow, type RowError } from '#src/offline/rows.ts';
import { tooLate, undoTime } from '#src/offline/undo.ts';
import { vault } from '#src/offline/vault.ts';
import type { BikePart } from './bike-part.ts';

type PhotoMutation = Pick<OutboxRow, 'id' | 'targetId' | 'subject'>;
/** The mutation of a bike holds its photos by id. */
type BikeBody = { photos: { id: Id }[] };

const withoutPhotos: RowError = {
  status: 422,
  code: 'validation',
  message: 'Add at least one photo.',
  validation: { photos: ['Add at least one photo.'] },
};

/** Removes a photo from the bike that waits for it; returns how to restore it. The bike waits as long as that is offered. */
async function leaveOut(photo: PhotoMutation, queued: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const bike = queued.find(
    ({ kind, targetId }) => (kind === 'bike.put' || kind === 'bike.edit') && targetId === photo.subject.id,
  );
  if (!bike) return async () => undefined;
  const { body, dependsOn, state, nextAt, lastError } = bike;
  const part = bike.part as BikePart;
  const without = <T extends { id: Id }>(all: readonly T[]) => all.filter((one) => one.id !== photo.targetId);
  const photos = without((body as BikeBody).photos);
  const next = await replaceRow(bike, {
    body: { ...(body as BikeBody), photos },
    part: { ...part, photos: without(part.photos) },
    dependsOn: dependsOn.filter((id) => id !== photo.id),
  });
  const held = { ...next, nextAt: Date.now() + undoTime };
  await vault.outbox.put(photos.length > 0 ? held : { ...next, state: 'failed', lastError: withoutPhotos });
  return async () => {
    const now = await vault.outbox.get(next.id);
    if (!now || !canCancel(now)) throw tooLate();
    const before = await replaceRow(now, { body, part, dependsOn });
    await vault.outbox.put({ ...before, state, nextAt, lastError });
  };
}

/** Removes a photo and its bytes from this device and from its bike; returns how to restore them. */
export async function dropPhoto(mutation: PhotoMutation, queued: readonly OutboxRow[]): Promise<() => Promise<void>> {
  const photo = await vault.photos.get(mutation.targetId);
  const blob = await vault.photoBlobs.get(mutation.targetId);
  const putBack = await leaveOut(mutation, queued);
  await vault.photos.remove(mutation.targetId);
  await vault.photoBlobs.remove(mutation.targetId);
  return async () => {
    await putBack();
    if (photo) await vault.photos.put(photo);
    if (blob) await vault.photoBlobs.put(blob);
  };
}

/** Notes that a photo has arrived; its bytes go unless a draft needs them. */
export async function noteUploaded({ targetId }: PhotoMutation): Promise<void> {
  const photo = await vault.photos.get(targetId);
  if (photo) await vault.photos.put({ ...photo, uploaded: true });
  else await vault.photoBlobs.remove(targetId);
}
