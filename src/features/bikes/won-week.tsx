import { t } from '#contract/texts.ts';
import { beginOf, numberOf } from '#contract/week-dates.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { weekDays } from '#src/ui/format.ts';

/** Week in words: `Week 27, 29 Jun to 5 Jul`. */
export function WonWeek({ week }: { week: string }) {
  const preferences = useDisplayPreferences();
  return <time dateTime={week}>{t`Week ${numberOf(week)}, ${weekDays(beginOf(week), preferences)}`}</time>;
}
