import { atom, getDefaultStore } from 'jotai/vanilla';

const store = getDefaultStore();

/** Whether recent requests reached the server. */
export type Signal = 'unknown' | 'there' | 'none';

export const signalAtom = atom<Signal>('unknown');
const reconnectListeners = new Set<() => void>();

let failedAt = 0;

/**
 * Records a response of ours.
 * @param askedAt `performance.now()` when the request was sent; requests sent before the last failure prove nothing
 */
export function markOnline(askedAt: number): void {
  const before = store.get(signalAtom);
  if (before === 'none' && askedAt < failedAt) return;
  store.set(signalAtom, 'there');
  if (before === 'none') for (const listener of reconnectListeners) listener();
}

/** Records a request without a response of ours. */
export function markOffline(): void {
  failedAt = performance.now();
  store.set(signalAtom, 'none');
}

// True says nothing; false spares a page that opens without signal from moving when its first request fails.
if (globalThis.navigator?.onLine === false) markOffline();

/** Calls `listener` at the first response after a failure. Returns the unsubscribe function. */
export function onReconnect(listener: () => void): () => void {
  reconnectListeners.add(listener);
  return () => reconnectListeners.delete(listener);
}
