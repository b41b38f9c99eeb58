import type { Id } from '#contract/ids.ts';
import { cacheTable } from './cache-db.ts';
import { cacheOf, imageCaches } from './image-caches.ts';

export type KeptImage = { url: string; photoId: Id; width: number; bytes: number; usedAt: number };

/** What the worker keeps in Cache Storage, by address. */
export const images = cacheTable<KeptImage>('images', 'url');

/** Makes room on a full device; tells whether there was anything to drop. */
export async function dropImages(which: keyof typeof imageCaches): Promise<boolean> {
  if (!('caches' in globalThis)) return false;
  const name = imageCaches[which];
  const cache = await caches.open(name);
  const kept = await cache.keys();
  // One by one: a Cache that is deleted whole takes its room as long as anybody holds it.
  await Promise.all(kept.map((request) => cache.delete(request)));
  const gone = (await images.all()).filter((image) => cacheOf(image.width) === name);
  await images.remove(...gone.map((image) => image.url));
  return kept.length > 0;
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
