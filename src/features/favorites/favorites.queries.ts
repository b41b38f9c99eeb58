import { noCounts } from '#contract/bike-defaults.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { type FavoriteFolder, type FolderBike, listFolderBikes, listFolders } from '#contract/favorites.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { offlineFolderIds } from '#src/cache/offline-folders.ts';
import { bikeOf } from '#src/cache/values/bikes.ts';
import { bikeCounts, saveViewerState, viewerState, viewerStateOf } from '#src/cache/values/viewer-state.ts';
import { withoutBlocked } from '#src/features/blocks/blocked.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { mutationsOf } from '#src/outbox/outbox.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import * as cached from './favorites.cache.ts';
import { folderBikesOf, foldersOf, saveFolderBikes, saveFolders } from './favorites.cache.ts';
import { addFolderMutation } from './favorites.mutations.ts';

/** Bikes per request. */
const maxPerRequest = 50;

const folders = defineQuery({
  name: 'folders',
  endpoint: listFolders,
  read: async ({ user, view }) => {
    const all = await view.read(cached.folders, 'all');
    const stored = await foldersOf(user.id);
    // The default folder alone does not count as cached data.
    return withSavedAt(stored || all.length > 1 ? all : null, stored);
  },
  save: (all, _, userId) => saveFolders(userId, all),
});

/** The member's folders in order, with queued changes. */
export const useFolders = (): Read<FavoriteFolder[]> => useQuery(folders);

/** Returns whether the folder is not on the server yet, so that there is nothing to fetch. */
const isNewIn = (rows: readonly QueuedMutation[], folderId: Id): boolean =>
  rows.some((row) => row.kind === addFolderMutation.kind && row.targetId === folderId);

const bikesInFolder = defineQuery({
  name: 'folder',
  endpoint: listFolderBikes,
  request: (folderId: Id) => ({ params: { folderId }, query: { limit: maxPerRequest } }),
  read: async ({ user, view }, folderId) => {
    const cards = await withoutBlocked(await view.read(cached.folderBikes, folderId), user.id);
    const stored = await folderBikesOf(user.id, folderId);
    return withSavedAt(stored || isNewIn(view.queued, folderId) || cards.length > 0 ? cards : null, stored);
  },
  fetch: async (ask, folderId, userId) => {
    if (isNewIn(await mutationsOf(userId), folderId)) return null;
    const all = new Map<Id, FolderBike>();
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Page<FolderBike> = await ask({ cursor });
      for (const card of page.items) all.set(card.id, card);
      cursor = page.next;
    }
    return [...all.values()];
  },
  save: async (cards, folderId, userId) => {
    if (cards) await saveFolderBikes(userId, folderId, cards);
  },
});

/** All bikes of a folder in order, with queued changes. */
export const useFolderBikes = (folderId: Id): Read<FolderBike[]> => useQuery(bikesInFolder, folderId);

const favorite = defineQuery({
  name: 'favorite',
  endpoint: getViewerState,
  key: ({ id }: Pick<BikeCard, 'id' | 'counts'>) => id,
  request: ({ id }) => ({ params: { bikeId: id } }),
  read: async ({ user, view }, { id, counts }) => {
    const known = { ...noCounts, favorites: counts.favorites ?? 0 };
    const { favoritedFolderIds = [], keptListIds = [] } = await view.read(viewerState, id);
    const { favorites = 0 } = await view.read(bikeCounts, id, known);
    return withSavedAt({ folderIds: favoritedFolderIds, keptListIds, favorites }, await viewerStateOf(user.id, id));
  },
  readPublic: async ({ id, counts }) => {
    const known = (await bikeOf(id))?.bike.counts.favorites ?? counts.favorites ?? 0;
    return withSavedAt({ folderIds: [], keptListIds: [], favorites: known });
  },
  save: (state, { id }, userId) => saveViewerState(userId, id, state),
});

/** Folders in which the member has the bike, kept lists of others that have it, and how many members have it as a favorite. */
export const useFavorite = (
  bike: Pick<BikeCard, 'id' | 'counts'>,
): { folderIds: Id[]; keptListIds: string[]; favorites: number } | null => useQuery(favorite, bike).data;

const none: ReadonlySet<Id> = new Set();

/** Folders kept available offline on this device. */
export function useOfflineFolders(): ReadonlySet<Id> {
  const { user } = useSession();
  return (
    useLive('offline folders', async () => new Set(user ? await offlineFolderIds(user.id) : []), [user?.id]) ?? none
  );
}
