import { atom, getDefaultStore } from 'jotai/vanilla';

const store = getDefaultStore();

/** Milliseconds by which the server's clock is ahead of this device's; null until a response has arrived. */
export const clockOffsetAtom = atom<number | null>(null);

/** The `Date` header has whole seconds and is some time on its way; smaller differences are none. */
const minDifferenceMs = 5_000;

/** Updates the clock offset from a response's `Date` header (RFC 9110, 6.6.1). */
export function noteServerTime(date: string | null): void {
  const offset = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(offset)) return;
  const isSame = (known: number) => Math.abs(offset - known) < minDifferenceMs;
  store.set(clockOffsetAtom, (known) => (known !== null && isSame(known) ? known : isSame(0) ? 0 : offset));
}

/** A time of this device's clock by the server's, in milliseconds since the epoch; the same until a response has arrived. */
export const onServerClock = (time: number): number => time + (store.get(clockOffsetAtom) ?? 0);

/** The server's time in milliseconds since the epoch; this device's own until a response has arrived. */
export const serverNow = (): number => onServerClock(Date.now());
