import * as v from 'valibot';
import type { Bike } from '#contract/bike-whole.ts';
import { cardOf } from '#contract/bikes.ts';
import type { FieldValue } from '#contract/drafts.ts';
import type { Validation } from '#contract/envelope.ts';
import type { BikeUpdate } from '#contract/history.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { PhotoNote } from '#contract/photos.ts';
import { t } from '#contract/texts.ts';
import { type UpdateField, updateFields } from '#contract/update-parts.ts';
import { NewUpdate } from '#contract/updates.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeSubject } from '#src/actions/subjects.ts';
import { queueWithPhotos } from '#src/features/bike-form/publish.ts';
import { changeDraft, draftOf, removeDraftOf } from '#src/features/drafts/drafts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { same } from '#src/lib/same.ts';
import { commit } from '#src/outbox/commit.ts';
import { creatorsOf } from '#src/outbox/outbox.ts';
import { askToPersist } from '#src/storage/persist.ts';
import { isFull } from '#src/storage/storage-state.ts';
import { type Draft, userDb } from '#src/storage/user-db.ts';
import { editUpdateMutation, postUpdateMutation } from './updates.mutations.ts';

type Fields = Record<string, FieldValue>;

const draftFor = (userId: Id, id: Id, fields: Fields, update: NonNullable<Draft['update']>, now: number): Draft => ({
  ...{ id, userId, state: 'editing', fields, ofPublished: true, update, createdAt: now, savedAt: now },
});

/** Creates the draft of a new update and returns its id. @param fields the form's values */
export async function createUpdateDraft(userId: Id, bikeId: Id, fields: Fields, now = Date.now()): Promise<Id> {
  const id = newId(now);
  const draft = draftFor(userId, id, fields, { bikeId, isPosted: false }, now);
  // A draft in memory can be sent all the same; its first change reports that it is not stored.
  await changeDraft(now, () => userDb.drafts.put(draft)).catch((error: unknown) => {
    if (!isFull(error)) throw error;
  });
  void askToPersist();
  return id;
}

/** Creates the draft of an update that was posted. A draft that was already changed stays as it is. */
export const draftOfUpdate = (userId: Id, bikeId: Id, update: BikeUpdate, now = Date.now()): Promise<void> =>
  changeDraft(now, async () => {
    const { id, photos = [], date, title, text, photoIds, componentChanges } = update;
    const begun = await userDb.drafts.get(id);
    if (begun && (begun.state !== 'editing' || begun.savedAt !== begun.createdAt)) return;
    await removeDraftOf(userId, id);
    const fields = { date, title, text, photoIds, componentChanges };
    const edit = { bikeId, isPosted: true, begun: { fields, photos } };
    await userDb.drafts.put(draftFor(userId, id, fields, edit, now));
    const arrived = { draftId: id, bytes: 0, file: '', uploaded: true };
    await userDb.photos.putAll(photos.map((photo, order) => ({ ...photo, ...arrived, order })));
  });

type Content = { fields: Fields; photos: readonly PhotoNote[] };

/** The fields that an edit changes, so that those that another device has changed meanwhile stay; undefined for all. */
function changesOf(update: NewUpdate, begun: Content | undefined): UpdateField[] | undefined {
  const before = begun && checkUpdate(begun).update;
  return before ? updateFields.filter((field) => same(before[field], update[field]) !== before[field]) : undefined;
}

/** Validates an update with the server's rules. Returns it, or the errors by field path. */
export function checkUpdate({ fields, photos }: Content) {
  const notes = photos.map(({ id, kind, caption, alt, takenYear }) => ({
    ...{ id, kind, caption, alt },
    ...(takenYear != null && { takenYear }),
  }));
  const { date = '', title = '', text = '', photoIds = [], componentChanges = [] } = fields;
  const result = v.safeParse(NewUpdate, { date, title, text, photoIds, componentChanges, photos: notes });
  if (result.success) return { update: result.output, validation: null };
  return { update: null, validation: v.flatten<typeof NewUpdate>(result.issues).nested as Validation };
}

async function queueUpdate(bike: Bike, draftId: Id, now: number) {
  const draft = await draftOf(draftId);
  if (!draft?.update || draft.state === 'sending')
    throw new ApiFailure('refused', { code: 'draft_gone', message: t`This update is already on its way.` });
  const { update, validation } = checkUpdate(draft);
  if (!update) throw new ApiFailure('validation', { validation });
  const [first] = draft.photos;
  const picture = first ? { id: first.id, here: !first.uploaded } : null;
  const { title, picture: cover } = bikeSubject(cardOf(bike));
  const changes = changesOf(update, draft.update.begun);
  const input = {
    bikeId: bike.id,
    subject: { kind: 'update', id: draftId, title, picture: picture ?? cover },
    update: { ...update, ...(changes && { changes }) },
    photos: draft.photos.map(({ id, width, height, thumbhash }) => ({ id, width, height, thumbhash })),
  };
  const mutation = draft.update.isPosted ? editUpdateMutation : postUpdateMutation;
  const row = mutation.create(input, draft.userId, now);
  const dependsOn = await creatorsOf(mutation.needs(input, draft.userId));
  const rows = await queueWithPhotos({ ...row, dependsOn }, draft, now);
  const { photos: _, ...stored } = draft;
  await userDb.drafts.put({ ...stored, state: 'sending', savedAt: now });
  return rows;
}

/**
 * Posts a new or edited update locally; the outbox sends it to the server.
 * @throws ApiFailure if a field is invalid, if the draft is gone or already posted, or as `commit` does
 */
export const postUpdate = (bike: Bike, draftId: Id, now = Date.now()): Promise<void> =>
  runAction(postUpdateMutation.action, async () => {
    await saveOpenForms();
    await commit(() => queueUpdate(bike, draftId, now));
  });
