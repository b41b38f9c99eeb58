import type { Id } from '#contract/ids.ts';
import type { Undo } from './taking-back.ts';
import { inVault, vault } from './vault.ts';

/** Deletes a draft with its photos; returns how to put it back. */
export const discardDraft = (id: Id): Promise<Undo> =>
  inVault(async () => {
    const draft = await vault.drafts.get(id);
    const photos = await vault.photos.where('draftId', id);
    const ids = photos.map((photo) => photo.id);
    const blobs = (await Promise.all(ids.map((photoId) => vault.photoBlobs.get(photoId)))).filter((one) => !!one);
    await vault.photoBlobs.remove(...ids);
    await vault.photos.remove(...ids);
    await vault.drafts.remove(id);
    return () =>
      inVault(async () => {
        if (!draft) return;
        await vault.photoBlobs.putAll(blobs);
        await vault.photos.putAll(photos);
        await vault.drafts.put(draft);
      });
  });

/** Takes a photo out of its draft; returns how to put it back where it was. */
export const discardPhoto = (id: Id): Promise<Undo> =>
  inVault(async () => {
    const photo = await vault.photos.get(id);
    const blob = await vault.photoBlobs.get(id);
    await vault.photoBlobs.remove(id);
    await vault.photos.remove(id);
    return () =>
      inVault(async () => {
        if (!photo || !(await vault.drafts.get(photo.draftId))) return;
        if (blob) await vault.photoBlobs.put(blob);
        await vault.photos.put(photo);
      });
  });
