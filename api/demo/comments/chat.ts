import type { BikeFields } from '../describe-bike.ts';

/** A conversation that fits under several bikes. Lines alternate between a visitor, who begins, and the owner. */
export interface Chat {
  /** `{model}`, `{brand}` and `{color}` are replaced by the bike's. */
  lines: readonly string[];
  /** Limits it to some bikes; fits any if missing. */
  fits?: (bike: BikeFields) => boolean;
}
