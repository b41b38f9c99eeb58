import { type Id, newId } from '#contract/ids.ts';
import { type PhotoNote, photoLimits } from '#contract/photos.ts';
import { many, t } from '#contract/texts.ts';
import { PhotoRefusal, shrinkPhoto } from '#src/photos/shrink-photo.ts';
import { fullSentence, isFull } from '#src/storage/storage-state.ts';
import { type DraftPhoto, inUserDb, userDb } from '#src/storage/user-db.ts';
import { notifyDraftChanged } from './draft-changes.ts';
import { changeDraft } from './drafts.ts';
import { ownDraft, ownPhoto } from './own-draft.ts';
import { releaseShared } from './shared-photos.ts';

const canRetryLater = { canRetry: true };

/**
 * Shrinks a picked file and adds it to the draft.
 * @param wanted aborts when the photo is no longer wanted
 * @throws PhotoRefusal with a message when the file is refused, the draft is full or the device is; AbortError, also if
 * another tab has added it
 */
export async function addPhoto(
  draftId: Id,
  file: File,
  now = Date.now(),
  wanted: AbortSignal | null = null,
): Promise<DraftPhoto> {
  const ofUpdate = (await ownDraft(draftId))?.update !== undefined;
  const max = ofUpdate ? photoLimits.perUpdate : photoLimits.perBike;
  if ((await userDb.photos.where('draftId', draftId)).length >= max) {
    const tooMany = ofUpdate
      ? many(max)`An update can have up to # photo.|An update can have up to # photos.`
      : many(max)`A bike can have up to # photo.|A bike can have up to # photos.`;
    throw new PhotoRefusal(`${t`${file.name} wasn’t added.`} ${tooMany}`, canRetryLater);
  }
  const { blob, ...shrunk } = await shrinkPhoto(file);
  wanted?.throwIfAborted();
  const id = newId(now);
  const defaults = { kind: 'Other', caption: '', alt: '', thumbhash: '', uploaded: false } as const;
  try {
    const added = await inUserDb(async () => {
      if (!(await ownDraft(draftId)))
        throw new PhotoRefusal(t`This draft is not yours, or not on this device any more.`);
      if (!(await releaseShared(file))) throw new DOMException('Another tab has added it.', 'AbortError');
      const others = await userDb.photos.where('draftId', draftId);
      const order = Math.max(-1, ...others.map((other) => other.order)) + 1;
      const photo = { id, draftId, order, ...shrunk, bytes: blob.size, file: file.name, ...defaults };
      await userDb.photoBlobs.put({ id, blob });
      await userDb.photos.put(photo);
      await setSavedAt(draftId, now);
      return photo;
    });
    notifyDraftChanged();
    return added;
  } catch (error) {
    throw isFull(error) ? new PhotoRefusal(`${t`${file.name} wasn’t added.`} ${fullSentence}`, canRetryLater) : error;
  }
}

async function setSavedAt(draftId: Id, savedAt: number | null): Promise<void> {
  const draft = await userDb.drafts.get(draftId);
  if (draft && savedAt !== null) await userDb.drafts.put({ ...draft, savedAt });
}

/** Changes the details of a photo. @throws ApiFailure when a full device keeps the change in memory only */
export const notePhoto = (id: Id, note: Partial<Omit<PhotoNote, 'id'>>, now = Date.now()): Promise<void> =>
  changeDraft(now, async (savedAt) => {
    const photo = await ownPhoto(id);
    if (!photo) return;
    await userDb.photos.put({ ...photo, ...note });
    await setSavedAt(photo.draftId, savedAt);
  });

/**
 * Puts a draft's photos into the order of `ids`; the first is the cover.
 * @throws ApiFailure when a full device keeps the change in memory only
 */
export const reorderPhotos = (draftId: Id, ids: readonly Id[], now = Date.now()): Promise<void> =>
  changeDraft(now, async (savedAt) => {
    if (!(await ownDraft(draftId))) return;
    const photos = await userDb.photos.where('draftId', draftId);
    await userDb.photos.putAll(photos.map((photo) => ({ ...photo, order: ids.indexOf(photo.id) })));
    await setSavedAt(draftId, savedAt);
  });
