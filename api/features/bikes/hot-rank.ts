const start = Date.UTC(2025, 0, 1);
const halfLife = 7 * 24 * 3600 * 1000;
/** Weights are multiples of 2^-30, so their sums are exact in any order and an undone event leaves nothing behind. */
const precision = 30;

/** An event that raises a bike's rank. A negative weight undoes an earlier one. */
export type Event = { at: Date; weight: number };

/** The sum of weights for each week since 2025 with an event, newest first, scaled to the beginning of that week. */
export type Weeks = [week: number, sum: number][];

const publishWeight = 3;
export const likeWeight = 1;
export const favoriteWeight = 2;
export const firstCommentWeight = 2;

export function withEvents(weeks: Weeks, events: Event[]): Weeks {
  const sums = new Map(weeks);
  for (const { at, weight } of events) {
    const age = (at.getTime() - start) / halfLife;
    const week = Math.floor(age);
    sums.set(week, (sums.get(week) ?? 0) + weight * Math.round(2 ** (age - week + precision)));
  }
  return [...sums].filter(([, sum]) => sum !== 0).sort(([a], [b]) => b - a);
}

/** The weeks of a bike that was just published. */
export const publishedWeeks = (at: Date): Weeks => withEvents([], [{ at, weight: publishWeight }]);

/**
 * The base-2 logarithm of a sum that halves every seven days. The order of two bikes never changes with the clock
 * alone, so one stored number and one index serve the list.
 */
export function hotRank(weeks: Weeks): number {
  const [newest] = weeks[0] ?? [0];
  const sum = weeks.reduce((all, [week, one]) => all + one * 2 ** (week - newest), 0);
  return newest + Math.log2(sum) - precision;
}
