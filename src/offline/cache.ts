import Dexie from 'dexie';
import type { Bike, BikeCard, Brand } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { type Page, pageSize } from '#contract/paging.ts';
import { cacheOf, imageCaches } from './kept-images.ts';
import { createShelf } from './shelf.ts';
import { isFull } from './storage.ts';

export type KeptBike = { id: Id; bike: Bike; savedAt: number; usedAt: number; bytes: number };
export type KeptThread = { bikeId: Id; comments: Comment[]; next: string | null; savedAt: number };
export type KeptFeed = { key: FeedKey; userId: string; items: BikeCard[]; next: string | null; savedAt: number };
export type KeptMarks = { key: string; userId: Id; bikeId: Id; liked: boolean; savedAt: number };
type KeptList = { key: string; value: unknown; savedAt: number };
export type KeptImage = { url: string; photoId: Id; width: number; bytes: number; usedAt: number };

/** A list of bikes: the two of the home page, or a member's own. */
export type FeedKey = 'recent' | 'popular' | `own:${Id}`;

const cacheLimits = { bikes: 500, days: 30, feedPages: 5, comments: 200 } as const;
const day = 86_400_000;

const db = new Dexie('cache');
db.version(1).stores({
  bikes: '&id',
  threads: '&bikeId',
  feeds: '&key, userId',
  marks: '&key, userId, bikeId',
  lists: '&key',
  images: '&url, photoId',
});
const bikes = createShelf<KeptBike>(db, 'bikes', 'id');
const threads = createShelf<KeptThread>(db, 'threads', 'bikeId');
const feeds = createShelf<KeptFeed>(db, 'feeds', 'key');
const marks = createShelf<KeptMarks>(db, 'marks', 'key');
const lists = createShelf<KeptList>(db, 'lists', 'key');
/** What the worker keeps in Cache Storage, by address. */
export const images = createShelf<KeptImage>(db, 'images', 'url');

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

/** Nothing here is anybody's only copy: a full device loses photos first, then the write itself. */
async function roomy(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await dropImages();
    await write().catch(() => undefined);
  }
}

/** Keeps a bike as it was just answered. */
export const saveBike = (bike: Bike, now = Date.now()): Promise<void> =>
  roomy(() => bikes.put({ id: bike.id, bike, savedAt: now, usedAt: now, bytes: JSON.stringify(bike).length }));
export const bikeOf = (id: Id): Promise<KeptBike | undefined> => bikes.get(id);
export const keptBikes = (): Promise<KeptBike[]> => bikes.all();

/** Changes what is counted of a bike, on its page and in every list, without making either look newer. */
export async function changeCounts(id: Id, change: (counts: BikeCard['counts']) => BikeCard['counts']): Promise<void> {
  const counted = <T extends { id: Id; counts: BikeCard['counts'] }>(bike: T): T => ({
    ...bike,
    counts: change(bike.counts),
  });
  const kept = await bikes.get(id);
  if (kept) await bikes.put({ ...kept, bike: counted(kept.bike) });
  for (const feed of await feeds.all()) {
    if (feed.items.some((card) => card.id === id))
      await feeds.put({ ...feed, items: feed.items.map((card) => (card.id === id ? counted(card) : card)) });
  }
}

/** Notes that a kept bike was opened, so that it is among the last to go. */
export async function touch(id: Id, now = Date.now()): Promise<void> {
  const kept = await bikes.get(id);
  if (kept) await bikes.put({ ...kept, usedAt: now });
}

/** Forgets a bike that is gone from the site, in every list too. */
export async function forgetBike(id: Id): Promise<void> {
  await Promise.all([bikes.remove(id), threads.remove(id)]);
  for (const feed of await feeds.all()) {
    if (feed.items.some((card) => card.id === id)) {
      await feeds.put({ ...feed, items: feed.items.filter((card) => card.id !== id) });
    }
  }
}

/** Keeps the newest comments of a bike, as they were just answered. */
export const saveThread = (bikeId: Id, page: Page<Comment>, now = Date.now()): Promise<void> =>
  roomy(() =>
    threads.put({ bikeId, comments: page.items.slice(0, cacheLimits.comments), next: page.next, savedAt: now }),
  );
