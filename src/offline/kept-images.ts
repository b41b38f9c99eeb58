import { photoPath } from '#contract/photos.ts';

/** The Cache Storage of small pictures (at most 640 wide), and of large ones. */
export const imageCaches = { thumbnails: 'thumbnails', photos: 'photos' } as const;

/** Keeps photos at the width a bike's page shows, by asking for them: the worker stores what passes through it. */
export async function keepPhotos(ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    try {
      await fetch(photoPath(id, 1280));
    } catch {
      return;
    }
  }
}

/** Makes room on a full device: photos go first, then thumbnails. */
export async function dropImages(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const name of [imageCaches.photos, imageCaches.thumbnails]) {
    if (await caches.delete(name)) return;
  }
}
