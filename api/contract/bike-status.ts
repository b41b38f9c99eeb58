import * as v from 'valibot';
import { bikeStatusPath, Standing } from './bike-standing.ts';
import { Bike } from './bike-whole.ts';
import { endpoint } from './endpoint.ts';

/** Publishing and unpublishing a bike, and restoring one that was deleted. Deleting has a call of its own. */
const StatusChange = v.variant('from', [
  v.object({ from: v.literal('Draft'), to: v.literal('Active') }),
  v.object({ from: v.literal('Active'), to: v.literal('Draft') }),
  v.object({ from: v.literal('Deleted'), to: v.literal('Draft') }),
]);

/** A bike as its owner sees it, whatever its status. */
export const OwnBike = v.object({ bike: Bike, standing: Standing });
export type OwnBike = v.InferOutput<typeof OwnBike>;

/** What is so already is no change. `bike.changed`: it is neither what it was nor what it is to be. */
export const changeBikeStatus = endpoint('PUT', bikeStatusPath, { body: StatusChange, reply: OwnBike });
/** One of the member's own bikes, also one that nobody else sees. */
export const ownBikeStanding = endpoint('GET', '/user/bikes/:bikeId/standing', { reply: OwnBike, private: true });
