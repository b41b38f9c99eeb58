import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Pixels from the end within which somebody reads along; and from the beginning within which they want more. */
const near = 96;

interface Ends {
  first: string | undefined;
  last: string | undefined;
  /** Whether the last one is the reader's own. */
  mine: boolean;
}

/**
 * Keeps a reader's place in a list that grows at both ends: whoever reads the end goes on with it, everybody else stays
 * where they are.
 * @param onTop is called when they come near the beginning
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
  return () => {
    const element = boxRef.current;
    if (!element) return;
    const { scrollTop, scrollHeight, clientHeight } = element;
    before.current.atEnd = scrollHeight - scrollTop - clientHeight < near;
    if (scrollTop < near) onTop();
  };
}
