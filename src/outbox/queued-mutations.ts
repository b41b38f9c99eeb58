import type { Id } from '#contract/ids.ts';
import { newId } from '#contract/ids.ts';
import { userDb } from '#src/storage/user-db.ts';
import { isUntried, type QueuedMutation } from './mutation.ts';

/** A member's queued mutations, oldest first. */
export const queuedMutationsOf = async (userId: Id): Promise<QueuedMutation[]> =>
  (await userDb.outbox.where('userId', userId)).sort((a, b) => a.seq - b.seq);

/**
 * Replaces a mutation whose request has changed, with a new idempotency key. Mutations that wait for it wait for the
 * new one.
 */
export async function replaceMutation(
  mutation: QueuedMutation,
  change: Partial<QueuedMutation>,
  now = Date.now(),
): Promise<QueuedMutation> {
  const replacement: QueuedMutation = {
    ...mutation,
    ...change,
    id: isUntried(mutation) && mutation.state !== 'failed' ? mutation.id : newId(now),
    state: 'queued',
    attempts: 0,
    nextAt: 0,
    lastError: null,
  };
  await userDb.outbox.remove(mutation.id);
  await userDb.outbox.put(replacement);
  for (const other of await userDb.outbox.where('userId', mutation.userId)) {
    if (!other.dependsOn.includes(mutation.id)) continue;
    await userDb.outbox.put({
      ...other,
      dependsOn: other.dependsOn.map((id) => (id === mutation.id ? replacement.id : id)),
    });
  }
  return replacement;
}
