import type { Id } from '#contract/ids.ts';
import type { ProfilePart } from '#contract/profile.ts';
import { mutate } from '#src/actions/mutate.ts';
import { commit } from '#src/outbox/commit.ts';
import { noteEnqueued, scheduleFlush } from '#src/outbox/flush-triggers.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { retry } from '#src/outbox/outbox.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { undoMutation } from '#src/outbox/undo-mutation.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { userDb } from '#src/storage/user-db.ts';
import {
  type ProfileParts,
  updateDisciplineMutation,
  updateLinksMutation,
  updateLocationMutation,
  updateTextMutation,
} from './profile.mutations.ts';

/** Changed parts, each with the version it is based on. */
export type Edits = { [P in ProfilePart]?: { value: ProfileParts[P]; version: number } };

/** Saves the changed parts, each in a mutation of its own. */
export async function saveProfileParts(userId: Id, edits: Edits): Promise<void> {
  const device = await thisDevice();
  const inputOf = <T>({ value, version }: { value: T; version: number }) => ({ value, seen: { version, device } });
  const { discipline, links, location, text } = edits;
  if (discipline) await mutate(updateDisciplineMutation, inputOf(discipline), userId);
  if (links) await mutate(updateLinksMutation, inputOf(links), userId);
  if (location) await mutate(updateLocationMutation, inputOf(location), userId);
  if (text) await mutate(updateTextMutation, inputOf(text), userId);
}

/** Sends a conflicting change again after the member has seen the other version. */
export async function insistOn(row: QueuedMutation, version: number): Promise<void> {
  const device = await thisDevice();
  await commit(async () => {
    const stored = await userDb.outbox.get(row.id);
    if (stored?.state !== 'failed') return [];
    return [await replaceMutation(stored, { body: { ...(stored.body as object), seen: { version, device } } })];
  });
}

/** Discards a queued or refused mutation. Returns how to restore it. */
export async function giveUp(row: QueuedMutation): Promise<Undo> {
  const undo = await undoMutation(row.id);
  noteEnqueued();
  return async () => {
    await undo();
    noteEnqueued();
  };
}

/** Retries a mutation now. */
export async function tryAgain(row: QueuedMutation): Promise<void> {
  await retry(row.id);
  scheduleFlush();
}
