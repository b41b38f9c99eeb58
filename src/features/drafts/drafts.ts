import type { Bike } from '#contract/bike-whole.ts';
import type { FieldValue } from '#contract/drafts.ts';
import { type Id, newId } from '#contract/ids.ts';
import { forgetBytes } from '#src/storage/forget-bytes.ts';
import { askToPersist } from '#src/storage/persist.ts';
import { isFull } from '#src/storage/storage-state.ts';
import { type Draft, type DraftPhoto, durableTransaction, holdUserDb, inUserDb, userDb } from '#src/storage/user-db.ts';
import { notifyDraftChanged } from './draft-changes.ts';
import { ownDraft } from './own-draft.ts';

/** A draft with its photos in order. */
export type WholeDraft = Draft & { photos: DraftPhoto[] };

/** The scope of a draft, its bike and their photos. */
export const scopeOf = (id: Id): string => `draft:${id}`;

const inOrder = (photos: DraftPhoto[]): DraftPhoto[] => photos.sort((a, b) => a.order - b.order);

const isEmpty = ({ fields, photos, shared }: WholeDraft): boolean =>
  !photos.length && !shared && Object.values(fields).every((value) => !value || !String(value).trim());

/**
 * Changes a draft. On a full device the change stays in memory, so that it can still be sent.
 * @param work is called with the time of the save in milliseconds since the epoch, or null when it stays in memory
 * @throws ApiFailure when it stays in memory
 */
export async function changeDraft<R>(now: number, work: (savedBefore: number | null) => Promise<R>): Promise<R> {
  try {
    const result = await inUserDb(() => work(now));
    notifyDraftChanged();
    return result;
  } catch (error) {
    if (isFull(error)) await holdUserDb(() => work(null));
    throw error;
  }
}
/** Whether mutations wait until a draft is published again. */
const isWaitedFor = async (id: Id): Promise<boolean> => (await userDb.outbox.where('targetId', id)).length > 0;

/** Milliseconds after which an empty draft counts as abandoned. */
const abandonedAfter = 3_600_000;

/** The known values of a new draft, by the form's fields, and where they are from. */
export type BegunDraft = Pick<Draft, 'fields' | 'copyOf' | 'toCheck'>;

/** Creates a draft, empty unless something is known, and returns its id. Deletes abandoned empty ones. */
export async function createDraft(userId: Id, now = Date.now(), begun: BegunDraft = { fields: {} }): Promise<Id> {
  const id = newId(now);
  for (const draft of await editedBy(userId))
    if (isEmpty(draft) && !draft.site && now - draft.savedAt > abandonedAfter && !(await isWaitedFor(draft.id)))
      await removeDraft(draft.id);
  const draft: Draft = { id, userId, state: 'editing', ...begun, ofPublished: false, createdAt: now, savedAt: now };
  // A draft in memory can be sent all the same; its first change reports that it is not stored.
  await changeDraft(now, () => userDb.drafts.put(draft)).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
  void askToPersist();
  return id;
}

const withPhotos = async (draft: Draft): Promise<WholeDraft> => ({
  ...draft,
  photos: inOrder(await userDb.photos.where('draftId', draft.id)),
});

/** The ids of a draft's rows in `photoBlobs`. */
export const blobIdsOf = ({ photos, shared = [] }: WholeDraft): Id[] => [...photos, ...shared].map(({ id }) => id);

export async function draftOf(id: Id): Promise<WholeDraft | undefined> {
  const draft = await ownDraft(id);
  return draft && withPhotos(draft);
}

const openOf = async (userId: Id): Promise<Draft[]> =>
  (await userDb.drafts.where('userId', userId)).filter(({ state, offered }) => state === 'editing' && !offered);

/** A member's unpublished drafts of bikes, including empty ones. */
const editedBy = async (userId: Id): Promise<WholeDraft[]> =>
  Promise.all((await openOf(userId)).filter(({ update }) => !update).map(withPhotos));

/** A member's updates of bikes that were begun and not posted, last changed first. */
export const updateDraftsOf = async (userId: Id): Promise<WholeDraft[]> =>
  (await Promise.all((await openOf(userId)).filter(({ update }) => update).map(withPhotos)))
    .filter((draft) => !draft.update?.isPosted || !isUntouched(draft))
    .sort((a, b) => b.savedAt - a.savedAt);

/** A member's drafts, last changed first, without empty ones and those that wait in the outbox. */
export const draftsOf = async (userId: Id): Promise<WholeDraft[]> =>
  (await editedBy(userId))
    .filter((draft) => !isEmpty(draft) && !isUntouched(draft))
    .sort((a, b) => b.savedAt - a.savedAt);

