import type { BikeFacts } from '../facts.ts';

/** A conversation that can happen under more than one bike: a visitor's line, then the owner's, and so on in turns. */
export interface Chat {
  /** `{model}`, `{brand}` and `{color}` stand for the bike's own. */
  lines: readonly string[];
  /** Bikes it is about; any when missing. */
  fits?: (bike: BikeFacts) => boolean;
}
