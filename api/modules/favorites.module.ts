import { reactionAlerts } from '#api/features/bikes/bikes.reaction-alerts.ts';
import { BikeReactionCounts } from '#api/features/bikes/bikes.reactions.store.ts';
import { favoriteEraser } from '#api/features/favorites/favorites.erasure.ts';
import { favoriteExporter } from '#api/features/favorites/favorites.export.ts';
import { FolderStore } from '#api/features/favorites/favorites.folders.store.ts';
import { FolderService } from '#api/features/favorites/favorites.folders.ts';
import { FavoriteLists } from '#api/features/favorites/favorites.lists.ts';
import { favoriteRoutes } from '#api/features/favorites/favorites.routes.ts';
import { FavoriteService } from '#api/features/favorites/favorites.service.ts';
import { FavoriteStore } from '#api/features/favorites/favorites.store.ts';
import { FavoriteVotes } from '#api/features/favorites/favorites.votes.store.ts';
import { FolderWords } from '#api/features/favorites/favorites.words.ts';
import { getSharedFolder } from '#contract/favorites.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
}

export function favoritesModule({ config, db, jobs, now }: Infrastructure, { accounts: { people }, bikes }: Deps) {
  const favorites = new FavoriteStore(db);
  const folderStore = new FolderStore(db);
  const counts = new BikeReactionCounts(db, 'favorites');
  const service = new FavoriteService({
    favorites,
    folders: folderStore,
    now,
    bikeOf: bikes.counting('favorites', counts),
  });
  const folders = new FolderService({ folders: folderStore, favorites, service, jobs });
  const words = new FolderWords({ folders: folderStore, favorites, origin: config.publicOrigin });
  const lists = new FavoriteLists({
    folders: folderStore,
    favorites,
    coversOf: (ids) => bikes.byIds.covers(ids),
    cardsOf: (ids) => bikes.byIds.cards(ids),
    memberHere: (id) => people.here(id),
  });
  return {
    cacheDependencies: {
      [routeOf(getSharedFolder)]: ['folders', 'folderOrders', 'favorites', 'users', 'bikes'].map(any),
    },
    service,
    lists,
    votes: new FavoriteVotes(db),
    stores: [favorites, folderStore, counts],
    // It names no folders, which are private.
    alertSources: [
      reactionAlerts({
        type: 'favorite',
        group: 'favorites',
        raised: 'favorited',
        lowered: 'unfavorited',
        count: 'favorites',
        peopleOf: (ids) => people.byIds(ids),
      }),
    ],
    contentErasers: [favoriteEraser({ favorites, folders: folderStore, service })],
    exporters: { favorites: favoriteExporter({ favorites, folders: folderStore }) },
    async handle(events) {
      for (const event of events) if (event.what === 'bike.erased') await favorites.eraseOn(event.bikeId);
    },
    mount: (api, guards) => void api.route('/', favoriteRoutes({ service, folders, lists, words }, guards)),
    schedule: [{ name: 'deleted folders', every: minute, run: (stopping) => folders.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type FavoritesModule = ReturnType<typeof favoritesModule>;
