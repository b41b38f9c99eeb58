import { type Id, newId } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { forgetBytes } from './forget-bytes.ts';
import { type Draft, inUserDb, memberHere, type SharedPhoto, type ShareProblem, userDb } from './user-db.ts';

/** Owner of what was shared while nobody was logged in. No member has this id. */
export const nobody: Id = 'nobody';
/** Milliseconds during which a share can be accepted. */
const claimableMs = 24 * 3_600_000;

const maxNameLength = 100;
/** Most bytes of one share: 24 photos of a phone. */
const maxShareBytes = 200 * 1024 * 1024;

/** Says why a shared file is refused; undefined if it may be a photo. @param before bytes of those before it */
function problemOf({ size, type }: File, before: number): ShareProblem | undefined {
  if (size > photoLimits.bytes) return 'file too large';
  if (before + size > maxShareBytes) return 'share too large';
  return type === '' || type.startsWith('image/') ? undefined : 'no photo';
}

/** Whether a draft is a share that nobody has accepted. */
export const isOffered = ({ offered, userId }: Draft): boolean => offered === true || userId === nobody;

/** Whether a share was not accepted in time. */
export const isExpired = ({ createdAt }: Draft, now: number): boolean => now - createdAt > claimableMs;

/** Deletes shares that were not accepted. Call it inside a transaction of `userDb`. */
export async function dropOffered(which: (draft: Draft) => boolean): Promise<void> {
  for (const draft of (await userDb.drafts.all()).filter((one) => isOffered(one) && which(one))) {
    await forgetBytes(...(draft.shared ?? []).map((photo) => photo.id));
    await userDb.drafts.remove(draft.id);
  }
}

/**
 * Stores files from another app, for the member of this device or whoever logs in within a day. They become a draft once
 * the member has said yes. A page of another site can send files too, so they replace those of an earlier share.
 * @returns the id of the draft to be; null if there is nothing to store
 * @throws ApiFailure when the device is full; nothing is stored then
 */
export async function keepShared(files: readonly File[], now = Date.now()): Promise<Id | null> {
  const photos = files.filter(({ size }) => size > 0);
  if (photos.length === 0) return null;
  const draftId = newId(now);
  await inUserDb(async () => {
    await dropOffered(() => true);
    const shared: SharedPhoto[] = [];
    let bytes = 0;
    for (const file of photos.slice(0, photoLimits.perBike)) {
      const id = newId(now);
      const problem = problemOf(file, bytes);
      shared.push({ id, file: file.name.slice(-maxNameLength), ...(problem && { problem }) });
      if (problem) continue;
      bytes += file.size;
      await userDb.photoBlobs.put({ id, blob: file.slice(0, file.size, file.type) });
    }
    const over = photos.length - photoLimits.perBike;
    if (over > 0) shared.push({ id: newId(now), file: '', problem: 'too many', over });
    const userId = (await memberHere())?.id ?? nobody;
    const times = { createdAt: now, savedAt: now };
    await userDb.drafts.put({
      id: draftId,
      userId,
      state: 'editing',
      fields: {},
      ofPublished: false,
      offered: true,
      shared,
      ...times,
    });
  });
  return draftId;
}
