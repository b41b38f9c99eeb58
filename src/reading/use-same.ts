import { useRef } from 'react';
import { same } from '#src/ground/same.ts';

/** The value of this render, made of the one before wherever both say the same. */
export function useSame<T>(next: T): T {
  const before = useRef(next);
  before.current = same(before.current, next);
  return before.current;
}
