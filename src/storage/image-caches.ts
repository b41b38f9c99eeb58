import { type PhotoWidth, photoPath } from '#contract/photos.ts';

/** The Cache Storage of small pictures (at most 640 wide), and of large ones. */
export const imageCaches = { thumbnails: 'thumbnails', photos: 'photos' } as const;

/** The Cache Storage that a width is kept in. */
export const cacheOf = (width: number): string => (width <= 640 ? imageCaches.thumbnails : imageCaches.photos);

/** The width that a bike's page shows. */
export const pageWidth = 1280;

/** Keeps photos in a width, by asking for them: the worker stores what passes through it. */
export async function keepPhotos(ids: readonly string[], width: PhotoWidth): Promise<void> {
  for (const id of ids) {
    try {
      await fetch(photoPath(id, width));
    } catch {
      return;
    }
  }
}
