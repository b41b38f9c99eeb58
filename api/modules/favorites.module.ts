import { reactionAlerts } from '#api/features/bikes/bikes.reaction-alerts.ts';
import { BikeReactionCounts } from '#api/features/bikes/bikes.reactions.store.ts';
import { favoriteEraser, keeperEraser, listLikeEraser } from '#api/features/favorites/favorites.erasure.ts';
import { favoriteExporter } from '#api/features/favorites/favorites.export.ts';
import { FolderStore } from '#api/features/favorites/favorites.folders.store.ts';
import { FolderService } from '#api/features/favorites/favorites.folders.ts';
import { keeperAlerts } from '#api/features/favorites/favorites.keepers.alerts.ts';
import { keeperRoutes } from '#api/features/favorites/favorites.keepers.routes.ts';
import { KeeperStore } from '#api/features/favorites/favorites.keepers.store.ts';
import { KeeperService } from '#api/features/favorites/favorites.keepers.ts';
import { listRoutes } from '#api/features/favorites/favorites.list.routes.ts';
import { listLikeAlerts, listModerationAlerts } from '#api/features/favorites/favorites.list-alerts.ts';
import { ListLikeStore } from '#api/features/favorites/favorites.list-likes.store.ts';
import { ListLikeService } from '#api/features/favorites/favorites.list-likes.ts';
import { Listings } from '#api/features/favorites/favorites.listings.ts';
import { FavoriteLists } from '#api/features/favorites/favorites.lists.ts';
import { ModeratedLists } from '#api/features/favorites/favorites.moderated-lists.ts';
import { favoriteRoutes } from '#api/features/favorites/favorites.routes.ts';
import { FavoriteService } from '#api/features/favorites/favorites.service.ts';
import { FavoriteStore } from '#api/features/favorites/favorites.store.ts';
import { FavoriteVotes } from '#api/features/favorites/favorites.votes.store.ts';
import { FolderWords } from '#api/features/favorites/favorites.words.ts';
import { FlagStore, targetOf } from '#api/features/flags/flags.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { getSharedFolder } from '#contract/favorites.ts';
import { listBikeLists, searchLists } from '#contract/lists.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import type { BlocksModule } from './blocks.module.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';
import type { TrustModule } from './trust.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  blocks: BlocksModule;
  trust: TrustModule;
}

