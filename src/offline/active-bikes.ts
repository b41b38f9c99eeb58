import { withoutBlocked } from './blocked.ts';
import { keptBikes } from './cache/bikes.ts';
import { rowsOf } from './outbox.ts';
import { memberHere } from './vault.ts';
import { overlayListed, type ShownBike } from './writes/bike-overlay.ts';

/**
 * The kept bikes that everybody finds. What its owner is about to take away is found by nobody here; those of somebody
 * blocked not by who has blocked them.
 */
export async function activeBikes(): Promise<ShownBike[]> {
  const me = await memberHere();
  const rows = me ? await rowsOf(me.id) : [];
  const bikes = (await keptBikes()).map(({ bike }) => bike);
  return overlayListed(await withoutBlocked(bikes, me?.id), rows);
}
