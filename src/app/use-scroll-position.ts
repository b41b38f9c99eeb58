import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { isReturn } from '#src/ui/is-return.ts';
import { whileSettling } from '#src/ui/while-settling.ts';

const prefix = 'scroll:';
const timeoutMs = 10_000;

let isReturning = false;

/** Scroll position, and the card in the middle of the window: its link and its top edge. */
type ScrollPosition = { top: number; path?: string; at?: number };

const linkOf = (card: Element | null | undefined) => card?.querySelector<HTMLAnchorElement>('a.over-card');

function currentPosition(): ScrollPosition {
  const top = scrollY;
  // A point may lie between two cards.
  for (const part of [2, 3, 4]) {
    const card = document.elementFromPoint(innerWidth / 3, innerHeight / part)?.closest('article');
    const path = linkOf(card)?.pathname;
    if (card && path) return { top, path, at: card.getBoundingClientRect().top };
  }
  return { top };
}

function storedPosition(key: string, address: string): ScrollPosition {
  try {
    const position: unknown = JSON.parse(sessionStorage.getItem(prefix + key + address) ?? '0');
    // An older build stored only the number.
    return typeof position === 'number' ? { top: position } : (position as ScrollPosition);
  } catch {
    return { top: 0 };
  }
}

function savePosition(key: string, address: string, position: ScrollPosition): void {
  try {
    sessionStorage.setItem(prefix + key + address, JSON.stringify(position));
  } catch {
    // Without storage, Back goes to the top.
  }
}

/**
 * Scrolls to a position once its card exists or the page is long enough, unless the user scrolls first. The pixel position
 * alone misses the card if the list has grown or its height was estimated. Returns the function that stops it.
 */
function returnTo({ top, path, at = 0 }: ScrollPosition): () => void {
  const { style } = document.documentElement;
  const move = () => {
    // A bike may be in several lists of a page.
    const [nearest] = [...document.querySelectorAll('article')]
      .filter((card) => linkOf(card)?.pathname === path)
      .map((card) => scrollY + card.getBoundingClientRect().top - at)
      .sort((a, b) => Math.abs(a - top) - Math.abs(b - top));
    const to = (path && nearest) || top;
    scrollTo(0, to);
    return to === nearest || (!path && Math.abs(scrollY - top) < 2);
  };
  isReturning = true;
  // Scroll anchoring would hold on to what is below a list that still grows.
  style.setProperty('overflow-anchor', 'none');
  return whileSettling(move, timeoutMs, () => {
    isReturning = false;
    style.removeProperty('overflow-anchor');
  });
}

/** Restores the scroll position on Back; other navigations go to the top or to the address's fragment. */
export function useScrollPosition(): void {
  const { key, pathname, search, hash } = useLocation();
  const how = useNavigationType();
  const arrived = useRef(false);
  useEffect(() => {
    history.scrollRestoration = 'manual';
  }, []);
  useLayoutEffect(() => {
    // The page may change its layout while it unmounts, so the position of the last scroll or click counts.
    let position: ScrollPosition | null = null;
    const notePosition = () => {
      // Before its card exists, the page is at the end of what it has; a reload then still has to find the card.
      if (!isReturning) position = currentPosition();
    };
    const save = () => {
      if (position) savePosition(key, pathname + search, position);
    };
    addEventListener('scroll', notePosition, { passive: true });
    // Rows above may have taken their real height since the last scroll.
    addEventListener('click', notePosition, { capture: true });
    addEventListener('scrollend', save);
    addEventListener('pagehide', save);
    return () => {
      // Some browsers have no `scrollend`, or it has not fired yet.
      save();
      removeEventListener('scroll', notePosition);
      removeEventListener('click', notePosition, { capture: true });
      removeEventListener('scrollend', save);
      removeEventListener('pagehide', save);
    };
  }, [key, pathname, search]);
  // Only a change of address triggers this; the other values are read at that moment.
  const arrive = useEffectEvent((address: string) => {
    const arriving = !arrived.current;
    arrived.current = true;
    if (how === NavigationType.Replace || hash) return;
    const returns = arriving ? isReturn() : how === NavigationType.Pop;
    document.documentElement.toggleAttribute('data-returned', returns);
    if (returns) return returnTo(storedPosition(key, address));
    if (arriving) return;
    scrollTo(0, 0);
  });
  useLayoutEffect(() => arrive(pathname + search), [pathname, search]);
}
