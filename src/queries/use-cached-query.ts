import { onServerClock } from '#src/lib/server-time.ts';
import { type InitialData, type InitialQuery, useInitialData } from './initial-data.ts';
import { useLive } from './live.queries.ts';
import { type Read, readOf } from './read.ts';
import { useRefreshed } from './use-refreshed.ts';
import { useSame } from './use-same.ts';

/** A cached value: null when nothing is cached. `savedAt` in milliseconds since the epoch. */
export type Cached<T> = { data: T | null; savedAt: number | null };

/** A value, and the cached row that says when it was saved. */
export const withSavedAt = <T>(data: T | null | undefined, row?: { savedAt: number } | null): Cached<T> => ({
  data: data ?? null,
  savedAt: row?.savedAt ?? null,
});

type CachedQuery<T> = {
  /** Unique name of the query and of what it shows. */
  name: string;
  /** Identifies the request; null sends none. */
  key: string | null;
  /** The viewer, where the data differs by viewer. */
  viewer?: unknown;
  /** The request that {@link CachedQuery.fetch} sends, if its answer may come with the page. */
  first?: InitialQuery<T | null> | undefined;
  /** Reads the local databases. Runs again after each change there. */
  select: () => Promise<Cached<T>>;
  /** Fetches the answer and writes it into the cache. */
  fetch: () => Promise<unknown>;
  /** Whether the cached value is enough, so that no request is sent. */
  isEnough?: ((cached: Cached<T>) => boolean | undefined) | undefined;
};

const toCached = <T>(initial: InitialData<T | null>): Cached<T> =>
  'data' in initial
    ? { data: initial.data, savedAt: initial.cachedAt && onServerClock(initial.cachedAt) }
    : { data: null, savedAt: null };

/**
 * Reads a value from the cache and refreshes it from the server. Screens do not see where the first answer came from.
 */
export function useCachedQuery<T>({ name, key, viewer, first, select, fetch, isEnough }: CachedQuery<T>): Read<T> {
  const initial = useInitialData(first);
  const cached = useLive(name, select, [name, viewer]);
  const needsFetch = !isEnough || (cached !== undefined && !isEnough(cached));
  const network = useRefreshed(needsFetch ? key : null, fetch);
  // Initial data is shown until the cache has it or something newer. It was rendered for visitors: what a member has
  // changed is only in the cache.
  const initialAt = initial && 'data' in initial ? onServerClock(initial.cachedAt ?? performance.timeOrigin) : 0;
  const shownInitial =
    cached && cached.data !== null && (viewer || (cached.savedAt ?? initialAt) >= initialAt) ? undefined : initial;
  const failure = shownInitial && 'failure' in shownInitial ? shownInitial.failure : null;
  const shown = useSame(shownInitial ? toCached(shownInitial) : cached);
  return readOf(shown, failure ? { ...network, error: network.error ?? failure } : network);
}
