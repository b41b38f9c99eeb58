import type { Id } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { cachedBikes } from '#src/cache/values/bikes.ts';
import { conversations } from '#src/cache/values/correspondence.ts';
import type { CacheReader } from './cached.ts';

/** Finds a person in the conversations or among the owners of cached bikes. */
export async function knownPerson(view: CacheReader, otherId: Id): Promise<Person | undefined> {
  const known = (await view.read(conversations, 'all')).find((one) => one.with.id === otherId);
  return known?.with ?? (await cachedBikes()).find(({ bike }) => bike.owner.id === otherId)?.bike.owner;
}
