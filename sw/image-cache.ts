import type { PhotoWidth } from '#contract/photo-paths.ts';
import { photosToKeep } from '#src/cache/offline-folders.ts';
import { photosOfMemberFeed } from '#src/cache/values/member-feed.ts';
import { type CachedImage, dropImages, images } from '#src/storage/cached-images.ts';
import { cacheOf, imageCaches } from '#src/storage/image-caches.ts';
import { memberHere } from '#src/storage/user-db.ts';
import { withQuotaRetry } from '#src/storage/with-quota-retry.ts';

const megabyte = 1024 * 1024;
const limits: Record<string, number> = {
  [imageCaches.thumbnails]: 40 * megabyte,
  [imageCaches.photos]: 150 * megabyte,
};
/** The largest share of the browser's quota to use. */
const maxQuotaShare = 0.2;
const maxTotalBytes = 300 * megabyte;
/** Limit for the pictures of folders that are kept offline and of the feed: the rest of `maxTotalBytes`. */
const maxOfflineBytes = 110 * megabyte;
const trimEveryBytes = 2 * megabyte;
const recordUseEveryMs = 3_600_000;

let bytesSinceTrim = trimEveryBytes;

async function quotaFactor(): Promise<number> {
  const { quota } = await navigator.storage.estimate();
  return quota === undefined ? 1 : Math.min(1, (quota * maxQuotaShare) / maxTotalBytes);
}

/** Returns the pictures to evict from one cache: least recently used first, down to nine tenths of the limit. */
export function overflowOf(cachedImages: readonly CachedImage[], limit: number): CachedImage[] {
  let total = cachedImages.reduce((sum, image) => sum + image.bytes, 0);
  if (total <= limit) return [];
  const oldestFirst = cachedImages.toSorted((a, b) => a.usedAt - b.usedAt);
  return oldestFirst.filter((image) => {
    if (total <= limit * 0.9) return false;
    total -= image.bytes;
    return true;
  });
}

/** Deletes pictures and their rows in `images`. */
async function evict(evicted: readonly CachedImage[]): Promise<void> {
  for (const image of evicted) await (await caches.open(cacheOf(image.width))).delete(image.url);
  await images.remove(...evicted.map((image) => image.url));
}

/** Ids of the photos of folders kept offline, and of those that the member's feed shows. */
async function allPhotosToKeep(): Promise<Set<string>> {
  const [ofFolders, member] = await Promise.all([photosToKeep(), memberHere()]);
  return new Set([...ofFolders, ...(member ? await photosOfMemberFeed(member.id) : [])]);
}

/** Evicts pictures over the limits. Those of folders kept offline and of the feed have a limit of their own. */
async function trim(): Promise<void> {
  const [all, offlinePhotos, factor] = await Promise.all([images.all(), allPhotosToKeep(), quotaFactor()]);
  const isOffline = ({ photoId }: CachedImage) => offlinePhotos.has(photoId);
  await evict(overflowOf(all.filter(isOffline), maxOfflineBytes * factor));
  for (const name of Object.values(imageCaches)) {
    const evictable = all.filter((image) => cacheOf(image.width) === name && !isOffline(image));
    await evict(overflowOf(evictable, (limits[name] ?? 0) * factor));
  }
}

/** Makes the `images` table match the caches: the browser may have cleared one of them. */
export async function reconcileImages(): Promise<void> {
  const cachedPaths = new Set<string>();
  for (const name of Object.values(imageCaches)) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (await images.get(pathname)) cachedPaths.add(pathname);
      else await cache.delete(url);
    }
  }
  const lost = (await images.all()).filter((image) => !cachedPaths.has(image.url));
  await images.remove(...lost.map((image) => image.url));
}

/**
 * Caches a picture and now and then evicts the least recently used. If storage is full it replaces cached photos;
 * thumbnails are never evicted for it.
 */
export async function cacheImage(
  path: string,
  place: { id: string; width: PhotoWidth },
  answer: Response,
): Promise<void> {
  const cache = await caches.open(cacheOf(place.width));
  const blob = await answer.blob();
  const image = { url: path, photoId: place.id, width: place.width, bytes: blob.size };
  const put = async () => {
    await cache.put(path, new Response(blob, { headers: { 'Content-Type': blob.type } }));
    await images.put({ ...image, usedAt: Date.now() });
  };
  try {
    await withQuotaRetry(put, [() => dropImages('photos')]);
  } catch {
    // A picture without a row would never be evicted.
    await cache.delete(path);
    return;
  }
  bytesSinceTrim += blob.size;
  if (bytesSinceTrim < trimEveryBytes) return;
  bytesSinceTrim = 0;
  await trim();
}

/** Records that a picture was shown, at most once an hour. */
export async function noteImageUse(path: string): Promise<void> {
  const image = await images.get(path);
  if (!image || image.usedAt > Date.now() - recordUseEveryMs) return;
  // If storage is full only the LRU order suffers.
  await images.put({ ...image, usedAt: Date.now() }).catch(() => undefined);
}
