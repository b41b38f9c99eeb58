import { draftPath } from '#contract/draft-path.ts';
import type { DraftSave, SavedDraft } from '#contract/drafts.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import type { Seen } from '#contract/seen.ts';
import type { WorkDeps, WorkStep } from '#src/outbox/background-work.ts';
import { type Answer, backoff, classifyResponse, type ResponseClass } from '#src/outbox/classify-response.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { lockOf } from '#src/outbox/outbox.ts';
import { maySucceedLater } from '#src/outbox/refusals.ts';
import { putPhotoMutation } from '#src/photos/photos.mutations.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { type Draft, type DraftPhoto, durableTransaction, getMeta, type OnSite, userDb } from '#src/storage/user-db.ts';
import { type DraftVersion, isMadeFrom } from './draft-versions.ts';
import { draftsToSync, scopeOf, type WholeDraft } from './drafts.ts';

const isStored = ({ uploaded, missing }: DraftPhoto): boolean => uploaded && !missing;
const uploadedCount = ({ photos }: WholeDraft): number => photos.filter(isStored).length;
const nextPhoto = ({ photos }: WholeDraft) => photos.find((photo) => !photo.uploaded && !photo.refused);
const isSaved = (draft: WholeDraft): boolean =>
  draft.site?.savedAt === draft.savedAt && draft.site.photos === uploadedCount(draft);

/** The drafts of new bikes that are to be synced and are not in conflict. */
async function unsyncedOf(userId: Id): Promise<WholeDraft[]> {
  const drafts = (await draftsToSync(userId)).filter((draft) => !draft.ofPublished && !draft.site?.apart);
  return drafts.filter((draft) => !isSaved(draft) || nextPhoto(draft));
}

/** Whether the server has all of a draft. */
export const isOnServer = (draft: WholeDraft): boolean =>
  !draft.ofPublished && !draft.shared && !draft.site?.apart && isSaved(draft) && draft.photos.every(isStored);

/** Whether a member has drafts that are not synced. */
export const hasUnsynced = async (userId: Id): Promise<boolean> => (await unsyncedOf(userId)).length > 0;

/** Changes the stored sync state of a draft, unless the draft is gone. */
export const updateSyncState = (id: Id, change: (site: OnSite | undefined) => OnSite | undefined): Promise<void> =>
  durableTransaction(async () => {
    const draft = await userDb.drafts.get(id);
    if (draft?.state !== 'editing') return;
    const { site, ...rest } = draft;
    const next = change(site);
    // A draft that was published elsewhere becomes an edit of that bike, based on its first version.
    const ofPublished = next?.apart === 'published' ? { ofPublished: true, ofVersion: 1 } : {};
    await userDb.drafts.put({ ...rest, ...(next && { site: next }), ...ofPublished });
  });

/** Codes of refusals that mean a conflict with the draft on the server. */
const conflictByCode: Record<string, OnSite['apart']> = {
  'bike.changed': 'changed',
  gone: 'gone',
  'bike.status': 'published',
};
/** The conflict that a refusal means; null for none. */
export const conflictBy = (code: string | null): OnSite['apart'] | null => conflictByCode[code ?? ''] ?? null;

/** Sync state of a draft that the server has not confirmed. */
export const neverSynced: OnSite = { version: 0, savedAt: 0, photos: 0 };

/** Bases a draft on a version of the server, which it will overwrite. */
export const baseOn = (id: Id, { version, turns }: DraftVersion): Promise<void> =>
  updateSyncState(id, () => ({ ...neverSynced, version, turns: [...(turns ?? [])] }));

/**
 * The sync state after the server has refused this device's version, or has shown an unrelated one. An earlier version
 * is what a restored backup has left: this device saves its own again. Any other is a conflict.
 */
export function againstServer(known: OnSite, server: DraftVersion): OnSite {
  if (isMadeFrom(server, known)) return { ...known, apart: 'changed' };
  const { version, turns } = server;
  if (turns && known.turns && isMadeFrom(known, server))
    return { ...neverSynced, version, turns: [...turns], wasRestored: true };
  return { ...neverSynced, apart: 'changed' };
}

/** Milliseconds after which a refused draft is tried again. */
const refusedRetryMs = 15 * 60_000;

async function sendWithRefresh(ask: () => Promise<Answer>, deps: WorkDeps): Promise<ResponseClass> {
  const mutation = { method: 'PUT', attempts: 1 } as const;
  const mark = await deps.mark();
  const responseClass = classifyResponse(mutation, await ask());
  if (responseClass.act !== 'refresh' || (await deps.refresh(mark)) !== 'refreshed') return responseClass;
  return classifyResponse(mutation, await ask());
}

/** When each refused draft is tried again; other drafts are synced meanwhile. */
const retryAt = new Map<Id, number>();

/** Schedules a draft that could not be synced now. */
function scheduleRetry({ id }: WholeDraft, responseClass: ResponseClass, deps: WorkDeps): WorkStep {
  if (responseClass.act === 'stop') return 'nothing';
  const retryAfter = responseClass.act === 'retry' ? responseClass.retryAfter : refusedRetryMs;
  const nextAt = deps.now() + backoff(4, deps.random(), retryAfter);
  const isOwnFault =
    responseClass.act === 'fail' || (responseClass.act === 'retry' && responseClass.error.status === 429);
  if (!isOwnFault) return { nextAt };
  retryAt.set(id, nextAt);
  return 'more';
}

/** Whether a draft's sync state is still the one that the save was based on. */
const isOf = (now: OnSite | undefined, { seen }: DraftSave): boolean =>
  (now?.version ?? 0) === seen.version && !now?.apart;

/**
 * Records that the server may have a draft from now on, so that it is deleted there even if the answer is lost. Returns
 * when to try again if there is no connection.
 */
