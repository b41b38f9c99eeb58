import { plainStanding, type Standing } from '#contract/bike-standing.ts';
import type { OwnBike } from '#contract/bike-status.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { saveBike } from './bikes.ts';
import { cacheShelf } from './db.ts';
import { keep } from './room.ts';

type KeptOwn = { key: string; value: OwnBike; savedAt: number };

const prefix = 'own-bike:';
const lists = cacheShelf<KeptOwn>('lists', 'key');
const keyOf = (userId: Id, bikeId: Id) => `${prefix}${userId}:${bikeId}`;

/** Keeps a bike of one's own that others may not see. */
export const saveOwnBike = (userId: Id, value: OwnBike, now = Date.now()): Promise<void> =>
  keep(() => lists.put({ key: keyOf(userId, value.bike.id), value, savedAt: now }));
export const ownBikeOf = (userId: Id, bikeId: Id): Promise<KeptOwn | undefined> => lists.get(keyOf(userId, bikeId));
export const forgetOwnBike = (userId: Id, bikeId: Id): Promise<void> => keep(() => lists.remove(keyOf(userId, bikeId)));

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

/** Forgets them of every member. */
export const forgetOwnBikes = (): Promise<void> =>
  keep(async () => lists.remove(...(await lists.keys()).filter((key) => key.startsWith(prefix))));
