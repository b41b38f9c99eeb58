import { createValue } from './value.ts';

/** What real requests last met; `navigator.onLine` says nothing about a server that can be reached. */
export type Signal = 'unknown' | 'there' | 'none';

export const signal = createValue<Signal>('unknown');
const regained = new Set<() => void>();

/** An answer of ours arrived. */
export function noteAnswer(): void {
  const before = signal.get();
  signal.set('there');
  if (before === 'none') for (const listener of regained) listener();
}

/** A request met no answer of ours. */
export function noteSilence(): void {
  signal.set('none');
}

/** Calls `listener` at the first answer after a failure; returns how to stop. */
export function onRegained(listener: () => void): () => void {
  regained.add(listener);
  return () => regained.delete(listener);
}
