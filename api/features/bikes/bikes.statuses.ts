import type { BikeStatus } from '#contract/bike-options.ts';

/** What a bike became, and when. */
export type StatusMark = { status: BikeStatus; at: Date };

type Marked = { status: BikeStatus; statuses?: StatusMark[]; publishedAt: Date; statusChangedAt: Date };

/** How many of a bike's changes are remembered. */
const remembered = 20;

/** The update by which a bike becomes something else, and remembers when. */
export const becomes = (status: BikeStatus, at: Date) => ({
  // Its words are no more among those that are offered, or are again.
  $set: { status, statusChangedAt: at, unlisted: true as const },
  $push: { statuses: { $each: [{ status, at }], $slice: -remembered } },
});

/** What a bike was at a time since it was published; null when nobody remembers. */
export function statusAt({ status, statuses, publishedAt, statusChangedAt }: Marked, time: Date): BikeStatus | null {
  if (statusChangedAt <= time) return status;
  if (!statuses) return null;
  const last = statuses.findLast(({ at }) => at <= time);
  if (last) return last.status;
  return statuses.length < remembered && publishedAt <= time ? 'Active' : null;
}
