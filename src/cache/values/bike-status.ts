import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached, CacheReader } from '#src/cache/cached.ts';

/** The status that a queued mutation gives a bike, by bike id. Cached statuses are stored with the bikes. */
export const queuedStatus: Cached<BikeStatus | null, Id> = {
  read: async () => null,
  empty: () => null,
  change: async () => undefined,
};

/** The public bikes, without those that a queued mutation hides or removes. */
export async function listedIn<T extends Pick<BikeCard, 'id' | 'status'>>(
  view: Pick<CacheReader, 'get'> | null,
  bikes: readonly T[],
): Promise<T[]> {
  const statuses = await Promise.all(bikes.map(({ id }) => view?.get(queuedStatus, id) ?? null));
  return bikes
    .map((bike, at) => ({ ...bike, status: statuses[at] ?? bike.status }))
    .filter(({ status }) => status === 'Active');
}
