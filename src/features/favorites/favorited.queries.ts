import { liveQuery } from 'dexie';
import { useCallback, useSyncExternalStore } from 'react';
import type { Id } from '#contract/ids.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { favoritedBikesOf } from '#src/cache/values/viewer-states.ts';
import { letFailureGo } from '#src/lib/failure.ts';
import { createValue } from '#src/lib/value.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { memoryVersion } from '#src/storage/storage-state.ts';
import { addToFolder, removeFromFolder } from './favorites.mutations.ts';

const changing: readonly string[] = [addToFolder.kind, removeFromFolder.kind];

/** Returns the bikes in the member's folders, as far as this device knows, with queued changes. */
export async function favoritedBikes(userId: Id): Promise<ReadonlySet<Id>> {
  const view = await optimisticView(userId);
  const ids = new Set(await favoritedBikesOf(userId));
  for (const { kind, subject } of view.queued) {
    if (!changing.includes(kind)) continue;
    const { favoritedFolderIds = [] } = await view.read(viewerState, subject.id);
    if (favoritedFolderIds.length > 0) ids.add(subject.id);
    else ids.delete(subject.id);
  }
  return ids;
}

/** One live query for all cards of a page. */
function watch(userId: Id) {
  const ids = createValue<ReadonlySet<Id>>(new Set());
  // Dexie watches only the first read of a function that is not itself async.
  const live = liveQuery(async () => favoritedBikes(userId)).subscribe(ids.set, letFailureGo);
  // Without IndexedDB, live queries never answer.
  const look = () => void favoritedBikes(userId).then(ids.set, letFailureGo);
  look();
  const stopLooking = memoryVersion.subscribe(look);
  const stop = () => {
    live.unsubscribe();
    stopLooking();
  };
  return { ids, stop, cards: 0 };
}

const watches = new Map<Id, ReturnType<typeof watch>>();

/** Whether a bike is in one of the member's folders, as far as this device knows. */
export function useIsFavorited(userId: Id, bikeId: Id): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const shared = watches.get(userId) ?? watch(userId);
      watches.set(userId, shared);
      shared.cards += 1;
      const unsubscribe = shared.ids.subscribe(listener);
      return () => {
        unsubscribe();
        shared.cards -= 1;
        if (shared.cards > 0) return;
        shared.stop();
        watches.delete(userId);
      };
    },
    [userId],
  );
  return useSyncExternalStore(
    subscribe,
    () => watches.get(userId)?.ids.get().has(bikeId) ?? false,
    () => false,
  );
}
