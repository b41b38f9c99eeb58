import { t } from '#contract/texts.ts';
import type { DisplayPreferences } from './display-preferences.ts';
import { dayOf, midnight } from './format.ts';

const weekdays = [t`Sunday`, t`Monday`, t`Tuesday`, t`Wednesday`, t`Thursday`, t`Friday`, t`Saturday`];

/** Name of a day of the week, in local time. */
export const weekdayOf = (date: Date, { writing }: Pick<DisplayPreferences, 'writing'>): string =>
  writing ? writing.weekday(date) : (weekdays[date.getDay()] ?? '');

/** Heading of a day: `Today`, `Yesterday`, `Friday, 3 Jul`. */
export function dayText(date: Date, now: Date, preferences: DisplayPreferences): string {
  const { writing } = preferences;
  const days = Math.round((midnight(now) - midnight(date)) / 86_400_000);
  if (days === 0) return writing ? writing.ago(0, 'day', true) : t`Today`;
  if (days === 1) return writing ? writing.ago(1, 'day', true) : t`Yesterday`;
  // For translators: a weekday and a date.
  return t`${weekdayOf(date, preferences)}, ${dayOf(date, now, preferences)}`;
}
