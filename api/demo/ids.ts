import { type Id, newId } from '#contract/ids.ts';
import type { Rng } from './illustrator/random.ts';

/** A valid id that is the same for the same time (milliseconds since the epoch) and randomness. */
export const seededId = (time: number, r: Rng): Id =>
  newId(
    time,
    Uint8Array.from({ length: 10 }, () => r.int(0, 255)),
  );
