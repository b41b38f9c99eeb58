import { type RefObject, useLayoutEffect } from 'react';

/** Lets an element know, as `--above` in its style, how many pixels of the page stand over it. */
export function useRoomBelow(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const measure = () => {
      const element = ref.current;
      if (element) element.style.setProperty('--above', `${element.getBoundingClientRect().top + scrollY}px`);
    };
    measure();
    // What comes to stand over it makes the page longer.
    const watch = new ResizeObserver(measure);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, [ref]);
}
