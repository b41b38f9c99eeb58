import { getDefaultStore } from 'jotai/vanilla';
import { offlineBikes } from '#src/cache/offline-folders.ts';
import { evict } from '#src/cache/values/bikes.ts';
import { recoverUnsaved } from '#src/features/drafts/unsaved-texts.ts';
import { clockOffsetAtom, serverNow } from '#src/lib/server-time.ts';
import { startFlushTriggers } from '#src/outbox/flush-triggers.ts';
import { watchHungStorage } from '#src/session/rejoin.ts';
import { setSiteAhead } from '#src/ui/use-now.ts';

const store = getDefaultStore();

/** Follows the site's clock. Resolves when it is known. */
const followClock = (): Promise<void> =>
  new Promise((resolve) => {
    const follow = () => {
      const offset = store.get(clockOffsetAtom);
      if (offset === null) return;
      setSiteAhead(offset);
      resolve();
    };
    follow();
    store.sub(clockOffsetAtom, follow);
  });

/** Starts what runs behind every screen: sending, saving what a page left unsaved, and eviction. */
export function startBackground(): void {
  startFlushTriggers();
  watchHungStorage();
  void recoverUnsaved();
  // Without signal, evicted bikes could not be fetched again.
  void followClock()
    .then(offlineBikes)
    .then((stay) => evict(serverNow(), stay))
    .catch(() => undefined);
}
