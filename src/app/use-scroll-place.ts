import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

const prefix = 'scroll:';
const patience = 10_000;

/** How far a page is scrolled, and the card that is in the middle of the window, by its link and where it begins there. */
type Place = { top: number; path?: string; at?: number };

/** A page that was typed or followed from elsewhere begins at its top; a reloaded one does not. */
function isReturn(): boolean {
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return arrival?.type === 'reload' || arrival?.type === 'back_forward';
}

const linkOf = (card: Element | null | undefined) => card?.querySelector<HTMLAnchorElement>('a.over-card');

function placeNow(): Place {
  const top = scrollY;
  // A point may be between two cards.
  for (const part of [2, 3, 4]) {
    const card = document.elementFromPoint(innerWidth / 3, innerHeight / part)?.closest('article');
    const path = linkOf(card)?.pathname;
    if (card && path) return { top, path, at: card.getBoundingClientRect().top };
  }
  return { top };
}

function placeOf(key: string, address: string): Place {
  try {
    const place: unknown = JSON.parse(sessionStorage.getItem(prefix + key + address) ?? '0');
    // An older build noted the number alone.
    return typeof place === 'number' ? { top: place } : (place as Place);
  } catch {
    return { top: 0 };
  }
}

function note(key: string, address: string, place: Place): void {
  try {
    sessionStorage.setItem(prefix + key + address, JSON.stringify(place));
  } catch {
    // Without storage, Back begins at the top.
  }
}

/**
 * Goes back to a place as soon as its card is there, or the page is long enough, unless somebody scrolls first. By its
 * pixels alone a card is found no more when the list has grown, or was estimated. Returns how to stop.
 */
function returnTo({ top, path, at = 0 }: Place): () => void {
  const gestures = ['wheel', 'touchstart', 'pointerdown', 'keydown'];
  const { style } = document.documentElement;
  const stop = () => {
    style.removeProperty('overflow-anchor');
    observer.disconnect();
    clearTimeout(timer);
    for (const gesture of gestures) removeEventListener(gesture, stop);
  };
  const move = () => {
    // A bike may stand in several lists of a page.
    const [nearest] = [...document.querySelectorAll('article')]
      .filter((card) => linkOf(card)?.pathname === path)
      .map((card) => scrollY + card.getBoundingClientRect().top - at)
      .sort((a, b) => Math.abs(a - top) - Math.abs(b - top));
    const to = (path && nearest) || top;
    scrollTo(0, to);
    if (to === nearest || (!path && Math.abs(scrollY - top) < 2)) stop();
  };
  // Else the browser holds on to what is below a list that is still growing.
  style.setProperty('overflow-anchor', 'none');
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
    let place: Place | null = null;
    const look = () => {
      place = placeNow();
    };
    const save = () => {
      if (place) note(key, pathname + search, place);
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
