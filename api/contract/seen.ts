import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { Id } from './id-schema.ts';

/**
 * The version that a device has seen; 0 for none. `device`: saves by the same device do not count as newer, so a lost
 * reply causes no conflict.
 */
export const Seen = v.object({
  version: v.pipe(v.number(t`Send a version.`), v.integer(t`Send a version.`), v.minValue(0, t`Send a version.`)),
  device: Id,
  /** The turn of that version of a draft. Older builds do not send it. */
  turn: v.optional(Id),
  /** The device had a later version, which the server lost with a restored backup. A new turn begins. */
  wasRestored: v.optional(v.literal(true)),
});
export type Seen = v.InferOutput<typeof Seen>;
