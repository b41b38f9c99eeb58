import { maxNewBikes } from '#contract/list-sizes.ts';
import { many, t } from '#contract/texts.ts';
import { clockTime } from '#src/ui/clock-time.ts';
import { weekdayOf } from '#src/ui/day-text.ts';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { dayOf, midnight } from '#src/ui/format.ts';
import { useNow } from '#src/ui/use-now.ts';

const day = 86_400_000;

/** A moment inside a sentence: `14:05`, `yesterday`, `Tuesday`, `4 Mar`. */
function momentText(date: Date, now: Date, preferences: DisplayPreferences): string {
  const days = Math.round((midnight(now) - midnight(date)) / day);
  if (days <= 0) return clockTime(date, preferences);
  if (days === 1) return preferences.writing ? preferences.writing.ago(1, 'day', false) : t`yesterday`;
  return days < 7 ? weekdayOf(date, preferences) : dayOf(date, now, preferences);
}

interface NewBikesProps {
  count: number;
  /** When the search was last opened, ISO 8601. */
  since: string;
}

/** How many bikes of a followed search are new. */
export function NewBikes({ count, since }: NewBikesProps) {
  const preferences = useDisplayPreferences();
  const now = useNow() ?? new Date(since);
  const moment = momentText(new Date(since), now, preferences);
  return (
    <span>
      {count < maxNewBikes
        ? many(count)`# new bike since ${moment}|# new bikes since ${moment}`
        : t`${maxNewBikes - 1}+ new bikes since ${moment}`}
    </span>
  );
}
