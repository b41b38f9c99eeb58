import type { SiteDraft } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import { openForms, saveOpenForms } from '#src/lib/open-forms.ts';
import { isSilent } from '#src/storage/storage-state.ts';
import {
  type Draft,
  type DraftPhoto,
  durableTransaction,
  inUserDb,
  type OnSite,
  userDb,
} from '#src/storage/user-db.ts';
import { neverSynced, updateSyncState } from './draft-sync.ts';
import { changeDraft, removeDraftOf } from './drafts.ts';

/** Whether the server has a draft exactly as it is here. */
const isSynced = ({ site, savedAt, shared }: Draft, photos: readonly DraftPhoto[]): boolean =>
  !shared && site?.savedAt === savedAt && !site.apart && photos.every((photo) => photo.uploaded);

/**
 * The outcome for a draft from the server: it is new here, it replaced an older one, or the local one stayed (null).
 */
export type SavedDraft = 'new' | 'newer' | null;

/** Stores a draft from the server, if this device has none or only an older one without unsynced changes. */
export async function saveServerDraft(userId: Id, site: SiteDraft): Promise<SavedDraft> {
  const { id, fields, photos, version, savedAt } = site;
  const at = Date.parse(savedAt);
  // The local draft cannot be read.
  if (isSilent()) return null;
  await saveOpenForms();
  return changeDraft(at, async () => {
    const localDraft = await userDb.drafts.get(id);
    const before = await userDb.photos.where('draftId', id);
    if (localDraft && (localDraft.userId !== userId || localDraft.state !== 'editing')) return null;
    if (localDraft && !(isSynced(localDraft, before) && (localDraft.site?.version ?? 0) < version)) return null;
    // Unsaved input is newer.
    if (localDraft && [...openForms].some((form) => form.isBehind())) return null;
    const removedIds = before.map((photo) => photo.id).filter((one) => !photos.some((photo) => photo.id === one));
    await userDb.photoBlobs.remove(...removedIds);
    await userDb.photos.remove(...removedIds);
    const onSite = { version, savedAt: at, photos: photos.length };
    const times = { createdAt: localDraft?.createdAt ?? at, savedAt: at };
    await userDb.drafts.put({ id, userId, state: 'editing', fields, ofPublished: false, site: onSite, ...times });
    const photoFields = { draftId: id, bytes: 0, file: '', uploaded: true };
    await userDb.photos.putAll(photos.map((photo, order) => ({ ...photo, ...photoFields, order })));
    return localDraft ? 'newer' : 'new';
  });
}

/**
 * Records that the draft on the server has changed or is gone. A draft that was published exactly as it is here is
 * deleted.
 * @param conflict what happened to it on the server
 */
export async function markConflict(userId: Id, id: Id, conflict: OnSite['apart'] & string): Promise<void> {
  await saveOpenForms();
  await durableTransaction(async () => {
    const draft = await userDb.drafts.get(id);
    // A draft that was never on the server cannot be gone.
    if (!draft?.site || draft.ofPublished) return;
    const same = isSynced(draft, await userDb.photos.where('draftId', id));
    if (conflict === 'published' && same && ![...openForms].some((form) => form.isBehind()))
      return removeDraftOf(userId, id);
    await updateSyncState(id, (site) => site && { ...site, apart: conflict });
  });
}

/** Turns a draft whose bike is already published into an edit of it. */
export const markPublished = (id: Id): Promise<void> =>
  durableTransaction(async () => {
    if ((await userDb.drafts.get(id))?.ofPublished === false)
      await updateSyncState(id, (site = neverSynced) => ({ ...site, apart: 'published' }));
  });

/** Width in which photos from other devices are stored, in pixels. */
const cachedWidth = 1280;

/**
 * Downloads the photos of a draft that come from another device, and those that this browser cannot decode: the server
 * sends them only to their owner.
 */
export async function downloadDraftPhotos(draftId: Id): Promise<void> {
  for (const { id, uploaded } of await userDb.photos.where('draftId', draftId)) {
    const here = await userDb.photoBlobs.get(id);
    if (here && !(uploaded && here.blob.type === 'image/heic')) continue;
    const response = await fetch(photoPath(id, cachedWidth));
    if (!response.ok) return;
    const blob = await response.blob();
    await inUserDb(async () => {
      const photo = await userDb.photos.get(id);
      if (!photo) return;
      await userDb.photoBlobs.put({ id, blob });
      const { undecoded, ...decoded } = photo;
      if (undecoded) await userDb.photos.put(decoded);
    });
  }
}
