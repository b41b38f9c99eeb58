import { clockTime } from '#src/ui/clock-time.ts';
import type { DisplayPreferences } from '#src/ui/display-preferences.ts';
import { ago, dayOf } from '#src/ui/format.ts';

const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Heading of a day: `Today`, `Yesterday`, `Friday, 3 Jul`. */
export function dayText(date: Date, now: Date, preferences: DisplayPreferences): string {
  const { writing } = preferences;
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return writing ? writing.ago(0, 'day', true) : 'Today';
  if (days === 1) return writing ? writing.ago(1, 'day', true) : 'Yesterday';
  return `${writing ? writing.weekday(date) : weekdays[date.getDay()]}, ${dayOf(date, now, preferences)}`;
}

/** Time of the last message: the time of day if it is from today, otherwise its age. */
export const lastText = (date: Date, now: Date, preferences: DisplayPreferences): string =>
  midnight(date) === midnight(now) ? clockTime(date, preferences) : ago(date, now, preferences);

/** When a restriction ends: `today at 14:02`, `on 3 Jul at 09:00`. */
export function untilText(date: Date, now: Date, preferences: DisplayPreferences): string {
  const days = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  const when = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `on ${dayOf(date, now, preferences)}`;
  return `${when} at ${clockTime(date, preferences)}`;
}
