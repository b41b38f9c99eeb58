import type { Id } from '#contract/ids.ts';
import { draftOf } from './drafts.ts';
import { rowsOf } from './outbox.ts';
import { isFull } from './storage.ts';
import { dependantsOf } from './taking-back.ts';
import { tooLate, type Undo } from './undo.ts';
import { holdVault, inVault, noting, vault } from './vault.ts';

/** Puts back; where a full device has given the room away, into this tab. */
const restored = (work: () => Promise<void>): Promise<void> =>
  inVault(work).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await holdVault(work);
  });

const nothing: Undo = async () => undefined;

/** Deletes a draft with its photos, and what waited until it is published again; returns how to put it all back. */
export const discardDraft = (id: Id): Promise<Undo> =>
  inVault(async () => {
    const whole = await draftOf(id);
    if (!whole) return nothing;
    const { photos, ...draft } = whole;
    const ids = photos.map((photo) => photo.id);
    const blobs = (await Promise.all(ids.map((photoId) => vault.photoBlobs.get(photoId)))).filter((one) => !!one);
    const rows = await rowsOf(draft.userId);
    const held = rows.filter((row) => row.targetId === id && row.state === 'editing');
    const gone = held.flatMap((row) => [row, ...dependantsOf(row, rows)]);
    await vault.outbox.remove(...gone.map((row) => row.id));
    await vault.photoBlobs.remove(...ids);
    await vault.photos.remove(...ids);
    await vault.drafts.remove(id);
    return () =>
      restored(async () => {
        await vault.photoBlobs.putAll(blobs);
        await vault.photos.putAll(photos);
        await vault.drafts.put(draft);
        await vault.outbox.putAll(gone);
      });
  });

/** Takes a photo out of its draft; returns how to put it back where it was. */
export const discardPhoto = (id: Id, now = Date.now()): Promise<Undo> =>
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
