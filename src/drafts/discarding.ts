import type { Id } from '#contract/ids.ts';
import { noteEnqueued } from '#src/outbox/flush-triggers.ts';
import { rowsOf } from '#src/outbox/outbox.ts';
import { tooLate, type Undo } from '#src/outbox/undo.ts';
import { dependentsOf, enqueueHeld } from '#src/outbox/undo-mutation.ts';
import { isFull } from '#src/storage/storage-state.ts';
import { type Draft, durableTransaction, holdUserDb, inUserDb, userDb } from '#src/storage/user-db.ts';
import { tellDraftChanged } from './draft-news.ts';
import { draftDeletion } from './draft-rows.ts';
import { draftOf } from './drafts.ts';

/** Puts back; where a full device has given the room away, into this tab. */
const restored = (work: () => Promise<void>): Promise<void> =>
  inUserDb(work).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdUserDb(work);
  });

const nothing: Undo = async () => undefined;

/** Keeps the request that deletes a draft on the site, held for as long as that can be undone; null where it has none. */
async function deleteThere({ id, userId, site }: Draft, now: number): Promise<Undo | null> {
  if (!site || site.apart === 'gone' || site.apart === 'published') return null;
  return (await enqueueHeld(draftDeletion(id, userId), [], now, nothing)).undo;
}

/**
 * Deletes a draft with its photos, and what waited until it is published again; returns how to put it all back.
 * @param where also on the site, where it was brought there; or `here` alone
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
  const keepThere = where === 'everywhere' ? await deleteThere(draft, now) : null;
  const ids = photos.map((photo) => photo.id);
  const blobs = (await Promise.all(ids.map((photoId) => userDb.photoBlobs.get(photoId)))).filter((one) => !!one);
  const rows = await rowsOf(draft.userId);
  const held = rows.filter((row) => row.targetId === id && row.state === 'editing');
  const gone = held.flatMap((row) => [row, ...dependentsOf(row, rows)]);
  await userDb.outbox.remove(...gone.map((row) => row.id));
  await userDb.photoBlobs.remove(...ids);
  await userDb.photos.remove(...ids);
  await userDb.drafts.remove(id);
  const undo = () =>
    restored(async () => {
      await keepThere?.();
      await userDb.photoBlobs.putAll(blobs);
      await userDb.photos.putAll(photos);
      await userDb.drafts.put(draft);
      await userDb.outbox.putAll(gone);
    });
  return { undo, waits: keepThere !== null };
}

/** Takes a photo out of its draft; returns how to put it back where it was. */
export const discardPhoto = async (id: Id, now = Date.now()): Promise<Undo> => {
  const undo = await takeOut(id, now);
  tellDraftChanged();
  return undo;
};

const takeOut = (id: Id, now: number): Promise<Undo> =>
  durableTransaction(async () => {
    const photo = await userDb.photos.get(id);
    const draft = photo && (await draftOf(photo.draftId));
    if (!draft) return nothing;
    const blob = await userDb.photoBlobs.get(id);
    const stamp = async (at: number) => {
      const kept = await userDb.drafts.get(photo.draftId);
      if (kept) await userDb.drafts.put({ ...kept, savedAt: at });
      return kept;
    };
    await userDb.photoBlobs.remove(id);
    await userDb.photos.remove(id);
    await stamp(now);
    return () =>
      restored(async () => {
        if ((await stamp(Date.now()))?.state !== 'editing') throw tooLate();
        if (blob) await userDb.photoBlobs.put(blob);
        await userDb.photos.put(photo);
      });
  });
