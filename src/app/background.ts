import { bikesToKeep } from '#src/cache/offline-folders.ts';
import { evict } from '#src/cache/values/bikes.ts';
import { recoverUnsaved } from '#src/features/bikes/drafts/unsaved-texts.ts';
import { startFlushTriggers } from '#src/outbox/flush-triggers.ts';
import { watchSilence } from '#src/session/rejoin.ts';

/** Starts what runs behind every screen: sending, saving what a page left unsaved, and eviction. */
export function startBackground(): void {
  startFlushTriggers();
  watchSilence();
  void recoverUnsaved();
  void bikesToKeep()
    .then((stay) => evict(Date.now(), stay))
    .catch(() => undefined);
}