export const threadOf = (bikeId: Id): Promise<KeptThread | undefined> => threads.get(bikeId);

/** Changes the kept comments of a bike, where there are any. */
export async function changeThread(bikeId: Id, change: (comments: Comment[]) => Comment[]): Promise<void> {
  const kept = await threads.get(bikeId);
  if (kept) await threads.put({ ...kept, comments: change(kept.comments) });
}

const mostCards = cacheLimits.feedPages * pageSize;
const ownerOf = (key: FeedKey): string => (key.startsWith('own:') ? key.slice(4) : '');

/**
 * Keeps the first page of a list. Further pages that were loaded before stay where the new page still joins them, so
 * that a list does not shrink under the reader.
 */
export async function saveFeed(key: FeedKey, page: Page<BikeCard>, now = Date.now()): Promise<void> {
  const before = await feeds.get(key);
  const fresh = new Set(page.items.map((card) => card.id));
  const joint = before?.items.findLastIndex((card) => fresh.has(card.id)) ?? -1;
  const rest = joint < 0 ? [] : (before?.items.slice(joint + 1) ?? []);
  const items = [...page.items, ...rest].slice(0, mostCards);
  const next = rest.length > 0 ? (before?.next ?? null) : page.next;
  await roomy(() => feeds.put({ key, userId: ownerOf(key), items, next, savedAt: now }));
}

/** Adds a further page to a kept list. */
export async function saveFurther(key: FeedKey, page: Page<BikeCard>): Promise<void> {
  const before = await feeds.get(key);
  if (!before) return;
  const known = new Set(before.items.map((card) => card.id));
  const items = [...before.items, ...page.items.filter((card) => !known.has(card.id))];
  await roomy(() => feeds.put({ ...before, items, next: page.next }));
}
export const feedOf = (key: FeedKey): Promise<KeptFeed | undefined> => feeds.get(key);

/** Replaces a bike in a kept list, or puts it at the top when it is newer than what is there. */
export async function addToFeed(key: FeedKey, card: BikeCard): Promise<void> {
  const kept = await feeds.get(key);
  if (!kept) return;
  const at = kept.items.findIndex((one) => one.id === card.id);
  if (at >= 0) await feeds.put({ ...kept, items: kept.items.with(at, card) });
  else if ((card.publishedAt ?? '') >= (kept.items[0]?.publishedAt ?? '')) {
    await feeds.put({ ...kept, items: [card, ...kept.items] });
  }
}

const markKey = (userId: Id, bikeId: Id) => `${userId}:${bikeId}`;
export const saveMarks = (userId: Id, bikeId: Id, liked: boolean, now = Date.now()): Promise<void> =>
  roomy(() => marks.put({ key: markKey(userId, bikeId), userId, bikeId, liked, savedAt: now }));
export const marksOf = (userId: Id, bikeId: Id): Promise<KeptMarks | undefined> => marks.get(markKey(userId, bikeId));

export const saveBrands = (value: Brand[], now = Date.now()): Promise<void> =>
  roomy(() => lists.put({ key: 'brands', value, savedAt: now }));
export const brandsKept = async (): Promise<Brand[]> =>
  ((await lists.get('brands'))?.value as Brand[] | undefined) ?? [];

/** Forgets what was kept for members: their lists and marks. Called when they sign out. */
export async function purgePrivate(): Promise<void> {
  const own = (await feeds.all()).filter((feed) => feed.userId !== '');
  await feeds.remove(...own.map((feed) => feed.key));
  await marks.clear();
}

/** Drops bikes that nobody opened for 30 days and, beyond 500, those opened longest ago. */
export async function evict(now = Date.now()): Promise<void> {
  const newestFirst = (await bikes.all()).sort((a, b) => b.usedAt - a.usedAt);
  const gone = newestFirst.filter((kept, at) => at >= cacheLimits.bikes || kept.usedAt < now - cacheLimits.days * day);
  const ids = gone.map((kept) => kept.id);
  await bikes.remove(...ids);
  await threads.remove(...ids);
}
