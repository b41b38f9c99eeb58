import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptBike = { id: Id; bike: Bike; savedAt: number; usedAt: number; bytes: number };

// Bikes of older builds lack newer fields.
export const bikes = cacheTable<KeptBike>('bikes', 'id', (cached) => ({
  ...cached,
  bike: withEveryField(cached.bike),
}));

/** Caches a bike as the server sent it. */
export const saveBike = (bike: Bike, now = Date.now()): Promise<void> =>
  keep(() => bikes.put({ id: bike.id, bike, savedAt: now, usedAt: now, bytes: JSON.stringify(bike).length }));
export const bikeOf = (id: Id): Promise<KeptBike | undefined> => bikes.get(id);
export const cachedBikes = (): Promise<KeptBike[]> => bikes.all();
export const cachedBikeIds = (): Promise<Id[]> => bikes.keys();

/** Records that a cached bike was opened, so that it is evicted last. */
export const touch = (id: Id, now = Date.now()): Promise<void> =>
  keep(async () => {
    const cached = await bikes.get(id);
    if (cached) await bikes.put({ ...cached, usedAt: now });
  });
