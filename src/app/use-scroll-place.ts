import { useEffect, useLayoutEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const prefix = 'scroll:';
const patience = 3_000;

const placeOf = (key: string) => Number(sessionStorage.getItem(prefix + key) ?? 0);

function note(key: string): void {
  try {
    sessionStorage.setItem(prefix + key, String(Math.round(scrollY)));
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
    const save = () => note(key);
    addEventListener('scrollend', save);
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scrollend', save);
      removeEventListener('pagehide', save);
    };
  }, [key]);
  // The change of the address is the event: what is read besides is read as it then stands.
  useLayoutEffect(() => {
    if (how === NavigationType.Replace || hash) return;
    if (how === NavigationType.Pop) return returnTo(placeOf(key));
    scrollTo(0, 0);
  }, [pathname, search]);
}
