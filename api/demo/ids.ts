import { type Id, newId } from '#contract/ids.ts';
import type { Rng } from './illustrator/random.ts';

/** Returns a valid id that depends only on the time (milliseconds since the epoch) and the randomness. */
export const seededId = (time: number, r: Rng): Id =>
  newId(
    time,
    Uint8Array.from({ length: 10 }, () => r.int(0, 255)),
  );
