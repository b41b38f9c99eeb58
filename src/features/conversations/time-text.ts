import { t } from '#contract/texts.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import type { DisplayPreferences } from '#src/ui/display-preferences.ts';
import { ago, dayOf, midnight } from '#src/ui/format.ts';

/** Time of the last message: the time of day if it is from today, otherwise its age. */
export const lastText = (date: Date, now: Date, preferences: DisplayPreferences): string =>
  midnight(date) === midnight(now) ? clockTime(date, preferences) : ago(date, now, preferences);

/** Says when the member can start the next conversation: `… today at 14:02.`, `… on 3 Jul at 09:00.` */
export function untilText(date: Date, now: Date, preferences: DisplayPreferences): string {
  const days = Math.round((midnight(date) - midnight(now)) / 86_400_000);
  const time = clockTime(date, preferences);
  if (days === 0) return t`You can start the next one today at ${time}.`;
  if (days === 1) return t`You can start the next one tomorrow at ${time}.`;
  return t`You can start the next one on ${dayOf(date, now, preferences)} at ${time}.`;
}
