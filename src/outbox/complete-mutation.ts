import { applyServerChange } from '#src/cache/generation.ts';
import { durableTransaction, userDb } from '#src/storage/user-db.ts';
import { cacheWriter } from './cached.ts';
import type { AfterCommit } from './define-mutation.ts';
import { type QueuedMutation, rowVersion } from './mutation.ts';
import { dropRefused } from './outbox.ts';
import { definitionOf, traitsOf } from './registry.ts';

/** Milliseconds that a row waits for the cache. */
const longest = 5_000;
const patience = () => new Promise<void>((resolve) => setTimeout(resolve, longest));

/**
 * Ends a row that the server has carried out: the answer goes into the cache, a line is kept for a day, the row goes.
 * The cache first, so that nothing vanishes from the screen in between.
 */
export async function completeMutation(row: QueuedMutation, data: unknown, now: number): Promise<void> {
  const { apply, onSent } = definitionOf(row);
  if (apply) {
    let afterCommit: AfterCommit;
    const kept = applyServerChange(async () => {
      afterCommit = await apply(cacheWriter(row.userId, now), row, data ?? null);
    });
    // The cache is a convenience: that it cannot be written, or answers late, must neither send a row twice nor hold others.
    await Promise.race([kept.then(() => afterCommit?.()).catch(() => undefined), patience()]);
  }
  await durableTransaction(async () => {
    await userDb.outbox.remove(row.id);
    await dropRefused(row);
    const { id, userId, kind, title, subject } = row;
    if (traitsOf(row).isThing)
      await userDb.sent.put({ id, version: rowVersion, userId, kind, title, subject, sentAt: now });
    const old = (await userDb.sent.where('userId', userId)).filter((line) => line.sentAt < now - 86_400_000);
    await userDb.sent.remove(...old.map((line) => line.id));
    await onSent(row);
  });
}
