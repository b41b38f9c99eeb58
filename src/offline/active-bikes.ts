import { keptBikes } from './cache/bikes.ts';
import { rowsOf } from './outbox.ts';
import { memberHere } from './vault.ts';
import { overlayListed, type ShownBike } from './writes/bike-overlay.ts';

/** The kept bikes that everybody finds. What its owner is about to take away is found by nobody here. */
export async function activeBikes(): Promise<ShownBike[]> {
  const me = await memberHere();
  const bikes = (await keptBikes()).map(({ bike }) => bike);
  return overlayListed(bikes, me ? await rowsOf(me.id) : []);
}
