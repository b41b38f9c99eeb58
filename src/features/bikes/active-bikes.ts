import type { Bike } from '#contract/bike-whole.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { cachedBikes } from '#src/cache/values/bikes.ts';
import { withoutBlocked } from '#src/features/blocks/blocked.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { memberHere } from '#src/storage/user-db.ts';

/** The cached public bikes, without those of blocked members and without those whose removal is queued. */
export async function activeBikes(): Promise<Bike[]> {
  const me = await memberHere();
  const view = me ? await optimisticView(me.id) : null;
  const bikes = (await cachedBikes()).map(({ bike }) => bike);
  return listedIn(view, await withoutBlocked(bikes, me?.id));
}
