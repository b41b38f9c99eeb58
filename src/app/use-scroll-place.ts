import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const prefix = 'scroll:';
/** The router's key for a page that it has not navigated to itself. */
const firstKey = 'default';
const patience = 3_000;

/** A page that was typed or followed from elsewhere is new, though its address and the browser's tab are not. */
function isReturn(key: string): boolean {
  if (key !== firstKey) return true;
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}

function placeOf(key: string, address: string): number {
  try {
    return isReturn(key) ? Number(sessionStorage.getItem(prefix + key + address) ?? 0) : 0;
  } catch {
    return 0;
  }
}

function note(key: string, address: string): void {
  try {
    sessionStorage.setItem(prefix + key + address, String(Math.round(scrollY)));
  } catch {
    // Without storage, Back begins at the top.
  }
}

/** Goes back to a place as soon as the page is long enough for it, unless somebody scrolls first. Returns how to stop. */
function returnTo(top: number): () => void {
  const gestures = ['wheel', 'touchstart', 'keydown'];
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) removeEventListener(gesture, stop);
  };
  const move = () => {
    scrollTo(0, top);
    if (Math.abs(scrollY - top) < 2) stop();
  };
  const observer = new ResizeObserver(move);
  const timer = setTimeout(stop, patience);
  for (const gesture of gestures) addEventListener(gesture, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}

/** A new page begins at its top, or at the element that its address names; Back returns to where it was left. */
export function useScrollPlace(): void {
  const { key, pathname, search, hash } = useLocation();
  const how = useNavigationType();
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    const save = () => note(key, pathname + search);
    addEventListener('scrollend', save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scrollend', save);
      removeEventListener('pagehide', save);
    };
  }, [key, pathname, search]);
  // The change of the address is the event: what is read besides is read as it then stands.
  useLayoutEffect(() => {
    if (how === NavigationType.Replace || hash) return;
    if (how === NavigationType.Pop) return returnTo(placeOf(key, pathname + search));
    scrollTo(0, 0);
  }, [pathname, search]);
}
