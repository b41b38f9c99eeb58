import type { Id } from '#contract/ids.ts';
import type { ProfilePart } from '#contract/profile.ts';
import { mutate } from '#src/mutations/mutate.ts';
import { commit } from '#src/outbox/commit.ts';
import { noteEnqueued, scheduleFlush } from '#src/outbox/flush-triggers.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { retry } from '#src/outbox/outbox.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { undoMutation } from '#src/outbox/undo-mutation.ts';
import { thisDevice } from '#src/storage/device-id.ts';
import { userDb } from '#src/storage/user-db.ts';
import { changeDiscipline, changeLinks, changeLocation, changeText, type ProfileParts } from './profile.mutations.ts';

/** What is to be written of each part, and which version of it that was made of. */
export type Edits = { [P in ProfilePart]?: { value: ProfileParts[P]; version: number } };

/** Keeps what was changed and sends it, each part by itself. */
export async function saveProfileParts(userId: Id, edits: Edits): Promise<void> {
  const device = await thisDevice();
  const inputOf = <T>({ value, version }: { value: T; version: number }) => ({ value, seen: { version, device } });
  const { discipline, links, location, text } = edits;
  if (discipline) await mutate(changeDiscipline, inputOf(discipline), userId);
  if (links) await mutate(changeLinks, inputOf(links), userId);
  if (location) await mutate(changeLocation, inputOf(location), userId);
  if (text) await mutate(changeText, inputOf(text), userId);
}

/** Sends again what was refused because another device had changed it, now that its member has seen that. */
export async function insistOn(row: QueuedMutation, version: number): Promise<void> {
  const device = await thisDevice();
  await commit(async () => {
    const kept = await userDb.outbox.get(row.id);
    if (kept?.state !== 'failed') return [];
    return [await replaceMutation(kept, { body: { ...(kept.body as object), seen: { version, device } } })];
  });
}

/** Gives up what waits, or was refused; the answer brings it back. */
export async function giveUp(row: QueuedMutation): Promise<Undo> {
  const undo = await undoMutation(row.id);
  noteEnqueued();
  return async () => {
    await undo();
    noteEnqueued();
  };
}

/** Tries once more now. */
export async function tryAgain(row: QueuedMutation): Promise<void> {
  await retry(row.id);
  scheduleFlush();
}
