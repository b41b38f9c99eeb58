let offsetMs = 0;

/** Updates the clock offset from a response's `Date` header (RFC 9110, 6.6.1). */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) offsetMs = time - Date.now();
}

/** The server's time in milliseconds since the epoch; this device's own until a response has arrived. */
export const serverNow = (): number => Date.now() + offsetMs;
