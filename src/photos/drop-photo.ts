import type { Id } from '#contract/ids.ts';
import { canCancel, type MutationError, noPhotosCode, type QueuedMutation } from '#src/outbox/mutation.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import { tooLate, undoTime } from '#src/outbox/undo.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { userDb } from '#src/storage/user-db.ts';

type PhotoMutation = Pick<QueuedMutation, 'id' | 'targetId' | 'subject'>;
/** Body and part of a mutation that lists its photos. */
type WithPhotos = { photos: { id: Id }[]; mayHaveNone?: true };

const listsPhotos = (value: unknown): value is WithPhotos =>
  Array.isArray((value as Partial<WithPhotos> | null)?.photos);

const withoutPhotos: MutationError = {
  status: 422,
  code: noPhotosCode,
  remedy: 'change',
  message: '',
  validation: null,
};

/**
 * Removes a photo from the queued mutation that lists it. Returns how to restore it; that mutation is not sent as long
 * as this is offered.
 */
async function leaveOut(photo: PhotoMutation, queued: readonly QueuedMutation[]): Promise<() => Promise<void>> {
  const parent = queued.find(({ targetId, body }) => targetId === photo.subject.id && listsPhotos(body));
  if (!parent) return async () => undefined;
  const { dependsOn, state, nextAt, lastError } = parent;
  const [body, part] = [parent.body as WithPhotos, parent.part as WithPhotos];
  const without = <T extends { id: Id }>(all: readonly T[]) => all.filter((one) => one.id !== photo.targetId);
  const photos = without(body.photos);
  const next = await replaceMutation(parent, {
    body: { ...body, photos },
    part: { ...part, photos: without(part.photos) },
    dependsOn: dependsOn.filter((id) => id !== photo.id),
  });
  const waiting = { ...next, nextAt: Date.now() + undoTime };
  await userDb.outbox.put(
    photos.length > 0 || part.mayHaveNone ? waiting : { ...next, state: 'failed', lastError: withoutPhotos },
  );
  return async () => {
    const now = await userDb.outbox.get(next.id);
    if (!now || !canCancel(now)) throw tooLate();
    const before = await replaceMutation(now, { body, part, dependsOn });
    await userDb.outbox.put({ ...before, state, nextAt, lastError });
  };
}

/** Deletes a photo and its bytes, and removes it from what waits for it. Returns how to restore them. */
export async function dropPhoto(
  mutation: PhotoMutation,
  queued: readonly QueuedMutation[],
): Promise<() => Promise<void>> {
  const photo = await userDb.photos.get(mutation.targetId);
  const blob = await userDb.photoBlobs.get(mutation.targetId);
  const putBack = await leaveOut(mutation, queued);
  await userDb.photos.remove(mutation.targetId);
  await forgetBytes(mutation.targetId);
  return async () => {
    await putBack();
    if (photo) await userDb.photos.put(photo);
    if (blob) await userDb.photoBlobs.put(blob);
  };
}

/** Marks a photo as uploaded. Its bytes stay until the server has accepted what it belongs to. */
export async function noteUploaded({ targetId }: PhotoMutation): Promise<void> {
  const photo = await userDb.photos.get(targetId);
  if (photo) await userDb.photos.put({ ...photo, uploaded: true });
}