/** A member's drafts to be synced: also empty ones that the server has, but none whose form has photos to take. */
export const draftsToSync = async (userId: Id): Promise<WholeDraft[]> =>
  (await editedBy(userId)).filter((draft) => !isUntouched(draft) && !draft.shared && (draft.site || !isEmpty(draft)));

/** Whether a draft of a published bike was not changed. */
const isUntouched = ({ ofPublished, createdAt, savedAt }: Draft): boolean => ofPublished && savedAt === createdAt;

/**
 * Creates a draft of a published bike, under its id. A draft that was already changed stays as it is.
 * @param fields the form's values of the bike
 */
export const draftOfBike = (
  userId: Id,
  bike: Pick<Bike, 'id' | 'photos' | 'version' | 'status'>,
  fields: Record<string, FieldValue>,
  now = Date.now(),
): Promise<void> =>
  changeDraft(now, async () => {
    const { id, photos, version, status } = bike;
    const begun = await userDb.drafts.get(id);
    if (begun && (begun.state !== 'editing' || !isUntouched(begun))) return;
    await removeDraftOf(userId, id);
    const fieldsOfEdit = {
      ofPublished: true,
      ofVersion: version,
      createdAt: now,
      savedAt: now,
      ...(status !== 'Active' && { ofStatus: status }),
    };
    await userDb.drafts.put({ id, userId, state: 'editing', fields, ...fieldsOfEdit });
    const arrived = { draftId: id, bytes: 0, file: '', uploaded: true };
    await userDb.photos.putAll(photos.map((photo, order) => ({ ...photo, ...arrived, order })));
  });

/** Records that the member has seen a version of the bike, so that the draft may replace it. */
export const markVersionSeen = (id: Id, version: number, now = Date.now()): Promise<void> =>
  changeDraft(now, async (savedBefore) => {
    const draft = await ownDraft(id);
    if (draft?.state !== 'editing') return;
    const { site: _, ...rest } = draft;
    await userDb.drafts.put({ ...rest, ofVersion: version, savedAt: savedBefore ?? now });
  });

/**
 * Saves the form's fields.
 * @returns when they were stored, in milliseconds since the epoch; null when the draft is gone or waits to be sent
 * @throws ApiFailure when a full device keeps them in memory only
 */
export const updateDraft = (id: Id, fields: Record<string, FieldValue>, now = Date.now()): Promise<number | null> =>
  changeDraft(now, async (savedBefore) => {
    const draft = await ownDraft(id);
    if (draft?.state !== 'editing') return null;
    await userDb.drafts.put({
      ...draft,
      fields: { ...draft.fields, ...fields },
      ...leftToCheck(draft, Object.keys(fields)),
      savedAt: savedBefore ?? draft.savedAt,
    });
    return savedBefore;
  });

/** The fields that are still to be checked after these were. A form's field is `NAME` or a part of it, `NAME.PART`. */
function leftToCheck({ toCheck }: Draft, checked: readonly string[]): Pick<Draft, 'toCheck'> {
  if (!toCheck) return {};
  const names = new Set(checked.map((field) => field.split('.')[0] ?? ''));
  return { toCheck: toCheck.filter((name) => !names.has(name)) };
}

/** Records that the member has found these values right. */
export const confirmValues = (id: Id, names: readonly string[], now = Date.now()): Promise<void> =>
  changeDraft(now, async () => {
    const draft = await ownDraft(id);
    if (draft?.state === 'editing') await userDb.drafts.put({ ...draft, ...leftToCheck(draft, names) });
  });

/** Notes the step of the form at which a draft is continued. */
export const noteStep = (id: Id, step: string): Promise<void> =>
  durableTransaction(async () => {
    const draft = await ownDraft(id);
    if (draft?.state === 'editing' && draft.step !== step) await userDb.drafts.put({ ...draft, step });
  });

const removeDraft = (id: Id): Promise<void> =>
  inUserDb(async () => {
    const draft = await ownDraft(id);
    if (draft) await removeDraftOf(draft.userId, id);
  });

/** Deletes a member's draft with its photos, whoever is logged in by now. */
export const removeDraftOf = (userId: Id, id: Id): Promise<void> =>
  inUserDb(async () => {
    const draft = await userDb.drafts.get(id);
    if (draft?.userId !== userId) return;
    const photos = await userDb.photos.where('draftId', id);
    await forgetBytes(...blobIdsOf({ ...draft, photos }));
    await userDb.photos.remove(...photos.map((photo) => photo.id));
    await userDb.drafts.remove(id);
  });
