import { updateRoutes } from '#api/features/updates/updates.routes.ts';
import { UpdateService } from '#api/features/updates/updates.service.ts';
import { UpdateStore } from '#api/features/updates/updates.store.ts';
import type { BikesModule } from './bikes.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Module } from './module.ts';
import type { PhotosModule } from './photos.module.ts';

interface Deps {
  bikes: BikesModule;
  photos: PhotosModule;
}

/** Updates of bikes. They are stored in the bikes, which list, export and erase them. */
export function updatesModule({ db, now }: Infrastructure, { bikes, photos }: Deps) {
  const service = new UpdateService({
    bikes: bikes.store,
    updates: new UpdateStore(db),
    photosOf: (ownerId, ids) => photos.service.of(ownerId, ids),
    touchPhotos: photos.touch,
    foundFields: bikes.foundFields,
    emit: bikes.emit,
    now,
  });
  return {
    mount: (api, guards) => void api.route('/', updateRoutes(service, guards)),
  } satisfies Module & Record<string, unknown>;
}
