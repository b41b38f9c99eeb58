import { type PhotoWidth, photoPath, photoWidths } from '#contract/photo-paths.ts';

/** Names of the Cache Storages: thumbnails are at most 640 pixels wide, photos are wider. */
export const imageCaches = { thumbnails: 'thumbnails', photos: 'photos' } as const;

/** Name of the Cache Storage for images of this width. */
export const cacheOf = (width: number): string => (width <= 640 ? imageCaches.thumbnails : imageCaches.photos);

/** Widest box of a photo on a bike's page, in CSS pixels. */
const maxBoxWidth = 800;

/** Width of the photos that a bike's page loads on a screen, in pixels; at most 1280. */
export function pageWidth({
  innerWidth,
  devicePixelRatio,
}: Record<'innerWidth' | 'devicePixelRatio', number>): PhotoWidth {
  const shown = Math.min(innerWidth, maxBoxWidth) * devicePixelRatio;
  return photoWidths.find((width) => width >= shown || width === 1280) ?? 1280;
}

/** Prefetches photos in one width. The worker caches the responses. Stops at the first network error. */
export async function prefetchPhotos(ids: readonly string[], width: PhotoWidth): Promise<void> {
  for (const id of ids) {
    try {
      await fetch(photoPath(id, width));
    } catch {
      return;
    }
  }
}
