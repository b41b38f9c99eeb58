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

/** Retries a mutation now, with the same idempotency key. */
export async function retryRow(id: Id): Promise<void> {
  await retry(id);
  scheduleFlush();
}

/** Undoes a mutation. Returns how to restore it. */
export async function undoQueued(id: Id): Promise<Undo> {
  const undo = await takeRowBack(id);
  noteEnqueued();
  return async () => {
    await undo();
    noteEnqueued();
  };
}

/** Like `undoQueued`; null if the mutation was sent meanwhile. */
export const undoIfQueued = async (id: Id): Promise<Undo | null> =>
  (await userDb.outbox.get(id)) ? undoQueued(id) : null;

/** Opens a mutation for editing on its own page. Returns false if it is being sent or gone. */
export async function reopenRow(id: Id): Promise<boolean> {
  const open = await reopenMutation(id);
  noteEnqueued();
  return open;
}

/** Sends everything queued now, ignoring the server's Retry-After too. */
export async function sendAll(): Promise<void> {
  const user = await getMeta('authUser');
  if (user) await retryNow(user.id, 'all');
  scheduleFlush(true);
}

/**
 * Replaces the text of a queued or refused mutation.
 * @returns whether it was still queued
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
