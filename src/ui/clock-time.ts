import { timeText } from '#contract/times.ts';
import type { DisplayPreferences } from './display-preferences.ts';

/** The time of day in the viewer's format: `14:32`, `2:32 PM`. */
export const clockTime = (date: Date, { clock, writing }: Pick<DisplayPreferences, 'clock' | 'writing'>): string =>
  (writing?.time ?? timeText)(date.getHours(), date.getMinutes(), clock);
