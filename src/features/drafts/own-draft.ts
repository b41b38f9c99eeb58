import type { Id } from '#contract/ids.ts';
import { type Draft, type DraftPhoto, memberHere, userDb } from '#src/storage/user-db.ts';

// In a file of its own for the first bundle: every card may show a draft's photo.

/** A draft of this device's member. Nobody else can read, change or publish it. */
export async function ownDraft(id: Id): Promise<Draft | undefined> {
  const draft = await userDb.drafts.get(id);
  return draft && draft.userId === (await memberHere())?.id ? draft : undefined;
}

/** A draft photo of this device's member. */
export async function ownPhoto(id: Id): Promise<DraftPhoto | undefined> {
  const photo = await userDb.photos.get(id);
  return photo && (await ownDraft(photo.draftId)) && photo;
}

/** The bytes of a draft photo; null if there are none or it is another member's. */
export const photoBlob = async (id: Id): Promise<Blob | null> =>
  ((await ownPhoto(id)) && (await userDb.photoBlobs.get(id))?.blob) ?? null;
