import { beginOf, numberOf } from '#contract/weeks.ts';
import { weekDays } from '#src/ui/format.ts';

/** A week in words: `Week 27, 29 Jun to 5 Jul`. */
export const weekWords = (week: string): string => `Week ${numberOf(week)}, ${weekDays(beginOf(week))}`;
