import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Pixels from the end within which new messages are followed, and from the start within which earlier ones load. */
const near = 96;

interface Ends {
  first: string | undefined;
  last: string | undefined;
  /** Whether the last message is the reader's own. */
  mine: boolean;
}

/**
 * Keeps the scroll position of a list that grows at both ends: follows new messages and the height of the box at the
 * end, otherwise stays in place.
 * @param onTop called near the start of the list
 */
export function useThreadScroll(boxRef: RefObject<HTMLElement | null>, { first, last, mine }: Ends, onTop: () => void) {
  const before = useRef({ first, last: undefined as string | undefined, height: 0, atEnd: true });
  useLayoutEffect(() => {
    const element = boxRef.current;
    if (!element) return;
    const known = before.current;
    const isNew = last !== known.last;
    if (isNew && (known.atEnd || mine)) element.scrollTop = element.scrollHeight;
    else if (first !== known.first) element.scrollTop += element.scrollHeight - known.height;
    before.current = { first, last, height: element.scrollHeight, atEnd: isNew ? known.atEnd || mine : known.atEnd };
  });
  useEffect(() => {
    const element = boxRef.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight;
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [boxRef]);
  return () => {
    const element = boxRef.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    before.current.atEnd = scrollHeight - scrollTop - clientHeight < near;
    if (scrollTop < near) onTop();
  };
}
