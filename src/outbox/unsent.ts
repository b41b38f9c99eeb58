import type { Id } from '#contract/ids.ts';
import { isOnSite } from '#src/drafts/draft-sync.ts';
import { draftsOf, removeDraftOf } from '#src/drafts/drafts.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import { isThing, lockOf, rowsOf } from './outbox.ts';
import { queuedMutationsOf } from './queued-mutations.ts';

/** What is on this device of a member's; `onSite` of the drafts are on the site as well, whole. */
export type Unsent = { rows: number; drafts: number; onSite: number };

/** What a sign-out would leave behind. */
export async function unsentOf(userId: Id): Promise<Unsent> {
  const [rows, drafts] = await Promise.all([rowsOf(userId), draftsOf(userId)]);
  return {
    rows: rows.filter((row) => isThing(row, rows)).length,
    drafts: drafts.length,
    onSite: drafts.filter(isOnSite).length,
  };
}

/** What of it the site has not. */
export const onlyHere = ({ rows, drafts, onSite }: Unsent): Unsent => ({ rows, drafts: drafts - onSite, onSite: 0 });

/**
 * Deletes a member's rows, drafts and photos from this device, by their wish only. Waits for the outbox's lock, so
 * that nothing is taken away while it is being sent.
 */
export async function deleteUnsent(userId: Id): Promise<void> {
  const work = async () => {
    await inUserDb(async () => {
      const rows = await queuedMutationsOf(userId);
      await userDb.outbox.remove(...rows.map((row) => row.id));
      await userDb.photoBlobs.remove(...rows.filter(({ kind }) => kind === 'photo.put').map((row) => row.targetId));
      await userDb.sent.remove(...(await userDb.sent.where('userId', userId)).map((line) => line.id));
    });
    for (const draft of await userDb.drafts.where('userId', userId)) await removeDraftOf(userId, draft.id);
  };
  await (navigator.locks ? navigator.locks.request(lockOf(userId), work) : work());
}
