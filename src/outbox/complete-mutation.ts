import { cacheWriter } from '#src/cache/cached.ts';
import { applyServerChange } from '#src/cache/generation.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { rowVersion } from '#src/storage/queued-mutation.ts';
import { durableTransaction, userDb } from '#src/storage/user-db.ts';
import type { AfterCommit } from './define-mutation.ts';
import type { QueuedMutation } from './mutation.ts';
import { dropRefused } from './outbox.ts';
import { definitionOf, traitsOf } from './registry.ts';

/** Milliseconds to wait for the cache. */
const cacheTimeoutMs = 5_000;
const cacheTimeout = () => new Promise<void>((resolve) => setTimeout(resolve, cacheTimeoutMs));

/**
 * Completes a mutation that the server has carried out: writes the answer to the cache, stores a sent line for a day
 * and removes the mutation. The cache comes first, so that nothing vanishes from the screen in between.
 */
export async function completeMutation(mutation: QueuedMutation, data: unknown, now: number): Promise<void> {
  const { apply, onEnd } = definitionOf(mutation);
  if (apply) {
    let afterCommit: AfterCommit;
    const cacheWritten = applyServerChange(async () => {
      afterCommit = await apply(cacheWriter(mutation.userId, serverNow()), mutation, data ?? null);
    });
    // A cache that fails or is slow must neither cause a second send nor hold up other mutations.
    await Promise.race([cacheWritten.then(() => afterCommit?.()).catch(() => undefined), cacheTimeout()]);
  }
  await durableTransaction(async () => {
    await userDb.outbox.remove(mutation.id);
    await dropRefused(mutation);
    const { id, userId, kind, title, titleValue, subject } = mutation;
    if (traitsOf(mutation).isThing)
      await userDb.sent.put({ id, version: rowVersion, userId, kind, title, titleValue, subject, sentAt: now });
    await onEnd?.sent?.(mutation);
  });
}
