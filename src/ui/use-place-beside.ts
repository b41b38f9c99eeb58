import { type RefObject, useLayoutEffect } from 'react';

/** Pixels between the two, and to the edges of the viewport. */
const gap = 8;

/** Places a dialog under an element, or above it where there is no room below. On a phone its style sheet places it. */
export function usePlaceBeside(ref: RefObject<HTMLElement | null>, beside: Element | null | undefined): void {
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !beside) return;
    const place = () => {
      // It stays where it was when the element has left the page.
      if (!beside.isConnected) return;
      if (!matchMedia('(min-width: 768px)').matches) return dialog.style.removeProperty('inset');
      const { top, bottom, right } = beside.getBoundingClientRect();
      const { offsetWidth, offsetHeight } = dialog;
      const left = Math.max(gap, Math.min(right, innerWidth - gap) - offsetWidth);
      const above = Math.max(gap, top - gap - offsetHeight);
      const fits = bottom + gap + offsetHeight <= innerHeight - gap;
      dialog.style.inset = `${fits ? bottom + gap : above}px auto auto ${left}px`;
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
  }, [ref, beside]);
}