async function markTried({ id, site }: WholeDraft, { probe, now, random }: WorkDeps): Promise<number | null> {
  if (site) return null;
  if (!(await probe())) return now() + backoff(1, random());
  await updateSyncState(id, (known = neverSynced) => known);
  return null;
}

const noteOf = ({ id, kind, caption, alt, takenYear }: DraftPhoto): PhotoNote => ({
  id,
  kind,
  caption,
  alt,
  ...(takenYear != null && { takenYear }),
});

/** The version that a draft is based on. */
export const seenOf = async ({ site }: Draft): Promise<Seen> => {
  const turn = site?.turns?.at(-1)?.id;
  return {
    version: site?.version ?? 0,
    device: await thisDevice(),
    ...(turn && { turn }),
    ...(site?.wasRestored && { wasRestored: true as const }),
  };
};

/**
 * Notes which of the sent photos the server has lost, for example by a restored backup. Those whose bytes are here are
 * uploaded again. Call it inside a transaction.
 */
async function noteMissing(sent: readonly DraftPhoto[], missing: ReadonlySet<Id>): Promise<void> {
  for (const { id } of sent) {
    const photo = await userDb.photos.get(id);
    if (!photo || (!missing.has(id) && !photo.missing)) continue;
    const { missing: _, ...rest } = photo;
    if (!missing.has(id)) await userDb.photos.put(rest);
    else if (await userDb.photoBlobs.has(id)) await userDb.photos.put({ ...rest, uploaded: false });
    else await userDb.photos.put({ ...rest, missing: true });
  }
}

async function saveDraft(draft: WholeDraft, deps: WorkDeps): Promise<WorkStep> {
  const { id, fields, photos, savedAt } = draft;
  const silentUntil = await markTried(draft, deps);
  if (silentUntil) return { nextAt: silentUntil };
  const uploaded = photos.filter((photo) => photo.uploaded);
  const body: DraftSave = { fields, photos: uploaded.map(noteOf), seen: await seenOf(draft) };
  const responseClass = await sendWithRefresh(
    () => deps.put(pathOf({ path: draftPath }, { bikeId: id }), body, deps.userId),
    deps,
  );
  if (responseClass.act === 'done') {
    const { version = 0, turns, missing = [] } = (responseClass.data ?? {}) as Partial<SavedDraft>;
    const saved = { version, savedAt, photos: body.photos.length - missing.length, ...(turns && { turns }) };
    await durableTransaction(async () => {
      await noteMissing(uploaded, new Set(missing));
      await updateSyncState(id, (now) => (isOf(now, body) ? saved : now));
    });
    return 'more';
  }
  const conflict = responseClass.act === 'fail' ? conflictBy(responseClass.error.code) : null;
  if (!conflict) return scheduleRetry(draft, responseClass, deps);
  const other = responseClass.act === 'fail' ? (responseClass.details as Partial<DraftVersion>) : {};
  await updateSyncState(id, (now = neverSynced) => {
    if (!isOf(now, body)) return now;
    return conflict === 'changed'
      ? againstServer(now, { version: now.version, ...other })
      : { ...now, apart: conflict };
  });
  return 'more';
}

const notePhoto = (id: Id, note: Partial<DraftPhoto>): Promise<void> =>
  durableTransaction(async () => {
    const photo = await userDb.photos.get(id);
    if (photo) await userDb.photos.put({ ...photo, ...note });
  });

/** Builds the upload of a draft's photo. It is sent without being queued. */
export function draftUpload(userId: Id, { id, draftId, tried = false }: DraftPhoto): QueuedMutation {
  const subject = { kind: 'bike', id: draftId, title: '', picture: null };
  const upload = { photoId: id, subject, scope: scopeOf(draftId), place: '', tried };
  return { ...putPhotoMutation.create(upload, userId), attempts: 1 };
}

async function savePhoto(draft: WholeDraft, photo: DraftPhoto, deps: WorkDeps): Promise<WorkStep> {
  const mutation = draftUpload(draft.userId, photo);
  if (!photo.tried) await notePhoto(photo.id, { tried: true });
  const responseClass = await sendWithRefresh(() => deps.send(mutation), deps);
  const settled =
    responseClass.act === 'done' || (responseClass.act === 'fail' && !maySucceedLater(responseClass.error));
  if (!settled) return scheduleRetry(draft, responseClass, deps);
  // A refused photo stays on the device; the member is told why when they publish.
  await notePhoto(photo.id, responseClass.act === 'done' ? { uploaded: true } : { refused: true });
  return 'more';
}

/** Syncs the next piece of a member's drafts: first the fields, then a photo. */
async function step(deps: WorkDeps): Promise<WorkStep> {
  // Stops after a sign-out, even if drafts are left.
  if ((await getMeta('authUser'))?.id !== deps.userId) return 'nothing';
  const drafts = await unsyncedOf(deps.userId);
  const waitOf = ({ id }: WholeDraft): number => retryAt.get(id) ?? 0;
  const draft = drafts.find((one) => waitOf(one) <= deps.now());
  if (!draft) return drafts.length > 0 ? { nextAt: Math.min(...drafts.map(waitOf)) } : 'nothing';
  const photo = nextPhoto(draft);
  return isSaved(draft) && photo ? savePhoto(draft, photo, deps) : saveDraft(draft, deps);
}

/**
 * Runs {@link step} under the outbox's lock, so that two contexts do not sync at once and a published draft is sent
 * after it.
 */
export async function syncStep(deps: WorkDeps): Promise<WorkStep> {
  if (!navigator.locks) return step(deps);
  return navigator.locks.request(lockOf(deps.userId), () => step(deps)) as Promise<WorkStep>;
}
