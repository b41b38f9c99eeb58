import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { offlineBikes } from '#src/cache/offline-folders.ts';
import { bikes, cachedBikes } from '#src/cache/values/bikes.ts';
import { feeds } from '#src/cache/values/feeds.ts';
import { forgetAllThreads, forgetThreads } from '#src/cache/values/threads.ts';
import { unqueuedOf } from '#src/outbox/background-work.ts';
import { dropImages, forgetImagesOf, images } from '#src/storage/cached-images.ts';
import { cacheOf, imageCaches } from '#src/storage/image-caches.ts';

type Amount = { count: number; bytes: number };

/** A bike that opens offline, with the bytes of its pictures. `stays`: it is in a folder that is kept offline. */
export type CachedThing = { bike: Bike; bytes: number; stays: boolean; usedAt: number };

export type CachedThings = {
  bikes: Amount;
  photos: Amount;
  thumbnails: Amount;
  /** The photos of a member's drafts. They exist only on this device until they are sent. */
  drafts: Amount;
  /** Last opened first. */
  things: CachedThing[];
};

const amountOf = (parts: readonly { bytes: number }[]): Amount => ({
  count: parts.length,
  bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
});

/** Storage use by kind and by bike. @param userId the member whose drafts are counted */
export async function cachedThings(userId: Id | null): Promise<CachedThings> {
  const [rows, pictures, stay] = [await cachedBikes(), await images.all(), await offlineBikes()];
  const drafts = userId ? await unqueuedOf(userId) : [];
  const byPhoto = new Map<Id, number>();
  for (const { photoId, bytes } of pictures) byPhoto.set(photoId, (byPhoto.get(photoId) ?? 0) + bytes);
  const small = pictures.filter(({ width }) => cacheOf(width) === imageCaches.thumbnails);
  const large = pictures.filter(({ width }) => cacheOf(width) !== imageCaches.thumbnails);
  const things = rows.map(({ id, bike, bytes, usedAt }) => ({
    bike,
    stays: stay.has(id),
    usedAt,
    bytes: bike.photos.reduce((sum, photo) => sum + (byPhoto.get(photo.id) ?? 0), bytes),
  }));
  return {
    bikes: amountOf(rows),
    photos: amountOf(large),
    thumbnails: amountOf(small),
    drafts: amountOf(drafts),
    things: things.sort((a, b) => b.usedAt - a.usedAt),
  };
}

/** Evicts a bike, its comments and its pictures from the cache. */
export async function removeCached(id: Id): Promise<void> {
  const cached = await bikes.get(id);
  await bikes.remove(id);
  await forgetThreads(id);
  await forgetImagesOf(cached ? photoIdsOf(cached.bike) : []);
}

/** Evicts everything that can be fetched again: bikes, comments, lists and pictures. Keeps what was written here. */
export async function removeAllCached(): Promise<void> {
  for (const which of ['photos', 'thumbnails'] as const) await dropImages(which);
  await bikes.clear();
  await forgetAllThreads();
  await feeds.clear();
}
