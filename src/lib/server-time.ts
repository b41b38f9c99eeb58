import { atom, getDefaultStore } from 'jotai/vanilla';

const store = getDefaultStore();

/** Milliseconds by which the server's clock is ahead of this device's; null until a response has arrived. */
export const clockOffsetAtom = atom<number | null>(null);

/** The `Date` header has whole seconds and is some time on its way; smaller differences are no change. */
const minChangeMs = 2_000;

/** Updates the clock offset from a response's `Date` header (RFC 9110, 6.6.1). */
export function noteServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  const known = store.get(clockOffsetAtom);
  if (Number.isNaN(offset) || (known !== null && Math.abs(offset - known) < minChangeMs)) return;
  store.set(clockOffsetAtom, offset);
}

/** The server's time in milliseconds since the epoch; this device's own until a response has arrived. */
export const serverNow = (): number => Date.now() + (store.get(clockOffsetAtom) ?? 0);

/** Resolves when the server's time is known. */
export const serverTimeKnown = (): Promise<void> =>
  new Promise((resolve) => {
    if (store.get(clockOffsetAtom) !== null) return resolve();
    const stop = store.sub(clockOffsetAtom, () => {
      stop();
      resolve();
    });
  });
