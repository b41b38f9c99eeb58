import { createValue } from './value.ts';

/** What real requests last met; `navigator.onLine` says nothing about a server that can be reached. */
export type Signal = 'unknown' | 'there' | 'none';

export const signal = createValue<Signal>('unknown');
const regained = new Set<() => void>();

let silentAt = 0;

/**
 * An answer of ours arrived.
 * @param askedAt when it was asked for, as `performance.now()` told: what was asked before the signal went says nothing
 */
export function noteAnswer(askedAt: number): void {
  const before = signal.get();
  if (before === 'none' && askedAt < silentAt) return;
  signal.set('there');
  if (before === 'none') for (const listener of regained) listener();
}

/** A request met no answer of ours. */
export function noteSilence(): void {
  silentAt = performance.now();
  signal.set('none');
}

/** Calls `listener` at the first answer after a failure; returns how to stop. */
export function onReconnect(listener: () => void): () => void {
  regained.add(listener);
  return () => regained.delete(listener);
}
