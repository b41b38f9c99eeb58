import * as v from 'valibot';
import { atMost } from './bounds.ts';

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** A week of ISO 8601, as `2026-W46`: from Monday to Sunday, in UTC. */
export const Week = v.pipe(atMost(v.string(), 8), v.regex(/^\d{4}-W\d\d$/));

/** Monday of the week that a time lies in, 00:00 UTC. */
function mondayOf(time: Date): number {
  const midnight = Math.floor(time.getTime() / dayMs) * dayMs;
  return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * dayMs;
}

/** The first week of a year is the one with its 4th of January. */
const firstMonday = (year: number): number => mondayOf(new Date(Date.UTC(year, 0, 4)));

/** The week that a time lies in. */
export function weekOf(time: Date): string {
  const monday = mondayOf(time);
  // A week belongs to the year of its Thursday.
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  const number = Math.round((monday - firstMonday(year)) / weekMs) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** When a week begins. */
export function beginOf(week: string): Date {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  return new Date(firstMonday(year) + (number - 1) * weekMs);
}

/** When a week is over: the moment at which the next one begins. */
export const endOf = (week: string): Date => new Date(beginOf(week).getTime() + weekMs);

/** The week so many weeks after another one, or before it. */
export const weeksAfter = (week: string, weeks: number): string =>
  weekOf(new Date(beginOf(week).getTime() + weeks * weekMs));

/** "46" of `2026-W46`. */
export const numberOf = (week: string): number => Number(week.split('-W')[1]);
