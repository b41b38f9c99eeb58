import * as v from 'valibot';
import type { BikeStatus } from './bike-options.ts';

/** Days for which the owner can restore a deleted bike before it is erased. */
export const restorableDays = 30;

/** Availability of a bike, shown to its owner only. */
export const BikeNotice = v.object({
  /** Why moderators hide the bike, or would hide it once published; empty otherwise. */
  reason: v.string(),
  /** Whether an edit by the owner makes a flagged bike visible again. */
  fixable: v.boolean(),
  /** Until when a deleted bike can be restored, ISO 8601, UTC; null when it cannot be restored. */
  restorableUntil: v.nullable(v.string()),
});
export type BikeNotice = v.InferOutput<typeof BikeNotice>;

/**
 * Path for changing a bike's status. Separate from the endpoint, whose reply schema includes every field of a bike.
 */
export const bikeStatusPath = '/bikes/:bikeId/status';

/** A status transition requested by the owner. */
export type Move =
  | { from: 'Draft'; to: 'Active' }
  | { from: 'Active' | 'Deleted'; to: 'Draft' }
  | { from: BikeStatus; to: 'Deleted' };
