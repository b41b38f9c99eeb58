import type { ApiFailure } from '#src/lib/failure.ts';
import type { Cached } from './use-cached-query.ts';
import type { Refreshed } from './use-refreshed.ts';

/**
 * `loading`: nothing is cached, a request is running. `ready`: there is data. `missing`: nothing is cached, and there
 * is no connection. `gone`: the server says that it does not exist. `failed`: the server returned an error.
 */
type ReadState = 'loading' | 'ready' | 'missing' | 'gone' | 'failed';

/** The data and status that a screen renders. */
export type Read<T> = {
  state: ReadState;
  /** Null unless the state is `ready`. */
  data: T | null;
  /** When the data was cached, in milliseconds since the epoch; null when there is none. */
  savedAt: number | null;
  /** Whether the data is a cached copy because the server did not answer; show its age. */
  savedCopy: boolean;
  refreshing: boolean;
  refresh: () => Promise<void>;
  error: ApiFailure | null;
};

/**
 * Combines the cached value with the state of the request.
 * @param cached undefined while the cache is being read
 */
export function readOf<T>(cached: Cached<T> | undefined, network: Refreshed): Read<T> {
  const { refreshing, refresh, error, fresh } = network;
  const rest = { savedAt: cached?.savedAt ?? null, refreshing, refresh, error, savedCopy: false };
  if (cached === undefined) return { ...rest, state: 'loading', data: null };
  const gone = error?.isGone ?? false;
  if (cached.data !== null && !gone) {
    return { ...rest, state: 'ready', data: cached.data, savedCopy: !fresh && error !== null };
  }
  if (gone) return { ...rest, state: 'gone', data: null };
  if (error) return { ...rest, state: error.kind === 'network' ? 'missing' : 'failed', data: null };
  // The answer is there, but the live query has not run yet.
  return { ...rest, state: 'loading', data: null };
}
