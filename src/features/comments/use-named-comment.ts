import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import * as v from 'valibot';
import { Id } from '#contract/id-schema.ts';
import { useHydrated } from '#src/ui/use-hydrated.ts';

/** Id of the comment in the URL's fragment. Null until hydration, because the server never sees the fragment. */
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
 * Scrolls to an element and focuses it once it exists, if the URL's fragment names it.
 * @param id id of the element
 */
export function useGoTo(id: string): void {
  const { key, hash } = useLocation();
  const named = hash === `#${id}`;
  // Following the same link again scrolls again.
  useEffect(() => {
    const element = named ? document.getElementById(id) : null;
    if (!element) return;
    element.scrollIntoView();
    takeFocus(element);
  }, [named, id, key]);
}

/**
 * Keeps the focus in place where the pressed button is gone: on a comment that its mark has moved to the other list, or
 * on the neighbor of one that was removed.
 * @param last id of the element to focus where none is left
 * @param shown changes with the listed comments
 * @returns notes which comment is about to move or go
 */
export function useKeepPlace(last: string, shown: string): (commentId: Id) => void {
  const noted = useRef<{ id: string; neighbor: Element | null } | null>(null);
  useEffect(() => {
    if (!noted.current) return;
    const { id, neighbor } = noted.current;
    noted.current = null;
    const element = document.getElementById(id) ?? neighbor ?? document.getElementById(last);
    if (element instanceof HTMLElement && document.activeElement === document.body) takeFocus(element);
  }, [last, shown]);
  return (commentId) => {
    const id = `c-${commentId}`;
    const element = document.getElementById(id);
    noted.current = { id, neighbor: element?.nextElementSibling ?? element?.previousElementSibling ?? null };
  };
}

/**
 * Focuses the last item when the button that loaded the end of the list disappears.
 * @param hasMore whether the button is there
 */
export function useKeepFocus(hasMore: boolean, last: Id | undefined): void {
  const before = useRef(hasMore);
  useEffect(() => {
    const ended = before.current && !hasMore;
    before.current = hasMore;
    const element = document.getElementById(`c-${last}`);
    if (ended && element && document.activeElement === document.body) takeFocus(element);
  }, [hasMore, last]);
}
