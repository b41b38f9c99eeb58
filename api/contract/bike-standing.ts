import * as v from 'valibot';
import type { BikeStatus } from './bike-options.ts';

/** Days for which its owner can restore a bike that they deleted; then it is erased. */
export const restorableDays = 30;

/** What its owner alone is told about how a bike stands. */
export const Standing = v.object({
  /** Why moderators hide it, or would when it is published; empty where they do not. */
  reason: v.string(),
  /** Whether a change by the owner brings a flagged bike back. */
  fixable: v.boolean(),
  /** Until when a deleted bike can be restored, ISO 8601, UTC; null of one that cannot. */
  restorableUntil: v.nullable(v.string()),
});
export type Standing = v.InferOutput<typeof Standing>;

/** A bike of which there is nothing to tell. */
export const plainStanding: Standing = { reason: '', fixable: false, restorableUntil: null };

/** Where a bike's status is changed; apart from the call, which knows every field of the bike that it answers with. */
export const bikeStatusPath = '/bikes/:bikeId/status';

/** A step that an owner takes with a bike. */
export type Move = { from: BikeStatus; to: BikeStatus };
