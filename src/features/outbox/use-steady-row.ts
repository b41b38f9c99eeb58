import { useLayoutEffect, useRef } from 'react';

/** Keeps the height of an item and the focus in it after it was sent, so that nothing below moves. */
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
      // Browsers drop the focus silently when the focused button is removed.
      focused.current = ref.current?.matches(':focus-within') ?? false;
    },
  };
}
