import type { Preferences } from '#contract/preferences.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { ago, dayOf } from '#src/ui/format.ts';

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The day of a message over those of that day: `Today`, `Yesterday`, `Friday, 3 Jul`. */
export function dayWords(date: Date, now: Date, { style }: Preferences): string {
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return `${weekdays[date.getDay()]}, ${dayOf(date, now, style)}`;
}

/** When the last of a conversation was: the time of today, else the day. */
export const lastWords = (date: Date, now: Date, { style, clock }: Preferences): string =>
  midnight(date) === midnight(now) ? clockTime(date, clock) : ago(date, now, style);

/** When something that has to wait is over: `today at 14:02`, `on 3 Jul at 09:00`. */
export function untilWords(date: Date, now: Date, { style, clock }: Preferences): string {
  const days = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${dayOf(date, now, style)}`;
  return `${when} at ${clockTime(date, clock)}`;
}
