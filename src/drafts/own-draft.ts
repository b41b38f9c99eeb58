import type { Id } from '#contract/ids.ts';
import { type Draft, type DraftPhoto, memberHere, userDb } from '#src/storage/user-db.ts';

// Apart from the other work on drafts: every card may show a photo of one, and is loaded first.

/** A draft of the member who is here: nobody else reads, changes or publishes it, whatever address they open. */
export async function ownDraft(id: Id): Promise<Draft | undefined> {
  const draft = await userDb.drafts.get(id);
  return draft && draft.userId === (await memberHere())?.id ? draft : undefined;
}

/** A photo of this device's member. */
export async function ownPhoto(id: Id): Promise<DraftPhoto | undefined> {
  const photo = await userDb.photos.get(id);
  return photo && (await ownDraft(photo.draftId)) && photo;
}

/** The bytes of a photo that is on this device only; null also for one of somebody else's. */
export const photoBlob = async (id: Id): Promise<Blob | null> =>
  ((await ownPhoto(id)) && (await userDb.photoBlobs.get(id))?.blob) ?? null;
