import { type Id, newId } from '#contract/ids.ts';
import type { Crop } from '#contract/profile-pictures.ts';
import { mutateWithUndo } from '#src/actions/mutate.ts';
import { runAction } from '#src/actions/run-action.ts';
import { commit } from '#src/outbox/commit.ts';
import { canCancel } from '#src/outbox/mutation.ts';
import { enqueue } from '#src/outbox/outbox.ts';
import { queuedMutationsOf } from '#src/outbox/queued-mutations.ts';
import { triesToLoad } from '#src/outbox/registry.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { undoMutation } from '#src/outbox/undo-mutation.ts';
import { photoOf } from '#src/photos/photos.mutations.ts';
import { nextSeq, userDb } from '#src/storage/user-db.ts';
import {
  addAvatarMutation,
  addBannerMutation,
  deleteAvatarMutation,
  deleteBannerMutation,
  type PictureName,
} from './profile.mutations.ts';
import { pictureOf } from './profile-parts.ts';

/** Local photo with its crop. */
export type ChosenPicture = { blob: Blob; crop: Crop; preview: string };

/**
 * Undoes queued and refused mutations of a picture before another replaces it. Load the mutations first, as this runs
 * inside a transaction. @returns how to restore them
 */
async function dropEarlier(userId: Id, name: PictureName): Promise<Undo[]> {
  const rows = (await queuedMutationsOf(userId)).filter((row) => pictureOf(row) === name && canCancel(row));
  const undos: Undo[] = [];
  for (const row of rows) undos.push(await undoMutation(row.id));
  return undos;
}

/** Sets a picture optimistically; the photo is uploaded before the crop is sent. */
export const addPicture = (userId: Id, name: PictureName, { blob, crop, preview }: ChosenPicture): Promise<void> =>
  runAction(name === 'avatar' ? 'AddAvatar' : 'AddBanner', async () => {
    await triesToLoad();
    await commit(async () => {
      await dropEarlier(userId, name);
      const photoId = newId();
      const mutation = name === 'avatar' ? addAvatarMutation : addBannerMutation;
      const row = mutation.create({ body: { photoId, crop }, preview }, userId);
      const photo = photoOf(row, photoId, '', Date.now(), await nextSeq());
      await userDb.photoBlobs.put({ id: photoId, blob });
      await userDb.outbox.put(photo);
      return [photo, await enqueue({ ...row, dependsOn: [photo.id] })];
    });
  });

/** Deletes a picture. Returns the undo, as long as one is possible. */
export async function deletePicture(userId: Id, name: PictureName, now = Date.now()): Promise<Undo | null> {
  await triesToLoad();
  return mutateWithUndo(name === 'avatar' ? deleteAvatarMutation : deleteBannerMutation, null, userId, {
    now,
    prepare: async () => {
      const earlier = await dropEarlier(userId, name);
      return async () => {
        for (const bringBack of earlier) await bringBack();
      };
    },
  });
}
