import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isReturn } from './is-return.ts';
import { useHydrated } from './use-hydrated.ts';

/**
 * Scrolls to the address's fragment, and returns it. The browser cannot scroll to what is not rendered yet; on a page
 * from the server it has done so, and scrolling again would move what the user has reached since.
 */
export function useNamedPart(): string {
  const { pathname, hash } = useLocation();
  const part = hash.slice(1);
  const hydrated = useHydrated();
  const reached = useRef(hydrated || isReturn() ? '' : part);
  useEffect(() => {
    if (pathname && part && part !== reached.current) document.getElementById(part)?.scrollIntoView();
    reached.current = '';
  }, [pathname, part]);
  return part;
}
