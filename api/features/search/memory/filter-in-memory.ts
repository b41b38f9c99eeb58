import { facetNames } from '#contract/search/facets.ts';
import { type Counted, conditionNames, rangeAt } from '#contract/search/filter-and-count.ts';
import { isLimited, type Range, type RangeName, rangeNames, rangeOf, type Search } from '#contract/search/query.ts';
import type { BikesInMemory } from './bikes-in-memory.ts';
import { width } from './codes.ts';

/** The bikes that have a keyword. */
export type Having = {
  /** By slot: above 0 if the bike has it. */
  best: Uint8Array;
  /** Slots of the bikes that have it, dead ones included. */
  slots: Uint32Array;
};

/** A facet with chosen values, and the codes that match. */
type Chosen = { place: number; codes: Uint8Array };

/** Values for the failed condition besides facet indexes: none, or more than one. */
const [none, many] = [-1, -2] as const;

/** Returns a function that finds the one condition a bike fails: its index in `conditionNames`, none, or many. */
function missing(bikes: BikesInMemory, search: Search): (slot: number) => number {
  const { facets } = search;
  const { codes } = bikes;
  const { rows } = codes;
  const chosen = facetNames.flatMap((name, place): Chosen[] =>
    facets[name].length > 0 ? [{ place, codes: codes.having(facets[name]) }] : [],
  );
  const limits = rangeNames
    .filter((name) => isLimited(search, name))
    .map((name) => {
      const { from, to } = rangeOf(search, name);
      // An unknown number is 0.
      return { numbers: bikes[name], at: rangeAt(name), min: from ?? 1, max: to ?? Number.POSITIVE_INFINITY };
    });
  return (slot) => {
    let failed: number = none;
    for (const one of chosen) {
      if (one.codes[rows[slot * width + one.place] as number] === 1) continue;
      if (failed !== none) return many;
      failed = one.place;
    }
    for (const { numbers, at, min, max } of limits) {
      const own = numbers[slot] as number;
      if (own >= min && own <= max) continue;
      if (failed !== none) return many;
      failed = at;
    }
    return failed;
  };
}

/**
 * Filters and counts the bikes in memory, as `filterAndCount` does with candidates.
 * @param needed required keywords, the rarest first
 * @param room receives the matching slots, roughly newest first
 */
export function filterInMemory(
  bikes: BikesInMemory,
  search: Search,
  needed: readonly Having[],
  room: Uint32Array,
): Counted & { found: Uint32Array } {
  const { alive, year, weight, codes } = bikes;
  const [rarest, ...others] = needed;
  const without = conditionNames.map(() => 0);
  const [years, weights] = [new Extent(), new Extent()];
  const [yearsAt, weightsAt] = [rangeAt('year'), rangeAt('weight')];
  const failure = missing(bikes, search);
  codes.begin();
  let count = 0;
  for (let at = (rarest ? rarest.slots.length : bikes.size) - 1; at >= 0; at -= 1) {
    const slot = rarest ? (rarest.slots[at] as number) : at;
    if (alive[slot] === 0 || !hasAll(others, slot)) continue;
    const failed = failure(slot);
    if (failed === many) continue;
    if (failed === none || failed === yearsAt) years.add(year[slot] as number);
    if (failed === none || failed === weightsAt) weights.add(weight[slot] as number);
    if (failed === none) {
      room[count] = slot;
      count += 1;
      continue;
    }
    without[failed] = (without[failed] as number) + 1;
    if (failed >= width) continue;
    const code = codes.rows[slot * width + failed] as number;
    codes.counts[code] = (codes.counts[code] as number) + 1;
  }
  const found = room.subarray(0, count);
  if (count === bikes.live) codes.countAll();
  else codes.count(found);
  const ranges: Record<RangeName, Range | null> = { year: years.range, weight: weights.range };
  return { count, found, without, tallies: codes.tallies(), ranges };
}

/** The smallest and the largest of numbers; 0 is unknown. */
class Extent {
  #from = Number.POSITIVE_INFINITY;
  #to = 0;

  add(number: number): void {
    if (number === 0) return;
    if (number < this.#from) this.#from = number;
    if (number > this.#to) this.#to = number;
  }

  get range(): Range | null {
    return this.#to > 0 ? { from: this.#from, to: this.#to } : null;
  }
}

function hasAll(needed: readonly Having[], slot: number): boolean {
  for (const { best } of needed) if (best[slot] === 0) return false;
  return true;
}
