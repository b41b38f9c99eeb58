import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

type KeptBike = { id: Id; bike: Bike; savedAt: number; usedAt: number; bytes: number };

// A bike that an older build kept lacks what was thought of since.
export const bikes = cacheTable<KeptBike>('bikes', 'id', (kept) => ({ ...kept, bike: withEveryField(kept.bike) }));

/** Keeps a bike as it was just answered. */
export const saveBike = (bike: Bike, now = Date.now()): Promise<void> =>
  keep(() => bikes.put({ id: bike.id, bike, savedAt: now, usedAt: now, bytes: JSON.stringify(bike).length }));
export const bikeOf = (id: Id): Promise<KeptBike | undefined> => bikes.get(id);
export const keptBikes = (): Promise<KeptBike[]> => bikes.all();
export const keptBikeIds = (): Promise<Id[]> => bikes.keys();

/** Notes that a kept bike was opened, so that it is among the last to go. */
export const touch = (id: Id, now = Date.now()): Promise<void> =>
  keep(async () => {
    const kept = await bikes.get(id);
    if (kept) await bikes.put({ ...kept, usedAt: now });
  });
