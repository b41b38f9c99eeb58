import { withEveryField } from '#contract/bike-defaults.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { cacheShelf } from './db.ts';
import { changeInFeeds } from './feeds.ts';
import { forgetImagesOf } from './images.ts';
import { keep } from './room.ts';
import { forgetThreads } from './threads.ts';

type KeptBike = { id: Id; bike: Bike; savedAt: number; usedAt: number; bytes: number };

const limits = { bikes: 500, days: 30 } as const;
const day = 86_400_000;
// A bike that an older build kept lacks what was thought of since.
const bikes = cacheShelf<KeptBike>('bikes', 'id', (kept) => ({ ...kept, bike: withEveryField(kept.bike) }));

/** Keeps a bike as it was just answered. */
export const saveBike = (bike: Bike, now = Date.now()): Promise<void> =>
  keep(() => bikes.put({ id: bike.id, bike, savedAt: now, usedAt: now, bytes: JSON.stringify(bike).length }));
export const bikeOf = (id: Id): Promise<KeptBike | undefined> => bikes.get(id);
export const keptBikes = (): Promise<KeptBike[]> => bikes.all();
export const keptBikeIds = (): Promise<Id[]> => bikes.keys();

/** Changes what is counted of a bike, on its page and in every list, without making either look newer. */
export const changeCounts = (id: Id, change: (counts: BikeCard['counts']) => BikeCard['counts']): Promise<void> =>
  keep(async () => {
    const counted = <T extends { counts: BikeCard['counts'] }>(bike: T): T => ({
      ...bike,
      counts: change(bike.counts),
    });
    const kept = await bikes.get(id);
    if (kept) await bikes.put({ ...kept, bike: counted(kept.bike) });
    await changeInFeeds(id, counted);
  });

/** Notes that a kept bike was opened, so that it is among the last to go. */
export const touch = (id: Id, now = Date.now()): Promise<void> =>
  keep(async () => {
    const kept = await bikes.get(id);
    if (kept) await bikes.put({ ...kept, usedAt: now });
  });

/**
 * Forgets a bike that is gone from the site, in every list too. Call it inside a transaction.
 * @returns forgets its pictures; call it afterwards
 */
export async function forgetBike(id: Id): Promise<() => Promise<void>> {
  const kept = await bikes.get(id);
  await bikes.remove(id);
  await forgetThreads(id);
  await changeInFeeds(id, null);
  return () => forgetImagesOf(kept?.bike.photos.map((photo) => photo.id) ?? []);
}

/**
 * Drops bikes that nobody opened for 30 days and, beyond 500, those opened longest ago.
 * @param stay those that stay however long ago they were opened
 */
export const evict = (now = Date.now(), stay: ReadonlySet<Id> = new Set()): Promise<void> =>
  keep(async () => {
    const newestFirst = (await bikes.all()).filter(({ id }) => !stay.has(id)).sort((a, b) => b.usedAt - a.usedAt);
    const gone = newestFirst.filter((kept, at) => at >= limits.bikes || kept.usedAt < now - limits.days * day);
    const ids = gone.map((kept) => kept.id);
    await bikes.remove(...ids);
    await forgetThreads(...ids);
  });
