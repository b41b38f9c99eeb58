import type { Id } from '#contract/ids.ts';
import { draftsOf, removeDraftOf } from './drafts.ts';
import { keptRowsOf } from './kept-rows.ts';
import { isThing, lockOf, rowsOf } from './outbox.ts';
import { inVault, vault } from './vault.ts';

/** What a sign-out would leave behind or lose. */
export type Unsent = { rows: number; drafts: number };

export async function unsentOf(userId: Id): Promise<Unsent> {
  const [rows, drafts] = await Promise.all([rowsOf(userId), draftsOf(userId)]);
  return { rows: rows.filter((row) => isThing(row, rows)).length, drafts: drafts.length };
}

/**
 * Deletes a member's rows, drafts and photos from this device, by their wish only. Waits for the outbox's lock, so
 * that nothing is taken away while it is being sent.
 */
export async function deleteUnsent(userId: Id): Promise<void> {
  const work = async () => {
    await inVault(async () => {
      await vault.outbox.remove(...(await keptRowsOf(userId)).map((row) => row.id));
      await vault.sent.remove(...(await vault.sent.where('userId', userId)).map((line) => line.id));
    });
    for (const draft of await vault.drafts.where('userId', userId)) await removeDraftOf(userId, draft.id);
  };
  await (navigator.locks ? navigator.locks.request(lockOf(userId), work) : work());
}
