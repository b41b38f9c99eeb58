import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const prefix = 'scroll:';
const patience = 3_000;

/** A page that was typed or followed from elsewhere begins at its top; a reloaded one does not. */
function isReturn(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}

function placeOf(key: string, address: string): number {
  try {
    return Number(sessionStorage.getItem(prefix + key + address) ?? 0);
  } catch {
    return 0;
  }
}

function note(key: string, address: string, top: number): void {
  try {
    sessionStorage.setItem(prefix + key + address, String(Math.round(top)));
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
  const arrived = useRef(false);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    // A page that is being left may lay itself out once more: it was left where it was scrolled last.
    let top: number | null = null;
    const look = () => {
      top = scrollY;
    };
    const save = () => {
      if (top !== null) note(key, pathname + search, top);
    };
    addEventListener('scroll', look, { passive: true });
    addEventListener('scrollend', save);
    addEventListener('pagehide', save);
    return () => {
      // Where no browser tells of the end of a scroll, or it has not come yet.
      save();
      removeEventListener('scroll', look);
      removeEventListener('scrollend', save);
      removeEventListener('pagehide', save);
    };
  }, [key, pathname, search]);
  // The change of the address is the event: what is read besides is read as it then stands.
  const arrive = useEffectEvent((address: string) => {
    const arriving = !arrived.current;
    arrived.current = true;
    if (how === NavigationType.Replace || hash) return;
    const returns = arriving ? isReturn() : how === NavigationType.Pop;
    document.documentElement.toggleAttribute('data-returned', returns);
    if (returns) return returnTo(placeOf(key, address));
    if (arriving) return;
    scrollTo(0, 0);
  });
  useLayoutEffect(() => arrive(pathname + search), [pathname, search]);
}
