import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable, inCache } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { forgetImagesOf } from '#src/storage/cached-images.ts';
import { noteEvicted } from '#src/storage/user-db.ts';
import { changeInFeeds, leaveFeeds } from './feeds.ts';
import { forgetThreads } from './threads.ts';

type CachedBike = { id: Id; bike: Bike; savedAt: number; usedAt: number; bytes: number };

// Bikes of older builds lack newer fields.
export const bikes = cacheTable<CachedBike>('bikes', 'id', (cached) => ({
  ...cached,
  bike: withEveryField(cached.bike),
}));

/** Caches a bike as the server sent it. */
export const saveBike = (bike: Bike, now = serverNow()): Promise<void> =>
  writeCache(() => bikes.put({ id: bike.id, bike, savedAt: now, usedAt: now, bytes: JSON.stringify(bike).length }));
export const bikeOf = (id: Id): Promise<CachedBike | undefined> => bikes.get(id);
export const cachedBikes = (): Promise<CachedBike[]> => bikes.all();
export const cachedBikeIds = (): Promise<Id[]> => bikes.keys();

/** Records that a cached bike was opened, so that it is evicted last. @throws on a full device: no picture is worth it */
export const touch = (id: Id, now = serverNow()): Promise<void> =>
  inCache(async () => {
    const cached = await bikes.get(id);
    // A clock that was set back makes nothing older.
    if (cached && cached.usedAt < now) await bikes.put({ ...cached, usedAt: now });
  });

// Not in the file that reads bikes, which is in the first bundle.

const limits = { bikes: 500, days: 30 } as const;
const day = 86_400_000;

/** Changes the counters of a bike, on its page and in every list, without updating `savedAt`. */
export const changeCounts = (id: Id, change: (counts: BikeCard['counts']) => BikeCard['counts']): Promise<void> =>
  writeCache(async () => {
    const counted = <T extends { counts: BikeCard['counts'] }>(bike: T): T => ({
      ...bike,
      counts: change(bike.counts),
    });
    await changeBike(id, counted);
    await changeInFeeds(id, counted);
  });

/** Changes a cached bike without updating `savedAt`. */
export const changeBike = (id: Id, change: (bike: Bike) => Bike): Promise<void> =>
  writeCache(async () => {
    const cached = await bikes.get(id);
    if (cached) await bikes.put({ ...cached, bike: change(cached.bike) });
  });

/**
 * Deletes a removed bike from the cache and from every list but its owner's. Call it inside a transaction.
 * @returns a function that deletes its pictures; call it after the transaction
 */
export async function forgetBike(id: Id): Promise<() => Promise<void>> {
  const cached = await bikes.get(id);
  await bikes.remove(id);
  await forgetThreads(id);
  await leaveFeeds(id);
  return () => forgetImagesOf(cached ? photoIdsOf(cached.bike) : []);
}

/**
 * Evicts bikes that were not opened for 30 days and, beyond 500, those opened longest ago.
 * @param now the server's time: a wrong clock of this device must not evict anything
 * @param stay ids of bikes that are never evicted
 */
export async function evict(now: number, stay: ReadonlySet<Id>): Promise<void> {
  let ids: Id[] = [];
  await writeCache(async () => {
    const newestFirst = (await bikes.all()).filter(({ id }) => !stay.has(id)).sort((a, b) => b.usedAt - a.usedAt);
    const evicted = newestFirst.filter((cached, at) => at >= limits.bikes || cached.usedAt < now - limits.days * day);
    ids = evicted.map((cached) => cached.id);
    await bikes.remove(...ids);
    await forgetThreads(...ids);
  });
  await noteEvicted(ids);
}
