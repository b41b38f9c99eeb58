import { noNotice } from '#contract/bike-defaults.ts';
import type { BikeNotice } from '#contract/bike-notice.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { saveBike } from '#src/cache/values/bikes.ts';
import { forgetOwnBike, ownBikeOf, saveOwnBike } from './bikes.cache.ts';

/** Caches a bike as the server sent it. A bike that is not public is stored for its owner only. */
export async function cacheBike(userId: Id, bike: Bike, now: number, standing?: BikeNotice): Promise<void> {
  if (bike.status === 'Active') {
    await forgetOwnBike(userId, bike.id);
    return saveBike(bike, now);
  }
  const known = (await ownBikeOf(userId, bike.id))?.value;
  const knownNotice = known?.bike.status === bike.status ? known.standing : noNotice;
  await saveOwnBike(userId, { bike, standing: standing ?? knownNotice }, now);
}
