import type { Id } from '#contract/ids.ts';
import { commit } from '#src/offline/commit.ts';
import * as outbox from '#src/offline/outbox.ts';
import { canCancel, takeBack as takeRowBack, type Undo } from '#src/offline/taking-back.ts';
import { kick, noteEnqueued } from '#src/offline/triggers.ts';
import { vault } from '#src/offline/vault.ts';

/** Tries a row again now, with its own key. */
export async function retryRow(id: Id): Promise<void> {
  await outbox.retry(id);
  kick();
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

/** Sends everything that waits now. */
export const sendAll = (): void => kick(true);

/**
 * Writes a comment that waits, or was refused, anew.
 * @returns whether it was still there to be changed
 */
export async function rewriteComment(id: Id, text: string): Promise<boolean> {
  let changed = false;
  await commit(async () => {
    const row = await vault.outbox.get(id);
    if (!row || !canCancel(row)) return [];
    changed = true;
    return [await outbox.replaceRow(row, { body: { ...(row.body as object), text }, wantedAt: Date.now() })];
  });
  return changed;
}
