import { plainStanding, type Standing } from '#contract/bike-standing.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { saveBike } from './bikes.ts';
import { forgetOwnBike, ownBikeOf, saveOwnBike } from './own-bikes.ts';

/** Keeps a bike as the site answered it: what others do not see is kept for its owner alone. */
export async function keepBike(userId: Id, bike: Bike, now: number, standing?: Standing): Promise<void> {
  if (bike.status === 'Active') {
    await forgetOwnBike(userId, bike.id);
    return saveBike(bike, now);
  }
  const known = (await ownBikeOf(userId, bike.id))?.value;
  const asBefore = known?.bike.status === bike.status ? known.standing : plainStanding;
  await saveOwnBike(userId, { bike, standing: standing ?? asBefore }, now);
}
