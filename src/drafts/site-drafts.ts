import type { SiteDraft } from '#contract/drafts.ts';
import type { Id } from '#contract/ids.ts';
import { photoPath } from '#contract/photos.ts';
import { isSilent } from '#src/storage/storage-state.ts';
import {
  type Draft,
  type DraftPhoto,
  durableTransaction,
  inUserDb,
  type OnSite,
  userDb,
} from '#src/storage/user-db.ts';
import { neverThere, noteSite } from './draft-sync.ts';
import { changeDraft, removeDraftOf } from './drafts.ts';
import { flushDrafts, openForms } from './open-forms.ts';

/** Whether all of a draft is on the site as it is here. */
const isThere = ({ site, savedAt }: Draft, photos: readonly DraftPhoto[]): boolean =>
  site?.savedAt === savedAt && !site.apart && photos.every((photo) => photo.uploaded);

/** What became of a draft of the site: it is new here, it took the place of an older one, or this device keeps its own. */
export type Taken = 'new' | 'newer' | null;

/** Takes a draft as the site has it, where this device has none, or an older one with nothing of its own. */
export async function takeSiteDraft(userId: Id, site: SiteDraft): Promise<Taken> {
  const { id, fields, photos, version, savedAt } = site;
  const at = Date.parse(savedAt);
  // What this device has of it cannot be asked.
  if (isSilent()) return null;
  await flushDrafts();
  return changeDraft(at, async () => {
    const begun = await userDb.drafts.get(id);
    const before = await userDb.photos.where('draftId', id);
    if (begun && (begun.userId !== userId || begun.state !== 'editing')) return null;
    if (begun && !(isThere(begun, before) && (begun.site?.version ?? 0) < version)) return null;
    // What is typed at this moment is somebody's own.
    if (begun && [...openForms].some((form) => form.isBehind())) return null;
    const gone = before.map((photo) => photo.id).filter((one) => !photos.some((photo) => photo.id === one));
    await userDb.photoBlobs.remove(...gone);
    await userDb.photos.remove(...gone);
    const onSite = { version, savedAt: at, photos: photos.length };
    const times = { createdAt: begun?.createdAt ?? at, savedAt: at };
    await userDb.drafts.put({ id, userId, state: 'editing', fields, ofPublished: false, site: onSite, ...times });
    const arrived = { draftId: id, bytes: 0, file: '', uploaded: true };
    await userDb.photos.putAll(photos.map((photo, order) => ({ ...photo, ...arrived, order })));
    return begun ? 'newer' : 'new';
  });
}

/**
 * Notes that the site has a draft no more as it was. One that was published as it is here, goes.
 * @param apart what became of it there
 */
export async function noteApart(userId: Id, id: Id, apart: OnSite['apart'] & string): Promise<void> {
  await flushDrafts();
  await durableTransaction(async () => {
    const draft = await userDb.drafts.get(id);
    // Of a draft that was never there nothing can be gone.
    if (!draft?.site || draft.ofPublished) return;
    const same = isThere(draft, await userDb.photos.where('draftId', id));
    if (apart === 'published' && same && ![...openForms].some((form) => form.isBehind()))
      return removeDraftOf(userId, id);
    await noteSite(id, (site) => site && { ...site, apart });
  });
}

/** A draft of a bike that turns out to be published is a change of it. */
export const noteEdited = (id: Id): Promise<void> =>
  durableTransaction(async () => {
    if ((await userDb.drafts.get(id))?.ofPublished === false)
      await noteSite(id, (site = neverThere) => ({ ...site, apart: 'published' }));
  });

/** Of which width a photo is kept that came from another device. */
const keptWidth = 1280;

/** Keeps the pictures of a draft that came from another device: nobody but its owner is given them again. */
export async function keepDraftPhotos(draftId: Id): Promise<void> {
  for (const { id } of await userDb.photos.where('draftId', draftId)) {
    if (await userDb.photoBlobs.has(id)) continue;
    const response = await fetch(photoPath(id, keptWidth));
    if (!response.ok) return;
    const blob = await response.blob();
    await inUserDb(async () => {
      if (await userDb.photos.has(id)) await userDb.photoBlobs.put({ id, blob });
    });
  }
}
