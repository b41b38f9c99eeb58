import type { Collection, Filter, UpdateFilter } from 'mongodb';
import { isDuplicate } from './mongo.ts';

/** One use of a quota. */
export type Use = { id: string; at: Date };
/** At most `max` uses in `ms` milliseconds. */
export type Bound = { max: number; ms: number };

/**
 * When the next use is allowed; null if now.
 * @param uses newest first
 */
export function nextUse(uses: readonly Use[], bounds: readonly Bound[], now: Date): Date | null {
  const ends = bounds.flatMap(({ max, ms }) => {
    const first = uses[max - 1];
    return first ? [first.at.getTime() + ms] : [];
  });
  const latest = Math.max(0, ...ends);
  return latest > now.getTime() ? new Date(latest) : null;
}

interface Noted {
  rowId: string;
  /** The field with the uses, newest first. */
  field: string;
  use: Use;
  bounds: readonly Bound[];
  /** How many uses are stored. */
  kept: number;
  /** Other fields to set. */
  set?: Record<string, unknown>;
}

/**
 * Records a use in one atomic write that enforces the bounds.
 * @returns false if the bounds allow no more, or it is recorded already
 */
export async function noteUse<Row extends { _id: string }>(
  rows: Collection<Row>,
  { rowId, field, use, bounds, kept, set }: Noted,
): Promise<boolean> {
  const free = bounds.map(({ max, ms }) => {
    const first = `${field}.${max - 1}`;
    const old = new Date(use.at.getTime() - ms);
    return { $or: [{ [first]: { $exists: false } }, { [`${first}.at`]: { $lte: old } }] };
  });
  const filter = { _id: rowId, [`${field}.id`]: { $ne: use.id }, $and: free };
  const update = { $push: { [field]: { $each: [use], $position: 0, $slice: kept } }, ...(set && { $set: set }) };
  try {
    await rows.updateOne(filter as unknown as Filter<Row>, update as unknown as UpdateFilter<Row>, { upsert: true });
    return true;
  } catch (error) {
    // The row exists, but the filter does not match it.
    if (isDuplicate(error)) return false;
    throw error;
  }
}
