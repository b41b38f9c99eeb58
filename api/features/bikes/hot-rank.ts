const start = Date.UTC(2025, 0, 1);
const halfLife = 7 * 24 * 3600 * 1000;
/** Weights are whole numbers of 2^-30: their sums are exact in any order, so what is taken back leaves nothing. */
const precision = 30;

/** Something that made a bike interesting: when, and how much it weighs. A negative weight takes it back. */
export type Event = { at: Date; weight: number };

/** For each week since 2025 in which something happened, the newest first: the sum of the weights, grown to that week. */
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
 * The logarithm (base 2) of a sum that halves every seven days. The order of two bikes never changes with the clock
 * alone, so one stored number and one index serve the list.
 */
export function hotRank(weeks: Weeks): number {
  const [newest] = weeks[0] ?? [0];
  const sum = weeks.reduce((all, [week, one]) => all + one * 2 ** (week - newest), 0);
  return newest + Math.log2(sum) - precision;
}
