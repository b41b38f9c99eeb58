import { type Id, newId } from '#contract/ids.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { tooLate } from '#src/outbox/undo.ts';
import { type Draft, userDb } from '#src/storage/user-db.ts';
import { removeDraftOf } from './drafts.ts';

type BikeMutation = Pick<QueuedMutation, 'id' | 'userId' | 'targetId'>;

/** Restores the draft as it was before the action. */
type PutBack = () => Promise<void>;
const nothing: PutBack = async () => undefined;

/** The queued mutations that were made from a draft: those that list its photos. */
const rowsOfDraft = async (id: Id): Promise<QueuedMutation[]> =>
  (await userDb.outbox.where('targetId', id)).filter(({ body }) =>
    Array.isArray((body as { photos?: unknown } | null)?.photos),
  );

/** Deletes the draft together with the last mutation made from it. */
export async function clearDraft({ id, userId, targetId }: BikeMutation): Promise<void> {
  if ((await rowsOfDraft(targetId)).every((other) => other.id === id)) await removeDraftOf(userId, targetId);
}

/** Throws if the draft was edited since, so that no newer input is overwritten. */
async function checkUntouched({ id, savedAt }: Draft): Promise<void> {
  const draft = await userDb.drafts.get(id);
  if (draft?.state !== 'editing' || draft.savedAt !== savedAt) throw tooLate();
}

/** Turns a bike that was certainly not sent into an editable draft. */
export async function reopenDraft(row: BikeMutation): Promise<PutBack> {
  const draft = await userDb.drafts.get(row.targetId);
  if (!draft) return nothing;
  await userDb.drafts.put({ ...draft, state: 'editing' });
  return async () => {
    await checkUntouched(draft);
    await userDb.drafts.put(draft);
  };
}

/**
 * Moves the content to a draft with a new id, because the old id is deleted along with the bike that may have arrived.
 * Photos keep their ids: no bytes are rewritten (which fails in Safari) and none is uploaded twice.
 */
export async function withdrawDraft(row: BikeMutation): Promise<PutBack> {
  const draft = await userDb.drafts.get(row.targetId);
  if (!draft) return nothing;
  const { site: _, ...rest } = draft;
  const again: Draft = { ...rest, id: newId(), state: 'editing' };
  const move = async (from: Draft, to: Draft) => {
    const photos = await userDb.photos.where('draftId', from.id);
    await userDb.photos.putAll(photos.map((photo) => ({ ...photo, draftId: to.id })));
    await userDb.drafts.put(to);
    await userDb.drafts.remove(from.id);
  };
  await move(draft, again);
  return async () => {
    await checkUntouched(again);
    if ((await rowsOfDraft(draft.id)).length > 0) await move(again, draft);
    else await removeDraftOf(again.userId, again.id);
  };
}
