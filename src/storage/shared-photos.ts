import { type Id, newId } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { forgetBytes } from './forget-bytes.ts';
import { inUserDb, memberHere, type SharedPhoto, userDb } from './user-db.ts';

/** Owner of what was shared while nobody was logged in. No member has this id. */
export const nobody: Id = 'nobody';
/** Milliseconds during which the next member who logs in gets what nobody owns. */
const claimableMs = 24 * 3_600_000;

const maxNameLength = 100;
/** Most shares that wait for their form, by anyone here. Each form takes the photos that it shows. */
const maxShares = 8;

/** Says why a shared file is refused; undefined if it may be a photo. */
function problemOf({ name, size, type }: File): string | undefined {
  if (size > photoLimits.bytes) return `${name} is larger than 20 MB.`;
  return type === '' || type.startsWith('image/') ? undefined : `${name} is not a photo.`;
}

/** Deletes what nobody has claimed in time. Call it inside a transaction of `userDb`. */
export async function dropUnclaimed(now: number): Promise<void> {
  for (const { id, createdAt, shared = [] } of await userDb.drafts.where('userId', nobody)) {
    if (now - createdAt <= claimableMs) continue;
    await forgetBytes(...shared.map((photo) => photo.id));
    await userDb.drafts.remove(id);
  }
}

/** Whether as many shares wait as may. */
export async function hasTooManyShares(now = Date.now()): Promise<boolean> {
  await inUserDb(() => dropUnclaimed(now));
  return (await userDb.drafts.all()).filter(({ shared }) => shared?.length).length >= maxShares;
}

/**
 * Stores files from another app as a new draft of the member of this device, or of nobody. The form takes the photos.
 * @returns the draft's id; null if there is nothing to store
 * @throws ApiFailure when the device is full; nothing is stored then
 */
export async function keepShared(files: readonly File[], now = Date.now()): Promise<Id | null> {
  const photos = files.filter(({ size }) => size > 0);
  if (photos.length === 0) return null;
  const draftId = newId(now);
  await inUserDb(async () => {
    await dropUnclaimed(now);
    const shared: SharedPhoto[] = [];
    for (const file of photos.slice(0, photoLimits.perBike)) {
      const id = newId(now);
      const problem = problemOf(file);
      shared.push({ id, file: file.name.slice(-maxNameLength), ...(problem && { problem }) });
      if (!problem) await userDb.photoBlobs.put({ id, blob: file.slice(0, file.size, file.type) });
    }
    const over = photos.length - photoLimits.perBike;
    if (over > 0) {
      const problem = `${over} more ${over === 1 ? 'photo wasn’t' : 'photos weren’t'} added. A bike can have up to ${photoLimits.perBike} photos.`;
      shared.push({ id: newId(now), file: 'the note', problem });
    }
    const userId = (await memberHere())?.id ?? nobody;
    const times = { createdAt: now, savedAt: now };
    await userDb.drafts.put({
      id: draftId,
      userId,
      state: 'editing',
      fields: {},
      ofPublished: false,
      shared,
      ...times,
    });
  });
  return draftId;
}
