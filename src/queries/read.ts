import type { ApiFailure } from '#src/lib/failure.ts';
import type { Cached } from './use-cached-query.ts';
import type { Refreshed } from './use-refreshed.ts';

/**
 * `loading`: nothing here yet, the network is asked. `ready`: there is something to show. `missing`: not on this
 * device, and no signal. `gone`: the site says that it is not there. `failed`: the site could not answer.
 */
type ReadState = 'loading' | 'ready' | 'missing' | 'gone' | 'failed';

/** What a screen draws from. */
export type Read<T> = {
  state: ReadState;
  /** Null unless the state is `ready`. */
  data: T | null;
  /** When the copy was saved, milliseconds since the epoch; null when there is none. */
  savedAt: number | null;
  /** What is shown is a saved copy, because the network did not answer: say how old it is. */
  savedCopy: boolean;
  refreshing: boolean;
  refresh: () => Promise<void>;
  error: ApiFailure | null;
};

/**
 * Joins what is kept with how the network stands.
 * @param kept undefined while the cache is being read
 */
export function readOf<T>(kept: Cached<T> | undefined, network: Refreshed): Read<T> {
  const { refreshing, refresh, error, fresh } = network;
  const rest = { savedAt: kept?.savedAt ?? null, refreshing, refresh, error, savedCopy: false };
  if (kept === undefined) return { ...rest, state: 'loading', data: null };
  const gone = error?.isGone ?? false;
  if (kept.data !== null && !gone) {
    return { ...rest, state: 'ready', data: kept.data, savedCopy: !fresh && error !== null };
  }
  if (gone) return { ...rest, state: 'gone', data: null };
  if (error) return { ...rest, state: error.kind === 'network' ? 'missing' : 'failed', data: null };
  // Answered, but the cache has not told us yet.
  return { ...rest, state: 'loading', data: null };
}
