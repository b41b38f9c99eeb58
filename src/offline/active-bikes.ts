import { keptBikes } from './cache/bikes.ts';
import { rowsOf } from './outbox.ts';
import { memberHere } from './vault.ts';
import { moved, type ShownBike } from './writes/bike-overlay.ts';

/** The kept bikes that everybody finds. What its owner is about to take away is found by nobody here. */
export async function activeBikes(): Promise<ShownBike[]> {
  const me = await memberHere();
  const rows = me ? await rowsOf(me.id) : [];
  const bikes = (await keptBikes()).map(({ bike }) => moved<ShownBike>({ ...bike, waiting: null }, rows));
  return bikes.filter(({ status }) => status === 'Active');
}
