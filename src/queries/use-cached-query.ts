import { type InitialData, type InitialQuery, useInitialData } from './initial-data.ts';
import { useLive } from './live.queries.ts';
import { type Read, readOf } from './read.ts';
import { useRefreshed } from './use-refreshed.ts';
import { useSame } from './use-same.ts';

/** What this device holds of a piece: null when it holds nothing. `savedAt` in milliseconds since the epoch. */
export type Cached<T> = { data: T | null; savedAt: number | null };

type CachedQuery<T> = {
  /** What kind of piece it is; with the key it names one. */
  name: string;
  /** Changes when something else is shown; null asks the network for nothing. */
  key: string | null;
  /** Whose view it is, where it differs by member. */
  viewer?: unknown;
  /** The call that {@link CachedQuery.fetch} makes, where the page may come with its answer. */
  first?: InitialQuery<T | null> | undefined;
  /** Reads the local databases; it runs again after each change there. */
  select: () => Promise<Cached<T>>;
  /** Calls the API and writes the answer into the cache. */
  fetch: () => Promise<unknown>;
  /** Whether the network has nothing to say about it, because it is only on this device. */
  onlyHere?: (kept: Cached<T>) => boolean;
};

const keptOf = <T>(given: InitialData<T | null>): Cached<T> =>
  'data' in given ? { data: given.data, savedAt: given.keptAt } : { data: null, savedAt: null };

/**
 * What a screen reads with: it draws from this device, and asks the network to renew what is here. No screen knows
 * where its first answer came from.
 */
export function useCachedQuery<T>({
  name,
  key,
  viewer,
  first,
  select: kept,
  fetch: ask,
  onlyHere,
}: CachedQuery<T>): Read<T> {
  const came = useInitialData(first);
  const held = useLive(name, kept, [key, viewer]);
  const asks = onlyHere === undefined || (held !== undefined && !onlyHere(held));
  const network = useRefreshed(asks ? key : null, ask);
  // What came with the page stands until this device has kept it, or what is newer. It came for strangers: what a member
  // has changed stands in what is kept alone.
  const cameAt = came && 'data' in came ? (came.keptAt ?? performance.timeOrigin) : 0;
  const given = held && held.data !== null && (viewer || (held.savedAt ?? cameAt) >= cameAt) ? undefined : came;
  const failure = given && 'failure' in given ? given.failure : null;
  const shown = useSame(given ? keptOf(given) : held);
  return readOf(shown, failure ? { ...network, error: network.error ?? failure } : network);
}
