import { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { PhotoCropper } from '#api/features/photos/photos.cropper.ts';
import { PhotoErasure } from '#api/features/photos/photos.erasure.ts';
import { photoExporter } from '#api/features/photos/photos.export.ts';
import { PhotoIntake } from '#api/features/photos/photos.intake.ts';
import { PhotoMaker } from '#api/features/photos/photos.maker.ts';
import { PhotoPatience } from '#api/features/photos/photos.patience.ts';
import { imageRoutes, photoRoutes } from '#api/features/photos/photos.routes.ts';
import { PhotoService } from '#api/features/photos/photos.service.ts';
import { PhotoStore } from '#api/features/photos/photos.store.ts';
import { sweepPhotos } from '#api/features/photos/photos.sweep.ts';
import type { AccountsModule } from './accounts.module.ts';
import type { Infrastructure } from './infrastructure.ts';
import { hour, type Module } from './module.ts';

interface Deps {
  accounts: AccountsModule;
}

/** Photos: upload, storage, delivery and deletion. */
export function photosModule({ db, storage, uploads, limits, now }: Infrastructure, { accounts }: Deps) {
  const photos = new PhotoStore(db);
  const bikes = new BikeStore(db);
  const maker = new PhotoMaker();
  const service = new PhotoService({
    photos,
    storage,
    isShown: (photoId) => bikes.isShowing(photoId),
    isBanner: (photoId) => bikes.isBanner(photoId),
    statusesWith: (photoId) => bikes.statusesWith(photoId),
  });
  const patience = new PhotoPatience(limits.limiter({ name: 'slow-photos', points: 3, seconds: hour }));
  const intake = new PhotoIntake({ photos, storage, maker, patience, uploads, now });
  const erasure = new PhotoErasure({ photos, storage, now });
  const usedOf = (ids: string[]) => bikes.photosInUse(ids);
  return {
    service,
    maker,
    erasure,
    cropper: new PhotoCropper({ photos, storage, maker }),
    usage: () => photos.usage(),
    touch: (ownerId: string, ids: string[]) => photos.touch(ownerId, ids, now()),
    stores: [photos],
    privateCollections: ['photos'],
    gauges: [
      { name: 'photos', help: 'Stored photos.', read: () => photos.total() },
      {
        name: 'photos_waiting',
        help: 'Photos, crops and share cards that wait for the one process that makes them.',
        read: () => maker.waiting,
      },
    ],
    contentErasers: [erasure],
    exporters: { photos: photoExporter(photos, storage) },
    mount: (api, guards) => void api.route('/', photoRoutes(intake, guards)),
    mountOutside: (site) => void site.route('/', imageRoutes(service, accounts.viewerOf)),
    schedule: [
      {
        name: 'orphaned photos',
        every: hour,
        run: (stopping) => sweepPhotos({ photos, storage, usedOf, now }, stopping),
      },
    ],
    async close(): Promise<void> {
      maker.close();
    },
  } satisfies Module & Record<string, unknown>;
}
export type PhotosModule = ReturnType<typeof photosModule>;