export function favoritesModule(
  { config, db, emit, jobs, now }: Infrastructure,
  { accounts: { people }, bikes, blocks, trust }: Deps,
) {
  const favorites = new FavoriteStore(db);
  const folderStore = new FolderStore(db);
  const listLikes = new ListLikeStore(db);
  const flags = new FlagStore(db);
  const keeperStore = new KeeperStore(db);
  const listings = new Listings({
    folders: folderStore,
    favorites,
    coversOf: (ids) => bikes.byIds.covers(ids),
    peopleHere: (ids) => people.hereByIds(ids),
    now,
  });
  const counts = new BikeReactionCounts(db, 'favorites');
  const bikeOf = bikes.counting('favorites', counts);
  const service = new FavoriteService({ favorites, folders: folderStore, listings, now, bikeOf });
  const isBlockedBetween = async (one: string, other: string) =>
    (await blocks.store.blockersBetween(one, other)).length > 0;
  const likes = new ListLikeService({
    likes: listLikes,
    ownerOf: async (shareId) => (await folderStore.sharedAs(shareId))?.userId ?? null,
    shareIdsOf: async (ownerId) => (await folderStore.sharedBy([ownerId])).flatMap(({ shareId }) => shareId ?? []),
    isHere: async (userId) => (await people.here(userId)) !== null,
    isBlockedBetween,
    hasFlagged: async (userId, shareId) => (await flags.find(targetOf('List', shareId), userId)) !== null,
    emit,
    now,
  });
  const moderated = new ModeratedLists({
    folders: folderStore,
    favorites,
    listings,
    personOf: async (id) => (await people.byIds([id]))[0] ?? null,
    emit,
    now,
  });
  const folders = new FolderService({
    folders: folderStore,
    favorites,
    service,
    listings,
    async endLink(ownerId, shareId) {
      await likes.end(ownerId, shareId);
      await keepers.endOn(shareId);
    },
    nameOwner: (folder, from, to) => keepers.nameOwner(folder, from, to),
    jobs,
  });
  const words = new FolderWords({ folders: folderStore, favorites, listings, origin: config.publicOrigin });
  const lists = new FavoriteLists({
    folders: folderStore,
    favorites,
    coversOf: (ids) => bikes.byIds.covers(ids),
    cardsOf: (ids) => bikes.byIds.cards(ids),
    likesOf: (shareId) => listLikes.countOn(shareId),
    memberHere: (id) => people.here(id),
    keepersOn: (shareId) => keepers.keepersOn(shareId),
    peopleHere: (ids) => people.hereByIds(ids),
  });
  const keepers: KeeperService = new KeeperService({
    keepers: keeperStore,
    folders: folderStore,
    favorites,
    service,
    folderService: folders,
    lists,
    words,
    bikeOf,
    memberHere: (id) => people.here(id),
    peopleHere: (ids) => people.hereByIds(ids),
    isBlockedBetween,
    noteFromNewMember: (memberId, id) => trust.store.note(memberId, 'keeping', id, now()),
    emit,
    now,
  });
  const listed = ['folderOrders', 'folders', 'users', 'bikes'].map(any);
  return {
    cacheDependencies: {
      [routeOf(listBikeLists)]: listed,
      [routeOf(searchLists)]: listed,
      [routeOf(getSharedFolder)]: [
        'folders',
        'folderOrders',
        'folderKeepers',
        'favorites',
        'listLikes',
        'users',
        'bikes',
      ].map(any),
    },
    service,
    keepers,
    lists,
    moderated,
    votes: new FavoriteVotes(db),
    stores: [favorites, folderStore, counts, listLikes, keeperStore],
    alertSources: [
      // It names no folders, which are private.
      reactionAlerts({
        type: 'favorite',
        group: 'favorites',
        raised: 'favorited',
        lowered: 'unfavorited',
        count: 'favorites',
        peopleOf: (ids) => people.byIds(ids),
      }),
      listLikeAlerts({ folders: folderStore, likes: listLikes, peopleHere: (ids) => people.hereByIds(ids) }),
      listModerationAlerts({ folders: folderStore }),
      keeperAlerts({ keepers: keeperStore, folders: folderStore, peopleHere: (ids) => people.hereByIds(ids) }),
    ],
    contentErasers: [
      favoriteEraser({ favorites, folders: folderStore, folderService: folders, service, likes: listLikes }),
      keeperEraser({ favorites, folders: folderStore, keepers: keeperStore, keeperService: keepers }),
      listLikeEraser(listLikes, likes),
    ],
    exporters: {
      favorites: favoriteExporter({ favorites, folders: folderStore, keepers: keeperStore }),
      'kept lists': listExporter('kept-lists.json', keeperStore),
      'liked lists': listExporter('liked-lists.json', listLikes),
    },
    async handle(events) {
      for (const event of events) {
        if (event.what === 'bike.erased') await favorites.eraseOn(event.bikeId);
        if (event.what === 'member.blocked') {
          await likes.withdrawBetween(event.userId, event.memberId);
          await keepers.part(event.userId, event.memberId);
        }
      }
    },
    mount(api, guards) {
      api.route('/', favoriteRoutes({ service, folders, lists, words }, guards));
      api.route('/', keeperRoutes(keepers, guards));
      api.route('/', listRoutes({ likes, listings, assertVisible: (id) => bikes.service.get(id) }, guards));
    },
    schedule: [{ name: 'deleted folders', every: minute, run: (stopping) => folders.sweep(stopping) }],
  } satisfies Module & Record<string, unknown>;
}
export type FavoritesModule = ReturnType<typeof favoritesModule>;
