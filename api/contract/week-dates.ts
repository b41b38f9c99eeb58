const dayMs = 86_400_000;
const weekMs = 7 * dayMs;

/** Returns Monday 00:00 UTC of the week that contains a time. */
function mondayOf(time: Date): number {
  const midnight = Math.floor(time.getTime() / dayMs) * dayMs;
  return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * dayMs;
}

/** The first week of a year contains January 4th. */
const firstMonday = (year: number): number => mondayOf(new Date(Date.UTC(year, 0, 4)));

/** Returns the week that contains a time. */
export function weekOf(time: Date): string {
  const monday = mondayOf(time);
  // A week belongs to the year of its Thursday.
  const year = new Date(monday + 3 * dayMs).getUTCFullYear();
  const number = Math.round((monday - firstMonday(year)) / weekMs) + 1;
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** Returns the start of a week. */
export function beginOf(week: string): Date {
  const [year = 0, number = 1] = week.split('-W').map(Number);
  return new Date(firstMonday(year) + (number - 1) * weekMs);
}

/** Returns the end of a week, which is the start of the next one. */
export const endOf = (week: string): Date => new Date(beginOf(week).getTime() + weekMs);

/** Returns the week `weeks` later, or earlier if negative. */
export const weeksAfter = (week: string, weeks: number): string =>
  weekOf(new Date(beginOf(week).getTime() + weeks * weekMs));

/** Returns the number of a week: 46 for `2026-W46`. */
export const numberOf = (week: string): number => Number(week.split('-W')[1]);
