import type { Id } from '#contract/ids.ts';
import { userDb } from '#src/storage/user-db.ts';
import { commit } from './commit.ts';
import type { QueuedMutation } from './mutation.ts';
import { enqueue } from './outbox.ts';

const prefix = 'unstored:';

/** A choice and the ids of things that must exist first. */
type Unstored = { mutation: QueuedMutation; needs: readonly Id[] };

/**
 * Keeps a choice in localStorage while IndexedDB stores it: a page that is left has its transactions aborted.
 * @returns whether another page has stored it meanwhile
 */
function noteUnstored(unstored: Unstored): () => boolean {
  const key = prefix + unstored.mutation.id;
  try {
    localStorage.setItem(key, JSON.stringify(unstored));
    return () => localStorage.getItem(key) === null;
  } catch {
    return () => false;
  }
}

function dropUnstored(id: Id): void {
  try {
    localStorage.removeItem(prefix + id);
  } catch {
    // It was not kept.
  }
}

/** Queues a choice that the screen shows already, and cannot be lost by leaving the page. @throws ApiFailure */
export async function commitChoice(mutation: QueuedMutation, needs: readonly Id[]): Promise<void> {
  const isStored = noteUnstored({ mutation, needs });
  try {
    await commit(async () => (isStored() ? [] : [await enqueue(mutation, needs)]));
  } finally {
    dropUnstored(mutation.id);
  }
}

/** Whether a choice is queued, or one that was made after it. */
const isReplaced = async ({ id, coalesceKey }: QueuedMutation): Promise<boolean> =>
  coalesceKey !== null && (await userDb.outbox.where('coalesceKey', coalesceKey)).some((other) => other.id >= id);

/** Queues the choices that pages could not store before they were left. */
export async function recoverUnstored(): Promise<void> {
  try {
    // Ids begin with the time.
    for (const key of Object.keys(localStorage).sort()) {
      const text = key.startsWith(prefix) && localStorage.getItem(key);
      if (!text) continue;
      const { mutation, needs } = JSON.parse(text) as Unstored;
      await commit(async () => {
        if (localStorage.getItem(key) === null || (await isReplaced(mutation))) return [];
        return [await enqueue(mutation, needs)];
      });
      localStorage.removeItem(key);
    }
  } catch {
    // Retried at the next start.
  }
}
