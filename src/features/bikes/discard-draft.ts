import type { Id } from '#contract/ids.ts';
import { notifyDraftChanged } from '#src/features/drafts/draft-changes.ts';
import { blobIdsOf, draftOf } from '#src/features/drafts/drafts.ts';
import { noteEnqueued } from '#src/outbox/flush-triggers.ts';
import type { Subject } from '#src/outbox/mutation.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { tooLate, type Undo } from '#src/outbox/undo.ts';
import { dependentsOf, enqueueDelayed } from '#src/outbox/undo-mutation.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { isFull } from '#src/storage/storage-state.ts';
import { type Draft, durableTransaction, holdUserDb, inUserDb, userDb } from '#src/storage/user-db.ts';
import { deleteBikeMutation } from './bikes.mutations.ts';

/** Restores; on a full device into the memory of this tab. */
const restored = (work: () => Promise<void>): Promise<void> =>
  inUserDb(work).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdUserDb(work);
  });

const nothing: Undo = async () => undefined;

/** A draft on the server, as the subject of its deletion. */
export const draftSubject = (id: Id): Subject => ({ kind: 'draft', id, title: '', picture: null });

/** Queues the deletion of a draft on the server, delayed for as long as it can be undone; null if it is not there. */
async function queueDeletion({ id, userId, site }: Draft, now: number): Promise<Undo | null> {
  if (!site || site.apart === 'gone' || site.apart === 'published') return null;
  const subject = draftSubject(id);
  const removal = deleteBikeMutation.create(subject, userId);
  return (await enqueueDelayed(removal, deleteBikeMutation.needs(subject, userId), now)).undo;
}

/**
 * Deletes a draft with its photos and the mutations that wait for it. Returns how to undo that.
 * @param where `everywhere` also deletes it on the server; `here` on this device only
 */
export async function discardDraft(
  id: Id,
  where: 'everywhere' | 'here' = 'everywhere',
  now = Date.now(),
): Promise<Undo> {
  const { undo, waits } = await durableTransaction(() => takeAway(id, where, now));
  if (waits) noteEnqueued();
  return undo;
}

async function takeAway(id: Id, where: 'everywhere' | 'here', now: number): Promise<{ undo: Undo; waits: boolean }> {
  const whole = await draftOf(id);
  if (!whole) return { undo: nothing, waits: false };
  const { photos, ...draft } = whole;
  const undoDeletion = where === 'everywhere' ? await queueDeletion(draft, now) : null;
  const blobIds = blobIdsOf(whole);
  const blobs = (await Promise.all(blobIds.map((blobId) => userDb.photoBlobs.get(blobId)))).filter((one) => !!one);
  const queued = await mutationsOf(draft.userId);
  const reopened = queued.filter((mutation) => mutation.targetId === id && mutation.state === 'editing');
  const removed = reopened.flatMap((mutation) => [mutation, ...dependentsOf(mutation, queued)]);
  await userDb.outbox.remove(...removed.map((mutation) => mutation.id));
  await forgetBytes(...blobIds);
  await userDb.photos.remove(...photos.map((photo) => photo.id));
  await userDb.drafts.remove(id);
  const undo = () =>
    restored(async () => {
      await undoDeletion?.();
      await userDb.photoBlobs.putAll(blobs);
      await userDb.photos.putAll(photos);
      await userDb.drafts.put(draft);
      await userDb.outbox.putAll(removed);
    });
  return { undo, waits: undoDeletion !== null };
}

/** Removes a photo from its draft. Returns how to put it back in its place. */
export const discardPhoto = async (id: Id, now = Date.now()): Promise<Undo> => {
  const undo = await removePhoto(id, now);
  notifyDraftChanged();
  return undo;
};

const removePhoto = (id: Id, now: number): Promise<Undo> =>
  durableTransaction(async () => {
    const photo = await userDb.photos.get(id);
    const draft = photo && (await draftOf(photo.draftId));
    if (!draft) return nothing;
    const blob = await userDb.photoBlobs.get(id);
    const stamp = async (at: number) => {
      const draft = await userDb.drafts.get(photo.draftId);
      if (draft) await userDb.drafts.put({ ...draft, savedAt: at });
      return draft;
    };
    await forgetBytes(id);
    await userDb.photos.remove(id);
    await stamp(now);
    return () =>
      restored(async () => {
        if ((await stamp(Date.now()))?.state !== 'editing') throw tooLate();
        if (blob) await userDb.photoBlobs.put(blob);
        await userDb.photos.put(photo);
      });
  });
