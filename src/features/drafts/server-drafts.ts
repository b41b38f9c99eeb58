import type { SiteDraft } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { openForms, saveOpenForms } from '#src/lib/open-forms.ts';
import { forgetStored } from '#src/storage/forget-bytes.ts';
import { isStorageHung } from '#src/storage/storage-state.ts';
import {
  type Draft,
  type DraftPhoto,
  durableTransaction,
  inUserDb,
  type OnSite,
  userDb,
} from '#src/storage/user-db.ts';
import { againstServer, neverSynced, updateSyncState } from './draft-sync.ts';
import { isMadeFrom } from './draft-versions.ts';
import { changeDraft, removeDraftOf } from './drafts.ts';

/** Whether the server has a draft exactly as it is here. */
const isSynced = ({ site, savedAt, shared }: Draft, photos: readonly DraftPhoto[]): boolean =>
  !shared && site?.savedAt === savedAt && !site.apart && photos.every((photo) => photo.uploaded);

/** Whether a server's draft takes the place of the local one, which it was made from. */
const isReplacedBy = (draft: Draft, photos: readonly DraftPhoto[], site: SiteDraft): boolean =>
  isSynced(draft, photos) && (draft.site?.version ?? 0) < site.version;

/** Ids of a draft's photos whose bytes are here. */
async function idsHere(draftId: Id): Promise<Id[]> {
  const ids = (await userDb.photos.where('draftId', draftId)).map(({ id }) => id);
  const here = await Promise.all(ids.map((id) => userDb.photoBlobs.has(id)));
  return ids.filter((_, at) => here[at]);
}

/** Tells which photos the server has. @throws ApiFailure without an answer about each */
type AskStored = (ids: readonly Id[]) => Promise<ReadonlySet<Id>>;

/**
 * The outcome for a draft from the server: it is new here, it replaced an older one, or the local one stayed (null).
 */
export type TakenDraft = 'new' | 'newer' | null;

/**
 * Stores a draft from the server, if this device has none or only an older one without unsynced changes. A photo that
 * it does not have stays in the draft if the server has lost it and its bytes are here.
 */
export async function saveServerDraft(userId: Id, site: SiteDraft, askStored: AskStored): Promise<TakenDraft> {
  const { id, fields, photos, version, turns, savedAt } = site;
  const at = Date.parse(savedAt);
  // The local draft cannot be read.
  if (isStorageHung()) return null;
  await saveOpenForms();
  const older = await userDb.drafts.get(id);
  const isTaken = older && isReplacedBy(older, await userDb.photos.where('draftId', id), site);
  const missing = isTaken ? (await idsHere(id)).filter((one) => !photos.some((photo) => photo.id === one)) : [];
  const stored = missing.length > 0 ? await askStored(missing) : new Set<Id>();
  return changeDraft(at, async () => {
    const localDraft = await userDb.drafts.get(id);
    const before = await userDb.photos.where('draftId', id);
    if (localDraft && (localDraft.userId !== userId || localDraft.state !== 'editing')) return null;
    if (localDraft?.site && !isMadeFrom(site, localDraft.site)) {
      await updateSyncState(id, (known = neverSynced) => againstServer(known, site));
      return null;
    }
    if (localDraft && !isReplacedBy(localDraft, before, site)) return null;
    // Unsaved input is newer.
    if (localDraft && [...openForms].some((form) => form.isBehind())) return null;
    const left = before.filter((photo) => !photos.some(({ id }) => id === photo.id));
    const kept = await forgetStored(
      left.map((photo) => photo.id),
      stored,
    );
    await userDb.photos.remove(...before.map((photo) => photo.id));
    const onSite = { version, turns, savedAt: at, photos: photos.length };
    const times = { createdAt: localDraft?.createdAt ?? at, savedAt: at };
    await userDb.drafts.put({ id, userId, state: 'editing', fields, ofPublished: false, site: onSite, ...times });
    const photoFields = { draftId: id, bytes: 0, file: '', uploaded: true };
    const again = left.filter((photo) => kept.has(photo.id)).map((photo) => ({ ...photo, uploaded: false }));
    const rows = [...photos.map((photo) => ({ ...photo, ...photoFields })), ...again];
    await userDb.photos.putAll(rows.map((photo, order) => ({ ...photo, order })));
    return localDraft ? 'newer' : 'new';
  });
}

/**
 * Records that the draft on the server has changed or is gone. A draft that was published exactly as it is here is
 * deleted, unless the server has lost photos whose bytes are here.
 * @param conflict what happened to it on the server
 */
export async function markConflict(
  userId: Id,
  id: Id,
  conflict: OnSite['apart'] & string,
  askStored: AskStored,
): Promise<void> {
  await saveOpenForms();
  const here = conflict === 'published' ? await idsHere(id) : [];
  const stored = here.length > 0 ? await askStored(here) : new Set<Id>();
  await durableTransaction(async () => {
    const draft = await userDb.drafts.get(id);
    // A draft that was never on the server cannot be gone.
    if (!draft?.site || draft.ofPublished) return;
    const isOnlyCopy = (await idsHere(id)).some((one) => !stored.has(one));
    const same = isSynced(draft, await userDb.photos.where('draftId', id));
    if (conflict === 'published' && same && !isOnlyCopy && ![...openForms].some((form) => form.isBehind()))
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
