import type { ClockFormat } from '#contract/preferences.ts';
import { timeText } from '#contract/times.ts';

/** The time of day by the viewer's clock: `14:32`, `2:32 PM`. */
export const clockTime = (date: Date, clock: ClockFormat): string =>
  timeText(date.getHours(), date.getMinutes(), clock);
