import { type BikeCard, cardOf } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { activeBikes } from '#src/features/bikes/active-bikes.ts';
import { failureFrom } from '#src/lib/failure.ts';

/**
 * Picks a random cached bike after a network error, avoiding recently shown ones.
 * @throws cause if it is no network error or nothing is cached
 */
export async function cachedInstead(cause: unknown, seen: readonly Id[]): Promise<BikeCard> {
  const bikes = failureFrom(cause).kind === 'network' ? await activeBikes() : [];
  const fresh = bikes.filter(({ id }) => !seen.includes(id));
  const pool = fresh.length > 0 ? fresh : bikes.filter(({ id }) => id !== seen.at(-1));
  const cached = pool[Math.floor(Math.random() * pool.length)];
  if (!cached) throw cause;
  return cardOf(cached);
}
