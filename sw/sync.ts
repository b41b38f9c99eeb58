import { backgroundWork } from '#src/outbox/background-work.ts';
import { hasWaiting } from '#src/outbox/flush-outbox.ts';
import { runFlush, syncTag } from '#src/outbox/run-flush.ts';
import { getMeta } from '#src/storage/user-db.ts';
import type { SyncEvent, WorkerScope } from './scope.ts';

declare const self: WorkerScope;

/** Flushes the outbox. Rejects, so that the browser fires `sync` again, only if a retry can help. */
async function flushAll(): Promise<void> {
  const result = await runFlush({ wait: true, eager: true });
  const user = await getMeta('authUser');
  if (await getMeta('signOutOwed')) throw new Error('The site has not heard of a sign-out yet.');
  if (!result || !user) return;
  const stopped = result.outcome !== 'idle' && result.outcome !== 'no-signal';
  if (!stopped && ((await hasWaiting(user.id)) || (await (await backgroundWork()).hasUnsent(user.id))))
    throw new Error('Things still wait to be sent.');
}

/** Flushes the outbox on a `sync` event, or when a page asks. */
export function sendOutbox(): void {
  self.addEventListener('sync', (event) => {
    const sync = event as SyncEvent;
    if (sync.tag === syncTag) sync.waitUntil(flushAll());
  });
  self.addEventListener('message', (event) => {
    if (event.data === 'drain') event.waitUntil(runFlush({ wait: false, eager: true }));
  });
}
