import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Scrolls to the address's fragment, and returns it. The browser could not scroll, because the page was not rendered
 * yet.
 */
export function useNamedPart(): string {
  const { pathname, hash } = useLocation();
  const part = hash.slice(1);
  useEffect(() => {
    if (pathname && part) document.getElementById(part)?.scrollIntoView();
  }, [pathname, part]);
  return part;
}
