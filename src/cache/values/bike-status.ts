import type { BikeStatus } from '#contract/bike-options.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/outbox/cached.ts';
import type { OptimisticView } from '#src/outbox/optimistic.ts';

/** What a queued mutation makes of a bike's status, by its id. In the cache the status stands with each bike. */
export const queuedStatus: Cached<BikeStatus | null, Id> = {
  read: async () => null,
  empty: () => null,
  change: async () => undefined,
};

/** The bikes that everybody finds, without those that their owner is about to take away on this device. */
export async function listedIn<T extends Pick<BikeCard, 'id' | 'status'>>(
  view: Pick<OptimisticView, 'get'> | null,
  bikes: readonly T[],
): Promise<T[]> {
  const statuses = await Promise.all(bikes.map(({ id }) => view?.get(queuedStatus, id) ?? null));
  return bikes
    .map((bike, at) => ({ ...bike, status: statuses[at] ?? bike.status }))
    .filter(({ status }) => status === 'Active');
}
