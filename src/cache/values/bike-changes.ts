import type { Bike } from '#contract/bike-whole.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { forgetImagesOf } from '#src/storage/cached-images.ts';
import { bikes } from './bikes.ts';
import { changeInFeeds, leaveFeeds } from './feed-changes.ts';
import { forgetThreads } from './threads.ts';

// Apart from what reads bikes, which every page loads first.

const limits = { bikes: 500, days: 30 } as const;
const day = 86_400_000;

/** Changes what is counted of a bike, on its page and in every list, without making either look newer. */
export const changeCounts = (id: Id, change: (counts: BikeCard['counts']) => BikeCard['counts']): Promise<void> =>
  keep(async () => {
    const counted = <T extends { counts: BikeCard['counts'] }>(bike: T): T => ({
      ...bike,
      counts: change(bike.counts),
    });
    await changeBike(id, counted);
    await changeInFeeds(id, counted);
  });

/** Changes a kept bike, without making it look newer. */
export const changeBike = (id: Id, change: (bike: Bike) => Bike): Promise<void> =>
  keep(async () => {
    const kept = await bikes.get(id);
    if (kept) await bikes.put({ ...kept, bike: change(kept.bike) });
  });

/**
 * Forgets a bike that is gone from the site, in every list but its owner's. Call it inside a transaction.
 * @returns forgets its pictures; call it afterwards
 */
export async function forgetBike(id: Id): Promise<() => Promise<void>> {
  const kept = await bikes.get(id);
  await bikes.remove(id);
  await forgetThreads(id);
  await leaveFeeds(id);
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
