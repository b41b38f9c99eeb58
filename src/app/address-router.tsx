import { type ReactNode, startTransition, useEffectEvent, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type Path, Router } from 'react-router';
import { languagePath } from '#contract/texts.ts';

interface AddressRouterProps {
  /** The location of the first render; the browser's address by default. */
  begin?: Path & { key?: string };
  children: ReactNode;
}

/**
 * Follows the browser's address. Unlike the package's `BrowserRouter` it misses no Back or Forward that came before it
 * listened: it catches up when it begins to listen.
 */
export function AddressRouter({ begin, children }: AddressRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setCurrent] = useState(() => ({
    action: history.action,
    location: { ...history.location, ...begin },
  }));
  const isLate = useEffectEvent(() => createPath(history.location) !== createPath(location));
  useLayoutEffect(() => {
    const follow = (next: { action: typeof action; location: typeof location }) =>
      startTransition(() => setCurrent(next));
    const stop = history.listen(follow);
    if (isLate()) follow({ action: history.action, location: history.location });
    return stop;
  }, [history]);
  return (
    <Router basename={languagePath || '/'} location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
