import { draftPath } from '#contract/draft-path.ts';
import type { DraftSave } from '#contract/drafts.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import type { WorkDeps, WorkStep } from '#src/outbox/background-work.ts';
import { type Answer, backoff, classifyResponse, type ResponseClass } from '#src/outbox/classify-response.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { lockOf } from '#src/outbox/outbox.ts';
import { maySucceedLater } from '#src/outbox/refusals.ts';
import { uploadPhoto } from '#src/photos/photos.mutations.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { type DraftPhoto, durableTransaction, getMeta, type OnSite, userDb } from '#src/storage/user-db.ts';
import { draftsToSync, scopeOf, type WholeDraft } from './drafts.ts';

const uploadedCount = ({ photos }: WholeDraft): number => photos.filter((photo) => photo.uploaded).length;
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
  !draft.ofPublished &&
  !draft.shared &&
  !draft.site?.apart &&
  isSaved(draft) &&
  draft.photos.every((photo) => photo.uploaded);

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

async function saveDraft(draft: WholeDraft, deps: WorkDeps): Promise<WorkStep> {
  const { id, fields, photos, savedAt, site } = draft;
  const silentUntil = await markTried(draft, deps);
  if (silentUntil) return { nextAt: silentUntil };
  const body: DraftSave = {
    fields,
    photos: photos.filter((photo) => photo.uploaded).map(noteOf),
    seen: { version: site?.version ?? 0, device: await thisDevice() },
  };
  const responseClass = await sendWithRefresh(
    () => deps.put(pathOf({ path: draftPath }, { bikeId: id }), body, deps.userId),
    deps,
  );
  if (responseClass.act === 'done') {
    const { version = 0 } = (responseClass.data ?? {}) as { version?: number };
    const saved = { version, savedAt, photos: body.photos.length };
    await updateSyncState(id, (now) => (isOf(now, body) ? saved : now));
    return 'more';
  }
  const conflict = responseClass.act === 'fail' ? conflictBy(responseClass.error.code) : null;
  if (!conflict) return scheduleRetry(draft, responseClass, deps);
  await updateSyncState(id, (now = neverSynced) => (isOf(now, body) ? { ...now, apart: conflict } : now));
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
  const upload = { photoId: id, subject, scope: scopeOf(draftId), title: '', tried };
  return { ...uploadPhoto.create(upload, userId), attempts: 1 };
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
