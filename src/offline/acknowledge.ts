import { cacheWriter } from '#src/outbox/cached.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { keepNews } from './cache/turn.ts';
import { type OutboxRow, rowVersion } from './rows.ts';
import { noting, vault } from './vault.ts';
import type { AfterNews } from './writes/answers.ts';

/** Milliseconds that a row waits for the cache. */
const longest = 5_000;
const patience = () => new Promise<void>((resolve) => setTimeout(resolve, longest));

/**
 * Ends a row that the server has carried out: the answer goes into the cache, a line is kept for a day, the row goes.
 * The cache first, so that nothing vanishes from the screen in between.
 */
export async function acknowledge(row: OutboxRow, data: unknown, now: number): Promise<void> {
  const definition = definitionOf(row);
  const { apply, acknowledge: tell } = definition;
  if (apply ?? tell) {
    let rest: AfterNews;
    const kept = keepNews(async () => {
      await apply?.(cacheWriter(row.userId, now), row, data ?? null);
      rest = await tell?.(row, data, now);
    });
    // The cache is a convenience: that it cannot be written, or answers late, must neither send a row twice nor hold others.
    await Promise.race([kept.then(() => rest?.()).catch(() => undefined), patience()]);
  }
  await noting(async () => {
    await vault.outbox.remove(row.id);
    const { id, userId, kind, title, subject } = row;
    if (definition.isThing)
      await vault.sent.put({ id, version: rowVersion, userId, kind, title, subject, sentAt: now });
    const old = (await vault.sent.where('userId', userId)).filter((line) => line.sentAt < now - 86_400_000);
    await vault.sent.remove(...old.map((line) => line.id));
    await definition.clear(row);
  });
}
