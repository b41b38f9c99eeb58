import type { Id } from '#contract/ids.ts';
import { cacheOf, imageCaches } from '../kept-images.ts';
import { cacheShelf } from './db.ts';

export type KeptImage = { url: string; photoId: Id; width: number; bytes: number; usedAt: number };

/** What the worker keeps in Cache Storage, by address. */
export const images = cacheShelf<KeptImage>('images', 'url');

/** Makes room on a full device: photos go first, then thumbnails. */
export async function dropImages(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const name of [imageCaches.photos, imageCaches.thumbnails]) {
    if (!(await caches.delete(name))) continue;
    const gone = (await images.all()).filter((image) => cacheOf(image.width) === name);
    await images.remove(...gone.map((image) => image.url));
    return;
  }
}

/** Drops the picture of an address. */
export async function forgetImage(path: string): Promise<void> {
  if ('caches' in globalThis)
    for (const name of Object.values(imageCaches)) await (await caches.open(name)).delete(path);
  await images.remove(path);
}

/** Drops photos in every size. */
export async function forgetImagesOf(photoIds: readonly Id[]): Promise<void> {
  for (const id of photoIds) {
    for (const { url } of await images.where('photoId', id)) await forgetImage(url);
  }
}
