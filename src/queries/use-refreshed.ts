import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';

const staleAfter = 60_000;

/** How the network stands to a piece of the cache. */
export type Refreshed = {
  refreshing: boolean;
  /** Whether the network has answered since the screen was opened. */
  fresh: boolean;
  error: ApiFailure | null;
  refresh: () => Promise<void>;
};

/**
 * Asks the network to renew what a screen shows: when it opens, when signal returns, and when it becomes visible again
 * after a minute.
 * @param key changes when something else is shown; null asks for nothing
 * @param ask calls the API and writes the answer into the cache
 */
export function useRefreshed(key: string | null, ask: () => Promise<unknown>): Refreshed {
  const latest = useRef(ask);
  useLayoutEffect(() => {
    latest.current = ask;
  });
  const asked = useRef(0);
  const asking = useRef<string | null>(null);
  const [state, setState] = useState({ key, refreshing: key !== null, fresh: false, error: null as ApiFailure | null });
  const refresh = useCallback(async () => {
    if (key === null) return;
    asked.current = Date.now();
    asking.current = key;
    setState((before) => ({ ...(before.key === key ? before : { key, fresh: false, error: null }), refreshing: true }));
    const settle = (error: ApiFailure | null) => {
      asking.current = null;
      setState((now) => (now.key === key ? { key, refreshing: false, fresh: error === null, error } : now));
    };
    try {
      await latest.current();
      settle(null);
    } catch (cause) {
      settle(failureFrom(cause));
    }
  }, [key]);
  useEffect(() => {
    // Development runs an effect twice; what comes with the page is there once.
    if (asking.current !== key) void refresh();
    const shown = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked.current > staleAfter) void refresh();
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
