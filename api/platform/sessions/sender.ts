import type { Context } from 'hono';
import { networksOf, roughNetworkOf } from '../addresses/network.ts';
import { deviceLabel } from './device-label.ts';

/** A sender as members see it: the display name of the device, and the network without its last part. */
export type Sender = { device: string; network: string };

/** Returns the sender of a request. */
export const senderOf = (c: Context): Sender => ({
  device: deviceLabel(c.req.header('user-agent')),
  network: roughNetworkOf(networksOf(c)),
});
