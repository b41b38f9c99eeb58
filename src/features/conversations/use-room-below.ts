import { type RefObject, useLayoutEffect } from 'react';

/** Sets `--above` on the element to the height of the page above it, in pixels. */
export function useRoomBelow(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (element) element.style.setProperty('--above', `${element.getBoundingClientRect().top + scrollY}px`);
    };
    measure();
    // Content inserted above changes the height of the page.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [ref]);
}
