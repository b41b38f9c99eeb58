import type { Id } from '#contract/ids.ts';
import { cacheTable } from './cache-db.ts';
import { cacheOf, imageCaches } from './image-caches.ts';

export type CachedImage = { url: string; photoId: Id; width: number; bytes: number; usedAt: number };

/** The images that the worker has put into Cache Storage, by URL. */
export const images = cacheTable<CachedImage>('images', 'url');

/** Deletes all photos or all thumbnails to free space. Returns whether there were any. */
export async function dropImages(which: keyof typeof imageCaches): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const name = imageCaches[which];
  const cache = await caches.open(name);
  const requests = await cache.keys();
  // One by one: the browser does not free a Cache that is deleted whole while anybody has it open.
  await Promise.all(requests.map((request) => cache.delete(request)));
  const removed = (await images.all()).filter((image) => cacheOf(image.width) === name);
  await images.remove(...removed.map((image) => image.url));
  return requests.length > 0;
}

/** Deletes the image with this URL. */
export async function forgetImage(path: string): Promise<void> {
  if ('caches' in globalThis)
    for (const name of Object.values(imageCaches)) await (await caches.open(name)).delete(path);
  await images.remove(path);
}

/** Deletes photos in every size. */
export async function forgetImagesOf(photoIds: readonly Id[]): Promise<void> {
  for (const id of photoIds) {
    for (const { url } of await images.where('photoId', id)) await forgetImage(url);
  }
}
