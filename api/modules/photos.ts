import type { BikeStore } from '#api/features/bikes/bikes.store.ts';
import { PhotoCuts } from '#api/features/photos/photos.cuts.ts';
import { PhotoErasure } from '#api/features/photos/photos.erasure.ts';
import { PhotoExport } from '#api/features/photos/photos.export.ts';
import { PhotoIntake } from '#api/features/photos/photos.intake.ts';
import { PhotoMaker } from '#api/features/photos/photos.maker.ts';
import { PhotoPatience } from '#api/features/photos/photos.patience.ts';
import { photoRoutes } from '#api/features/photos/photos.routes.ts';
import { PhotoService } from '#api/features/photos/photos.service.ts';
import { PhotoStore } from '#api/features/photos/photos.store.ts';
import { sweepPhotos } from '#api/features/photos/photos.sweep.ts';
import { Thread } from '#api/platform/thread.ts';
import { hour, type Infrastructure, type Module } from './infrastructure.ts';

interface Deps {
  /** The only one that knows which photos are shown, and which are in use. */
  bikes: Pick<BikeStore, 'isShowing' | 'isBanner' | 'statusesWith' | 'photosInUse'>;
}

/** Photos: upload, storage, delivery and deletion. */
export function photosModule({ db, storage, uploads, limits, jobs, now }: Infrastructure, { bikes }: Deps) {
  const photos = new PhotoStore(db);
  const maker = new PhotoMaker();
  const artist = new Thread(new URL('../demo/draw.worker.ts', import.meta.url));
  /** Draws the pictures of the sample community. */
  const draw = (drawing: unknown, width: number, urgent: boolean) =>
    artist.run<Uint8Array>({ drawing, width }, { urgent });
  const service = new PhotoService({
    photos,
    storage,
    draw,
    isShown: (photoId) => bikes.isShowing(photoId),
    isBanner: (photoId) => bikes.isBanner(photoId),
    statusesWith: (photoId) => bikes.statusesWith(photoId),
  });
  const patience = new PhotoPatience(limits.limiter({ name: 'slow-photos', points: 3, seconds: hour }));
  const intake = new PhotoIntake({ photos, storage, maker, patience, uploads, now });
  return {
    service,
    draw,
    card: maker.card.bind(maker),
    cuts: new PhotoCuts({ photos, storage, maker }),
    touch: (ownerId: string, ids: string[]) => photos.touch(ownerId, ids, now()),
    erasure: new PhotoErasure({ photos, storage, now }),
    exported: new PhotoExport({ photos, storage }),
    indexed: [photos],
    mount: (api, guards) => void api.route('/', photoRoutes(intake, guards)),
    begin() {
      const usedOf = (ids: string[]) => bikes.photosInUse(ids);
      jobs.every(hour, 'orphaned photos', (stopping) => sweepPhotos({ photos, storage, usedOf, now }, stopping));
    },
    async close(): Promise<void> {
      maker.close();
      await artist.close();
    },
  } satisfies Module & Record<string, unknown>;
}
