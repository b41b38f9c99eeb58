import { type PhotoWidth, photoPath } from '#contract/photos.plain.ts';

/** Names of the Cache Storages: thumbnails are at most 640 pixels wide, photos are wider. */
export const imageCaches = { thumbnails: 'thumbnails', photos: 'photos' } as const;

/** Name of the Cache Storage for images of this width. */
export const cacheOf = (width: number): string => (width <= 640 ? imageCaches.thumbnails : imageCaches.photos);

/** Width of the photos on a bike's page, in pixels. */
export const pageWidth = 1280;

/** Prefetches photos in one width. The worker caches the responses. Stops at the first network error. */
export async function keepPhotos(ids: readonly string[], width: PhotoWidth): Promise<void> {
  for (const id of ids) {
    try {
      await fetch(photoPath(id, width));
    } catch {
      return;
    }
  }
}
