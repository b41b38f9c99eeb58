import { useLayoutEffect, useRef } from 'react';

/**
 * Keeps a row as high as it was when its thing has been sent, and the focus in it, so that nothing below it moves and
 * nobody loses their place.
 */
export function useSteadyRow(sent: boolean, editing: boolean) {
  const ref = useRef<HTMLLIElement>(null);
  const height = useRef(0);
  const focused = useRef(false);
  useLayoutEffect(() => {
    const row = ref.current;
    if (!row) return;
    if (!sent && !editing) height.current = row.getBoundingClientRect().height;
    row.style.minBlockSize = sent ? `${height.current}px` : '';
    if (sent && focused.current && !row.contains(document.activeElement)) row.focus({ preventScroll: true });
  });
  return {
    ref,
    tabIndex: sent ? -1 : undefined,
    onFocus: () => {
      focused.current = true;
    },
    onBlur: () => {
      // A button that is taken away takes the focus along without a word of who gets it.
      focused.current = ref.current?.matches(':focus-within') ?? false;
    },
  };
}
