let ahead = 0;

/** Notes what time it is at the site. @param date an answer's `Date` header (RFC 9110, 6.6.1) */
export function noteServerTime(date: string | null): void {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
}

/** Milliseconds since the epoch at the site, as far as it has said; else by this device's own clock. */
export const serverNow = (): number => Date.now() + ahead;
