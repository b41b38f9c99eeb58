import { type ReactNode, startTransition, useEffectEvent, useLayoutEffect, useState } from 'react';
import { UNSAFE_createBrowserHistory as createBrowserHistory, createPath, type Path, Router } from 'react-router';

interface AddressRouterProps {
  /** What the page begins with; the browser's address when not given. */
  begin?: Path;
  children: ReactNode;
}

/**
 * Follows the browser's address. Unlike the package's own router it loses no Back or Forward of somebody who is faster
 * than the page: what came before it listened is followed as soon as it does.
 */
export function AddressRouter({ begin, children }: AddressRouterProps) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [{ action, location }, setPlace] = useState(() => ({
    action: history.action,
    location: { ...history.location, ...begin },
  }));
  const isLate = useEffectEvent(() => createPath(history.location) !== createPath(location));
  useLayoutEffect(() => {
    const follow = (place: { action: typeof action; location: typeof location }) =>
      startTransition(() => setPlace(place));
    const stop = history.listen(follow);
    if (isLate()) follow({ action: history.action, location: history.location });
    return stop;
  }, [history]);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
