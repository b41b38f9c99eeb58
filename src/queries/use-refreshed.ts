import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';

const staleAfterMs = 60_000;

/** The state of the request for a cached value. */
export type Refreshed = {
  refreshing: boolean;
  /** Whether the server has answered since the screen was opened. */
  fresh: boolean;
  error: ApiFailure | null;
  refresh: () => Promise<void>;
};

/**
 * Refreshes what a screen shows: when it opens, when the connection returns, and when it becomes visible again after a
 * minute.
 * @param key identifies what is shown; null sends no request
 * @param ask fetches the answer and writes it into the cache
 */
export function useRefreshed(key: string | null, ask: () => Promise<unknown>): Refreshed {
  const latest = useRef(ask);
  useLayoutEffect(() => {
    latest.current = ask;
  });
  const requestedAt = useRef(0);
  const requestedKey = useRef<string | null>(null);
  const [state, setState] = useState({ key, refreshing: key !== null, fresh: false, error: null as ApiFailure | null });
  const refresh = useCallback(async () => {
    if (key === null) return;
    requestedAt.current = Date.now();
    requestedKey.current = key;
    setState((before) => {
      if (before.key !== key) return { key, refreshing: true, fresh: false, error: null };
      return before.refreshing ? before : { ...before, refreshing: true };
    });
    const settle = (error: ApiFailure | null) => {
      requestedKey.current = null;
      startTransition(() =>
        setState((now) => (now.key === key ? { key, refreshing: false, fresh: error === null, error } : now)),
      );
    };
    try {
      await latest.current();
      settle(null);
    } catch (cause) {
      settle(failureFrom(cause));
    }
  }, [key]);
  useEffect(() => {
    // React runs effects twice in development; the request must be sent once.
    if (requestedKey.current !== key) void refresh();
    const shown = () => {
      if (document.visibilityState === 'visible' && Date.now() - requestedAt.current > staleAfterMs) void refresh();
    };
    document.addEventListener('visibilitychange', shown);
    const stop = onReconnect(() => void refresh());
    return () => {
      document.removeEventListener('visibilitychange', shown);
      stop();
    };
  }, [key, refresh]);
  const current = state.key === key ? state : { refreshing: key !== null, fresh: false, error: null };
  return { refreshing: current.refreshing, fresh: current.fresh, error: current.error, refresh };
}
