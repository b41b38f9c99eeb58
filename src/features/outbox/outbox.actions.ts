import type { Id } from '#contract/ids.ts';
import { commit } from '#src/outbox/commit.ts';
import { noteEnqueued, scheduleFlush } from '#src/outbox/flush-triggers.ts';
import { canCancel } from '#src/outbox/mutation.ts';
import { retry, retryNow } from '#src/outbox/outbox.ts';
import { replaceMutation } from '#src/outbox/queued-mutations.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import type { Undo } from '#src/outbox/undo.ts';
import { reopenMutation, undoMutation as takeRowBack } from '#src/outbox/undo-mutation.ts';
import { getMeta, userDb } from '#src/storage/user-db.ts';

/** Tries a row again now, with its own key. */
export async function retryRow(id: Id): Promise<void> {
  await retry(id);
  scheduleFlush();
}

/** Takes a row back; the answer puts it back again. */
export async function takeBack(id: Id): Promise<Undo> {
  const undo = await takeRowBack(id);
  noteEnqueued();
  return async () => {
    await undo();
    noteEnqueued();
  };
}

/** Takes back a row that may have arrived meanwhile; null when it has. */
export const takeBackIfThere = async (id: Id): Promise<Undo | null> =>
  (await userDb.outbox.get(id)) ? takeBack(id) : null;

/** Opens a row to be changed on its own page; says whether it could be, and is not on its way. */
export async function reopenRow(id: Id): Promise<boolean> {
  const open = await reopenMutation(id);
  noteEnqueued();
  return open;
}

/** Sends everything that waits now, also what the site asked to wait for. */
export async function sendAll(): Promise<void> {
  const user = await getMeta('authUser');
  if (user) await retryNow(user.id, 'all');
  scheduleFlush(true);
}

/**
 * Writes anew the text of a row that waits, or was refused.
 * @returns whether it was still there to be changed
 */
export async function rewrite(id: Id, text: string): Promise<boolean> {
  let changed = false;
  await commit(async () => {
    const row = await userDb.outbox.get(id);
    const written = row && definitionOf(row).text;
    if (!written || !canCancel(row)) return [];
    changed = true;
    return [await replaceMutation(row, { body: written.into(row, text), wantedAt: Date.now() })];
  });
  return changed;
}
