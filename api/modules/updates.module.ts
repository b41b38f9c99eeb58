import { BlockStore } from '#api/features/blocks/blocks.store.ts';
import { CommentStore } from '#api/features/comments/comments.store.ts';
import { updateLikeAlerts } from '#api/features/updates/updates.alerts.ts';
import { updateLikeEraser } from '#api/features/updates/updates.erasure.ts';
import { UpdateLikeService } from '#api/features/updates/updates.likes.service.ts';
import { UpdateLikeStore } from '#api/features/updates/updates.likes.store.ts';
import { updateRoutes } from '#api/features/updates/updates.routes.ts';
import { UpdateService } from '#api/features/updates/updates.service.ts';
import { UpdateStore } from '#api/features/updates/updates.store.ts';
import { listExporter } from '#api/platform/exporters.ts';
import { countUpdates } from '#contract/updates.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { BikesModule } from './bikes.module.ts';
import { routeOf, theBike, those } from './cache-dependencies.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { PhotosModule } from './photos.module.ts';

interface Deps {
  accounts: AccountsModule;
  bikes: BikesModule;
  photos: PhotosModule;
}

/** Updates of bikes and their likes. The updates are stored in the bikes, which list, export and erase them. */
export function updatesModule({ db, now }: Infrastructure, { accounts: { people }, bikes, photos }: Deps) {
  const store = new UpdateStore(db);
  const likeStore = new UpdateLikeStore(db);
  const blocks = new BlockStore(db);
  const comments = new CommentStore(db);
  const likes = new UpdateLikeService({
    likes: likeStore,
    bikeOf: (bikeId) => bikes.store.findWhole(bikeId),
    visibleBike: (bikeId) => bikes.service.get(bikeId),
    isBlockedBetween: async (one, other) => (await blocks.blockersBetween(one, other)).length > 0,
    countComments: (bikeId, ids) => comments.countAbout(bikeId, ids),
    emit: bikes.emit,
    now,
  });
  const service = new UpdateService({
    bikes: bikes.store,
    updates: store,
    likes,
    photosOf: (ownerId, ids) => photos.service.of(ownerId, ids),
    touchPhotos: photos.touch,
    foundFields: bikes.foundFields,
    emit: bikes.emit,
    now,
  });
  return {
    cacheDependencies: {
      [routeOf(countUpdates)]: [
        theBike,
        those('updateLikes', 'bikeId', 'bikeId'),
        those('comments', 'bikeId', 'bikeId'),
      ],
    },
    store,
    likes,
    service,
    stores: [likeStore],
    alertSources: [updateLikeAlerts({ updates: store, likes: likeStore, peopleOf: (ids) => people.byIds(ids) })],
    contentErasers: [updateLikeEraser(likeStore, likes)],
    exporters: { 'liked updates': listExporter('liked-updates.json', likeStore) },
    async handle(events) {
      for (const event of events) {
        if (event.what === 'bike.erased') await likeStore.eraseOn(event.bikeId);
        if (event.what !== 'bike.changed') continue;
        for (const id of event.goneUpdates ?? []) await likeStore.eraseOn(event.bikeId, id);
      }
    },
    mount: (api, guards) => void api.route('/', updateRoutes(service, likes, guards)),
  } satisfies Module & Record<string, unknown>;
}
export type UpdatesModule = ReturnType<typeof updatesModule>;
