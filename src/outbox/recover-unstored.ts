import { inUserDb, userDb } from '#src/storage/user-db.ts';
import type { QueuedMutation } from './mutation.ts';
import { enqueue } from './outbox.ts';
import { pageStorage, type Unstored, unstoredPrefix } from './unstored.ts';

/** Whether a choice is queued, or one that was made after it. */
const isReplaced = async ({ id, coalesceKey }: QueuedMutation): Promise<boolean> =>
  coalesceKey !== null && (await userDb.outbox.where('coalesceKey', coalesceKey)).some((other) => other.id >= id);

/** Queues the choices that pages could not store before they were left. */
export async function recoverUnstored(): Promise<void> {
  // The worker has none.
  if (!('localStorage' in globalThis)) return;
  const keys = Object.keys(pageStorage()).filter((key) => key.startsWith(unstoredPrefix));
  // Ids begin with the time.
  for (const key of keys.sort()) {
    const text = pageStorage().getItem(key);
    if (!text) continue;
    const { mutation, needs } = JSON.parse(text) as Unstored;
    await inUserDb(async () => {
      if (pageStorage().getItem(key) !== null && !(await isReplaced(mutation))) await enqueue(mutation, needs);
    });
    pageStorage().removeItem(key);
  }
}
