import type { BikeStatus } from '#contract/bike-options.ts';

/** One entry of a bike's status history. */
export type StatusEntry = { status: BikeStatus; at: Date };

type StatusSource = { status: BikeStatus; statuses?: StatusEntry[]; publishedAt: Date; statusChangedAt: Date };

/** Length of the stored history. */
const maxStatuses = 20;

/** The update that changes a bike's status and appends to its history. */
export const statusUpdate = (status: BikeStatus, at: Date) => ({
  // `unlisted`: the word list has to be updated, since the bike's words may appear or disappear.
  $set: { status, statusChangedAt: at, unlisted: true as const },
  $push: { statuses: { $each: [{ status, at }], $slice: -maxStatuses } },
});

/** A bike's status at a time since it was published; null if the history does not reach back so far. */
export function statusAt(
  { status, statuses, publishedAt, statusChangedAt }: StatusSource,
  time: Date,
): BikeStatus | null {
  if (statusChangedAt <= time) return status;
  if (!statuses) return null;
  const last = statuses.findLast(({ at }) => at <= time);
  if (last) return last.status;
  return statuses.length < maxStatuses && publishedAt <= time ? 'Active' : null;
}
