const start = Date.UTC(2025, 0, 1);
const halfLife = 7 * 24 * 3600 * 1000;

/** Something that made a bike interesting: when, and how much it weighs. */
export type Event = { at: Date; weight: number };

export const publishWeight = 3;
export const likeWeight = 1;
export const firstCommentWeight = 2;

/**
 * The logarithm (base 2) of a sum that halves every seven days. The order of two bikes never changes with the clock
 * alone, so one stored number and one index serve the list.
 */
export function hotRank(events: Event[]): number {
  const exponents = events.map(({ at, weight }) => Math.log2(weight) + (at.getTime() - start) / halfLife);
  const largest = Math.max(...exponents);
  return largest + Math.log2(exponents.reduce((sum, exponent) => sum + 2 ** (exponent - largest), 0));
}
