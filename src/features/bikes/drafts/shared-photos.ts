import type { Id } from '#contract/ids.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { dropUnclaimed, nobody } from '#src/storage/shared-photos.ts';
import { durableTransaction, memberHere, type SharedPhoto, userDb } from '#src/storage/user-db.ts';
import { ownDraft } from './own-draft.ts';

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
    await forgetBytes(...ids);
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
