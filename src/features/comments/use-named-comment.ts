import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/ids.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';

/** The comment that the address names. Where the page is drawn nobody knows what follows the hash. */
export function useNamedComment(): Id | null {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const id = hash.replace(/^#c-/, '');
  return hydrated && hash !== id && v.is(Id, id) ? id : null;
}

function takeFocus(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/**
 * Goes to an element as soon as it is there, where the address names it: it is seen, and the keyboard goes on from it.
 * @param id of the element
 */
export function useGoTo(id: string): void {
  const { key, hash } = useLocation();
  const named = hash === `#${id}`;
  // Following the same link once more goes there once more.
  useEffect(() => {
    const element = named ? document.getElementById(id) : null;
    if (!element) return;
    element.scrollIntoView();
    takeFocus(element);
  }, [named, id, key]);
}

/** Where the button was that brought the last of a list, the keyboard goes on from that. @param hasMore whether it is there */
export function useKeepPlace(hasMore: boolean, last: Id | undefined): void {
  const before = useRef(hasMore);
  useEffect(() => {
    const ended = before.current && !hasMore;
    before.current = hasMore;
    const element = document.getElementById(`c-${last}`);
    if (ended && element && document.activeElement === document.body) takeFocus(element);
  }, [hasMore, last]);
}
