import { type BikeCard, noCounts } from '#contract/bikes.ts';
import { type FavoriteFolder, folderBikes, listFolders } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { withoutBlocked } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { offlineFolderIds } from '#src/cache/offline-folders.ts';
import { bikeOf } from '#src/cache/values/bikes.ts';
import { folderBikesOf, foldersOf, saveFolderBikes, saveFolders } from '#src/cache/values/folders.ts';
import { bikeCounts, viewerState } from '#src/cache/values/viewer-state.ts';
import { saveViewerState, viewerStateOf } from '#src/cache/values/viewer-states.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import * as cached from './favorites.cache.ts';
import { addFolder } from './favorites.mutations.ts';

/** Bikes per request. */
const maxPerRequest = 50;

/** The member's folders in order, with queued changes. */
export function useFolders(): Read<FavoriteFolder[]> {
  const { user } = useSession();
  return useCachedQuery({
    name: 'folders',
    key: user?.id ?? null,
    select: async () => {
      if (!user) return { data: null, savedAt: null };
      const view = await optimisticView(user.id);
      const data = await view.read(cached.folders, 'all');
      const kept = await foldersOf(user.id);
      // The default folder alone does not count as cached data.
      return { data: kept || data.length > 1 ? data : null, savedAt: kept?.savedAt ?? null };
    },
    fetch: async () => {
      if (!user) return;
      await fetchIntoCache(
        () => runAction(listFolders, { as: user.id }),
        (folders) => saveFolders(user.id, folders),
      );
    },
  });
}

/** Returns whether the folder is not on the server yet, so that there is nothing to fetch. */
const isNewIn = (rows: readonly QueuedMutation[], folderId: Id): boolean =>
  rows.some((row) => row.kind === addFolder.kind && row.targetId === folderId);

/** All bikes of a folder in order, with queued changes. */
export function useFolderBikes(folderId: Id): Read<BikeCard[]> {
  const { user } = useSession();
  const askAll = async (as: Id): Promise<BikeCard[]> => {
    const all = new Map<Id, BikeCard>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = { cursor, limit: maxPerRequest };
      const page: { items: BikeCard[]; next: string | null } = await runAction(folderBikes, {
        as,
        params: { folderId },
        query,
      });
      for (const card of page.items) all.set(card.id, card);
      cursor = page.next;
    }
    return [...all.values()];
  };
  return useCachedQuery({
    name: 'folder',
    key: user && `${user.id}:${folderId}`,
    select: async () => {
      if (!user) return { data: null, savedAt: null };
      const view = await optimisticView(user.id);
      const data = await withoutBlocked(await view.read(cached.folderBikes, folderId), user.id);
      const kept = await folderBikesOf(user.id, folderId);
      const isHere = kept || isNewIn(view.queued, folderId) || data.length > 0;
      return { data: isHere ? data : null, savedAt: kept?.savedAt ?? null };
    },
    fetch: async () => {
      if (!user || isNewIn(await mutationsOf(user.id), folderId)) return;
      await fetchIntoCache(
        () => askAll(user.id),
        (cards) => saveFolderBikes(user.id, folderId, cards),
      );
    },
  });
}

/** Folders in which the member has the bike, and how many members have it as a favorite; null while unknown. */
export function useFavorite(bike: Pick<BikeCard, 'id' | 'counts'>): { folderIds: Id[]; favorites: number } | null {
  const { user } = useSession();
  const { id: bikeId } = bike;
  const { data } = useCachedQuery({
    name: 'favorite',
    key: user && `${user.id}:${bikeId}`,
    viewer: bikeId,
    select: async () => {
      const known = { ...noCounts, favorites: bike.counts.favorites ?? 0 };
      if (!user) {
        const favorites = (await bikeOf(bikeId))?.bike.counts.favorites ?? known.favorites;
        return { data: { folderIds: [], favorites }, savedAt: null };
      }
      const view = await optimisticView(user.id);
      const { favoritedFolderIds = [] } = await view.read(viewerState, bikeId);
      const { favorites = 0 } = await view.read(bikeCounts, bikeId, known);
      const savedAt = (await viewerStateOf(user.id, bikeId))?.savedAt ?? null;
      return { data: { folderIds: favoritedFolderIds, favorites }, savedAt };
    },
    fetch: async () => {
      if (!user) return;
      await fetchIntoCache(
        () => runAction(getViewerState, { params: { bikeId }, as: user.id }),
        (marks) => saveViewerState(user.id, bikeId, marks),
      );
    },
  });
  return data;
}

const none: ReadonlySet<Id> = new Set();

/** Folders kept available offline on this device. */
export function useKeptFolders(): ReadonlySet<Id> {
  const { user } = useSession();
  return useLive('kept folders', async () => new Set(user ? await offlineFolderIds(user.id) : []), [user?.id]) ?? none;
}
