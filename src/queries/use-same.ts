import { useState } from 'react';
import { same } from '#src/lib/same.ts';

/** Keeps the references of the previous value wherever the next one is equal. */
export function useSame<T>(next: T): T {
  const [previous, setPrevious] = useState({ next, value: next });
  if (Object.is(next, previous.next)) return previous.value;
  const value = same(previous.value, next);
  if (!Object.is(value, previous.value)) setPrevious({ next, value });
  return value;
}
