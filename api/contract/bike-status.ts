import * as v from 'valibot';
import { BikeNotice, bikeStatusPath } from './bike-notice.ts';
import { Bike } from './bike-whole.ts';
import { endpoint } from './endpoint.ts';

/** Status transitions: publish, unpublish, and restore a deleted bike. Deleting has an endpoint of its own. */
const StatusChange = v.variant('from', [
  v.object({ from: v.literal('Draft'), to: v.literal('Active') }),
  v.object({ from: v.literal('Active'), to: v.literal('Draft') }),
  v.object({ from: v.literal('Deleted'), to: v.literal('Draft') }),
]);

/** A bike in any status, as its owner sees it. */
export const OwnBike = v.object({ bike: Bike, standing: BikeNotice });
export type OwnBike = v.InferOutput<typeof OwnBike>;

/**
 * Changes the status; succeeds when the bike already has it. `bike.changed`: the bike has neither the old nor the new
 * status.
 */
export const changeBikeStatus = endpoint('PUT', bikeStatusPath, {
  action: 'UpdateBikeStatus',
  body: StatusChange,
  reply: OwnBike,
});
/** Returns one of the member's own bikes in any status. */
export const getBikeNotice = endpoint('GET', '/user/bikes/:bikeId/standing', {
  action: 'GetBike',
  reply: OwnBike,
  private: true,
  programs: true,
});
