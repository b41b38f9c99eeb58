/** Hours without notifications, as `from-to` on the member's clock. */
export const quietHours = ['Off', '21-6', '21-7', '22-6', '22-7', '22-8', '23-7', '23-8', '0-8'] as const;

const day = 24 * 60;

/** Returns the first and the last hour; null for Off and for unknown values. */
export function hoursOf(choice: string): { from: number; to: number } | null {
  const [, from, to] = /^(\d\d?)-(\d\d?)$/.exec(choice) ?? [];
  return from && to ? { from: Number(from), to: Number(to) } : null;
}

/** Returns the minutes until quiet hours end; 0 outside of them. @param minute of the member's day */
export function quietMinutesLeft(choice: string, minute: number): number {
  const hours = hoursOf(choice);
  if (!hours) return 0;
  const [from, to] = [hours.from * 60, hours.to * 60];
  const length = (to - from + day) % day;
  const since = (minute - from + day) % day;
  return Math.max(0, length - since);
}
