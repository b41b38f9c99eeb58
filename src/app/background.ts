import { bikesToKeep } from '#src/cache/offline-folders.ts';
import { evict } from '#src/cache/values/bikes.ts';
import { recoverUnsaved } from '#src/features/bikes/drafts/unsaved-texts.ts';
import { serverNow, serverTimeKnown } from '#src/lib/server-time.ts';
import { startFlushTriggers } from '#src/outbox/flush-triggers.ts';
import { recoverUnstored } from '#src/outbox/unstored.ts';
import { watchSilence } from '#src/session/rejoin.ts';

/** Starts what runs behind every screen: sending, saving what a page left unsaved, and eviction. */
export function startBackground(): void {
  startFlushTriggers();
  watchSilence();
  void recoverUnsaved();
  void recoverUnstored();
  // Without signal, evicted bikes could not be fetched again.
  void serverTimeKnown()
    .then(bikesToKeep)
    .then((stay) => evict(serverNow(), stay))
    .catch(() => undefined);
}
