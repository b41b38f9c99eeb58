import { localKeys, readLocal } from '#src/lib/local-storage.ts';
import { inUserDb, userDb } from '#src/storage/user-db.ts';
import type { QueuedMutation } from './mutation.ts';
import { enqueue } from './outbox.ts';
import { dropUnstored, type Unstored, unstoredPrefix } from './unstored.ts';

/** Whether a mutation was stored, or a choice that was made after it. */
const isStored = async ({ id, coalesceKey }: QueuedMutation): Promise<boolean> =>
  (await userDb.outbox.has(id)) ||
  (await userDb.sent.has(id)) ||
  (coalesceKey !== null && (await userDb.outbox.where('coalesceKey', coalesceKey)).some((other) => other.id > id));

/** Queues what pages could not store before they were left. */
export async function recoverUnstored(): Promise<void> {
  // Ids begin with the time.
  for (const key of localKeys(unstoredPrefix).sort()) {
    const text = readLocal(key);
    if (!text) continue;
    const { mutation, needs } = JSON.parse(text) as Unstored;
    await inUserDb(async () => {
      if (readLocal(key) !== null && !(await isStored(mutation))) await enqueue(mutation, needs);
    });
    dropUnstored(mutation.id);
  }
}
