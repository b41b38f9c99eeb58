import { useState } from 'react';
import { same } from '#src/lib/same.ts';

/** The value of this render, made of the one before wherever both say the same. */
export function useSame<T>(next: T): T {
  const [kept, setKept] = useState({ next, value: next });
  if (Object.is(next, kept.next)) return kept.value;
  const value = same(kept.value, next);
  if (!Object.is(value, kept.value)) setKept({ next, value });
  return value;
}
