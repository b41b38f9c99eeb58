import { useCallback, useSyncExternalStore } from 'react';
import type { Id } from '#contract/ids.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { favoritedBikesOf } from '#src/cache/values/viewer-states.ts';
import { createValue } from '#src/lib/value.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { watch } from '#src/storage/watch.ts';
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
function share(userId: Id) {
  const ids = createValue<ReadonlySet<Id>>(new Set());
  return { ids, stop: watch(() => favoritedBikes(userId), ids.set), cards: 0 };
}

const shared = new Map<Id, ReturnType<typeof share>>();

/** Whether a bike is in one of the member's folders, as far as this device knows. */
export function useIsFavorited(userId: Id, bikeId: Id): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const one = shared.get(userId) ?? share(userId);
      shared.set(userId, one);
      one.cards += 1;
      const unsubscribe = one.ids.subscribe(listener);
      return () => {
        unsubscribe();
        one.cards -= 1;
        if (one.cards > 0) return;
        one.stop();
        shared.delete(userId);
      };
    },
    [userId],
  );
  return useSyncExternalStore(
    subscribe,
    () => shared.get(userId)?.ids.get().has(bikeId) ?? false,
    () => false,
  );
}
