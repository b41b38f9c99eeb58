import { beginOf, numberOf } from '#contract/week-dates.ts';
import { weekDays } from '#src/ui/format.ts';
import { useViewer } from '#src/ui/viewer.ts';

/** Week in words: `Week 27, 29 Jun to 5 Jul`. */
export function WonWeek({ week }: { week: string }) {
  const viewer = useViewer();
  return <time dateTime={week}>{`Week ${numberOf(week)}, ${weekDays(beginOf(week), viewer)}`}</time>;
}
