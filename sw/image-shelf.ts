import type { PhotoWidth } from '#contract/photos.ts';
import { photosToKeep } from '#src/cache/offline-folders.ts';
import { dropImages, images, type KeptImage } from '#src/storage/cached-images.ts';
import { cacheOf, imageCaches } from '#src/storage/image-caches.ts';
import { withQuotaRetry } from '#src/storage/with-quota-retry.ts';

const megabyte = 1024 * 1024;
const limits: Record<string, number> = {
  [imageCaches.thumbnails]: 40 * megabyte,
  [imageCaches.photos]: 150 * megabyte,
};
/** Of what the browser grants us in all. */
const mostOfQuota = 0.2;
const mostInAll = 300 * megabyte;
/** For the pictures of folders that are kept: what the others leave of all. */
const mostStaying = 110 * megabyte;
const lookEvery = 2 * megabyte;
const noteEvery = 3_600_000;

let sinceLook = lookEvery;

async function quotaFactor(): Promise<number> {
  const { quota } = await navigator.storage.estimate();
  return quota === undefined ? 1 : Math.min(1, (quota * mostOfQuota) / mostInAll);
}

/** The pictures to drop of those in one cache: least recently used first, until nine tenths of the limit are left. */
export function overflowOf(kept: readonly KeptImage[], limit: number): KeptImage[] {
  let total = kept.reduce((sum, image) => sum + image.bytes, 0);
  if (total <= limit) return [];
  const oldestFirst = kept.toSorted((a, b) => a.usedAt - b.usedAt);
  return oldestFirst.filter((image) => {
    if (total <= limit * 0.9) return false;
    total -= image.bytes;
    return true;
  });
}

/** Drops pictures, and says so in the ledger. */
async function drop(gone: readonly KeptImage[]): Promise<void> {
  for (const image of gone) await (await caches.open(cacheOf(image.width))).delete(image.url);
  await images.remove(...gone.map((image) => image.url));
}

/** What is to stay has a room of its own, beside that of what comes and goes. */
async function trim(): Promise<void> {
  const [all, stay, factor] = await Promise.all([images.all(), photosToKeep(), quotaFactor()]);
  const stays = ({ photoId }: KeptImage) => stay.has(photoId);
  await drop(overflowOf(all.filter(stays), mostStaying * factor));
  for (const name of Object.values(imageCaches)) {
    const kept = all.filter((image) => cacheOf(image.width) === name && !stays(image));
    await drop(overflowOf(kept, (limits[name] ?? 0) * factor));
  }
}

/** Makes the ledger say what is kept: the browser may have cleared one and not the other. */
export async function reconcileImages(): Promise<void> {
  const held = new Set<string>();
  for (const name of Object.values(imageCaches)) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { pathname } = new URL(url);
      if (await images.get(pathname)) held.add(pathname);
      else await cache.delete(url);
    }
  }
  const lost = (await images.all()).filter((image) => !held.has(image.url));
  await images.remove(...lost.map((image) => image.url));
}

/**
 * Keeps an answer, and drops what was not used for long when there is too much. On a full device it takes the place of
 * the photos that are there; thumbnails give way to no picture.
 */
export async function keepImage(
  path: string,
  place: { id: string; width: PhotoWidth },
  answer: Response,
): Promise<void> {
  const cache = await caches.open(cacheOf(place.width));
  const blob = await answer.blob();
  const kept = { url: path, photoId: place.id, width: place.width, bytes: blob.size };
  const put = async () => {
    await cache.put(path, new Response(blob, { headers: { 'Content-Type': blob.type } }));
    await images.put({ ...kept, usedAt: Date.now() });
  };
  try {
    await withQuotaRetry(put, [() => dropImages('photos')]);
  } catch {
    // What the ledger does not know would never be dropped.
    await cache.delete(path);
    return;
  }
  sinceLook += blob.size;
  if (sinceLook < lookEvery) return;
  sinceLook = 0;
  await trim();
}

/** Notes that a picture was shown; once an hour is enough to know which are used. */
export async function noteImageUse(path: string): Promise<void> {
  const kept = await images.get(path);
  if (!kept || kept.usedAt > Date.now() - noteEvery) return;
  // On a full device it is only less known which are used.
  await images.put({ ...kept, usedAt: Date.now() }).catch(() => undefined);
}
