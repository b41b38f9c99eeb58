import { type Id, newId } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { durableTransaction, inUserDb, memberHere, type SharedPhoto, userDb } from '#src/storage/user-db.ts';
import { removeDraftOf } from './drafts.ts';
import { ownDraft } from './own-draft.ts';

/** Owner of what was shared while nobody was logged in. No member has this id. */
const nobody: Id = 'nobody';
/** Milliseconds during which the next member who logs in gets what nobody owns. */
const claimableMs = 24 * 3_600_000;

const maxNameLength = 100;

/** Says why a shared file is refused; undefined if it may be a photo. */
function problemOf({ name, size, type }: File): string | undefined {
  if (size > photoLimits.bytes) return `${name} is larger than 20 MB.`;
  return type === '' || type.startsWith('image/') ? undefined : `${name} is not a photo we can read.`;
}

/** Deletes what nobody has claimed in time. */
async function dropUnclaimed(now: number): Promise<void> {
  for (const { id, createdAt } of await userDb.drafts.where('userId', nobody))
    if (now - createdAt > claimableMs) await removeDraftOf(nobody, id);
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

/** Gives a member what was shared on this device while nobody was logged in. */
export const claimShared = (userId: Id, now = Date.now()): Promise<void> =>
  durableTransaction(async () => {
    await dropUnclaimed(now);
    for (const draft of await userDb.drafts.where('userId', nobody)) await userDb.drafts.put({ ...draft, userId });
  });

/** Counts the photos of a draft that wait for a log-in. `forADay`: nobody owns them yet. */
export async function sharedWaiting(draftId: Id): Promise<{ count: number; forADay: boolean } | null> {
  const draft = await userDb.drafts.get(draftId);
  const owner = draft?.userId === nobody ? nobody : (await memberHere())?.id;
  if (!draft?.shared || draft.userId !== owner) return null;
  return { count: draft.shared.filter(({ problem }) => !problem).length, forADay: owner === nobody };
}

/** Where each file of {@link sharedFiles} is stored. */
const places = new WeakMap<File, { draftId: Id; id: Id }>();

/** The shared files that a draft's form has not taken yet, and why others were refused. */
export async function sharedFiles(draftId: Id): Promise<{ files: File[]; problems: SharedPhoto[] }> {
  const shared = (await ownDraft(draftId))?.shared ?? [];
  const files: File[] = [];
  for (const { id, file } of shared) {
    const stored = await userDb.photoBlobs.get(id);
    if (!stored) continue;
    const photo = new File([stored.blob], file, { type: stored.blob.type });
    places.set(photo, { draftId, id });
    files.push(photo);
  }
  return { files, problems: shared.filter(({ problem }) => problem) };
}

/** Takes entries out of a draft. Returns whether all of them were still there. */
export const releaseEntries = (draftId: Id, ids: readonly Id[]): Promise<boolean> =>
  durableTransaction(async () => {
    const draft = await ownDraft(draftId);
    if (!draft?.shared) return false;
    const { shared, ...rest } = draft;
    const left = shared.filter(({ id }) => !ids.includes(id));
    if (left.length + ids.length !== shared.length) return false;
    await userDb.photoBlobs.remove(...ids);
    await userDb.drafts.put({ ...rest, ...(left.length > 0 && { shared: left }) });
    return true;
  });

/**
 * Takes a shared file out of its draft, before it is decoded: a photo that crashes the tab must not do so again.
 * @returns false if another tab has taken it; true for any other file
 */
export async function releaseShared(file: File): Promise<boolean> {
  const place = places.get(file);
  places.delete(file);
  return !place || releaseEntries(place.draftId, [place.id]);
}
