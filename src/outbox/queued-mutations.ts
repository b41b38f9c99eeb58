import { type Id, newId } from '#contract/ids.ts';
import { userDb } from '#src/storage/user-db.ts';
import { isUntried, type QueuedMutation } from './mutation.ts';

/** A member's rows in the order in which they were written. */
export const queuedMutationsOf = async (userId: Id): Promise<QueuedMutation[]> =>
  (await userDb.outbox.where('userId', userId)).sort((a, b) => a.seq - b.seq);

/** Writes a row anew under a new key, because what it sends has changed; rows that wait for it wait for the new one. */
export async function replaceMutation(
  row: QueuedMutation,
  change: Partial<QueuedMutation>,
  now = Date.now(),
): Promise<QueuedMutation> {
  const fresh: QueuedMutation = {
    ...row,
    ...change,
    id: isUntried(row) && row.state !== 'failed' ? row.id : newId(now),
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    lastError: null,
  };
  await userDb.outbox.remove(row.id);
  await userDb.outbox.put(fresh);
  for (const other of await userDb.outbox.where('userId', row.userId)) {
    if (!other.dependsOn.includes(row.id)) continue;
    await userDb.outbox.put({ ...other, dependsOn: other.dependsOn.map((id) => (id === row.id ? fresh.id : id)) });
  }
  return fresh;
}
