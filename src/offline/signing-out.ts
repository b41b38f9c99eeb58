import type { Id } from '#contract/ids.ts';
import { isOnSite } from './draft-sync.ts';
import { draftsOf, removeDraftOf, type WholeDraft } from './drafts.ts';
import { keptRowsOf } from './kept-rows.ts';
import { isThing, lockOf, rowsOf } from './outbox.ts';
import { inVault, vault } from './vault.ts';

/** What is on this device of a member's. */
export type Unsent = { rows: number; drafts: number };

async function unsentWith(userId: Id, counts: (draft: WholeDraft) => boolean): Promise<Unsent> {
  const [rows, drafts] = await Promise.all([rowsOf(userId), draftsOf(userId)]);
  return { rows: rows.filter((row) => isThing(row, rows)).length, drafts: drafts.filter(counts).length };
}

/** What a sign-out would leave behind or lose. */
export const unsentOf = (userId: Id): Promise<Unsent> => unsentWith(userId, () => true);

/** What the site has not. */
export const onlyHereOf = (userId: Id): Promise<Unsent> => unsentWith(userId, (draft) => !isOnSite(draft));

/**
 * Deletes a member's rows, drafts and photos from this device, by their wish only. Waits for the outbox's lock, so
 * that nothing is taken away while it is being sent.
 */
export async function deleteUnsent(userId: Id): Promise<void> {
  const work = async () => {
    await inVault(async () => {
      const rows = await keptRowsOf(userId);
      await vault.outbox.remove(...rows.map((row) => row.id));
      await vault.photoBlobs.remove(...rows.filter(({ kind }) => kind === 'photo.put').map((row) => row.targetId));
      await vault.sent.remove(...(await vault.sent.where('userId', userId)).map((line) => line.id));
    });
    for (const draft of await vault.drafts.where('userId', userId)) await removeDraftOf(userId, draft.id);
  };
  await (navigator.locks ? navigator.locks.request(lockOf(userId), work) : work());
}
