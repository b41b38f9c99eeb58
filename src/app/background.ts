import { getDefaultStore } from 'jotai/vanilla';
import { bikesToKeep } from '#src/cache/offline-folders.ts';
import { evict } from '#src/cache/values/bikes.ts';
import { recoverUnsaved } from '#src/features/bikes/drafts/unsaved-texts.ts';
import { clockOffsetAtom, serverNow } from '#src/lib/server-time.ts';
import { startFlushTriggers } from '#src/outbox/flush-triggers.ts';
import { watchSilence } from '#src/session/rejoin.ts';

/** Resolves when the server's time is known. */
const serverTimeKnown = (): Promise<void> =>
  new Promise((resolve) => {
    const store = getDefaultStore();
    if (store.get(clockOffsetAtom) !== null) return resolve();
    const stop = store.sub(clockOffsetAtom, () => {
      stop();
      resolve();
    });
  });

/** Starts what runs behind every screen: sending, saving what a page left unsaved, and eviction. */
export function startBackground(): void {
  startFlushTriggers();
  watchSilence();
  void recoverUnsaved();
  // Without signal, evicted bikes could not be fetched again.
  void serverTimeKnown()
    .then(bikesToKeep)
    .then((stay) => evict(serverNow(), stay))
    .catch(() => undefined);
}
