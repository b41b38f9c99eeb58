import * as v from 'valibot';
import { Id } from './ids.ts';

/**
 * Which version a device has seen; 0 where it has seen none. `device`: what the same device has saved since is not newer
 * to it, so an answer that was lost makes no conflict.
 */
export const Seen = v.object({
  version: v.pipe(v.number('Send a version.'), v.integer('Send a version.'), v.minValue(0, 'Send a version.')),
  device: Id,
});
export type Seen = v.InferOutput<typeof Seen>;
