import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between the two, and to the edges of the viewport. */
const gap = 8;
/** It covers the element rather than be lower than this. */
const minHeight = 240;

/** Places a dialog under an element, or above it where there is more room. On a phone its style sheet places it. */
export function useAnchoredPosition(ref: RefObject<HTMLElement | null>, anchor: Element | null | undefined): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !anchor) return;
    const place = () => {
      // It stays where it was when the element has left the page.
      if (!anchor.isConnected) return;
      const { style } = dialog;
      style.inset = style.maxBlockSize = '';
      if (!matchMedia('(min-width: 768px)').matches) return;
      const { top, bottom, right } = anchor.getBoundingClientRect();
      const { offsetWidth, offsetHeight } = dialog;
      const left = Math.max(gap, Math.min(right, innerWidth - gap) - offsetWidth);
      const above = top - 2 * gap;
      const below = innerHeight - bottom - 2 * gap;
      const isBelow = offsetHeight <= below || below >= above;
      style.maxBlockSize = `${Math.max(minHeight, isBelow ? below : above)}px`;
      const from = isBelow
        ? Math.min(bottom + gap, innerHeight - gap - dialog.offsetHeight)
        : top - gap - dialog.offsetHeight;
      style.inset = `${Math.max(gap, from)}px auto auto ${left}px`;
    };
    place();
    const size = new ResizeObserver(place);
    size.observe(dialog);
    addEventListener('resize', place);
    addEventListener('scroll', place, { passive: true });
    return () => {
      size.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place);
    };
  }, [ref, anchor]);
}
