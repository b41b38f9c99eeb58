import type { Id } from '#contract/ids.ts';
import { tellDraftChanged } from './draft-news.ts';
import { draftDeletion } from './draft-rows.ts';
import { draftOf } from './drafts.ts';
import { rowsOf } from './outbox.ts';
import { isFull } from './storage.ts';
import { dependantsOf, enqueueHeld } from './taking-back.ts';
import { noteEnqueued } from './triggers.ts';
import { tooLate, type Undo } from './undo.ts';
import { type Draft, holdVault, inVault, noting, vault } from './vault.ts';

/** Puts back; where a full device has given the room away, into this tab. */
const restored = (work: () => Promise<void>): Promise<void> =>
  inVault(work).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdVault(work);
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
  const { undo, waits } = await noting(() => takeAway(id, where, now));
  if (waits) noteEnqueued();
  return undo;
}

async function takeAway(id: Id, where: 'everywhere' | 'here', now: number): Promise<{ undo: Undo; waits: boolean }> {
  const whole = await draftOf(id);
  if (!whole) return { undo: nothing, waits: false };
  const { photos, ...draft } = whole;
  const keepThere = where === 'everywhere' ? await deleteThere(draft, now) : null;
  const ids = photos.map((photo) => photo.id);
  const blobs = (await Promise.all(ids.map((photoId) => vault.photoBlobs.get(photoId)))).filter((one) => !!one);
  const rows = await rowsOf(draft.userId);
  const held = rows.filter((row) => row.targetId === id && row.state === 'editing');
  const gone = held.flatMap((row) => [row, ...dependantsOf(row, rows)]);
  await vault.outbox.remove(...gone.map((row) => row.id));
  await vault.photoBlobs.remove(...ids);
  await vault.photos.remove(...ids);
  await vault.drafts.remove(id);
  const undo = () =>
    restored(async () => {
      await keepThere?.();
      await vault.photoBlobs.putAll(blobs);
      await vault.photos.putAll(photos);
      await vault.drafts.put(draft);
      await vault.outbox.putAll(gone);
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
  noting(async () => {
    const photo = await vault.photos.get(id);
    const draft = photo && (await draftOf(photo.draftId));
    if (!draft) return nothing;
    const blob = await vault.photoBlobs.get(id);
    const stamp = async (at: number) => {
      const kept = await vault.drafts.get(photo.draftId);
      if (kept) await vault.drafts.put({ ...kept, savedAt: at });
      return kept;
    };
    await vault.photoBlobs.remove(id);
    await vault.photos.remove(id);
    await stamp(now);
    return () =>
      restored(async () => {
        if ((await stamp(Date.now()))?.state !== 'editing') throw tooLate();
        if (blob) await vault.photoBlobs.put(blob);
        await vault.photos.put(photo);
      });
  });
