import { facetNames } from '#contract/search/facets.ts';
import { type Counted, yearsAt } from '#contract/search/filter-and-count.ts';
import type { Search } from '#contract/search/query.ts';
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

/** Returns a function that finds the one condition a bike fails: a facet index, {@link yearsAt}, none, or many. */
function missing(bikes: BikesInMemory, { facets, yearFrom, yearTo }: Search): (slot: number) => number {
  const { year, codes } = bikes;
  const { rows } = codes;
  const chosen = facetNames.flatMap((name, place): Chosen[] =>
    facets[name].length > 0 ? [{ place, codes: codes.having(facets[name]) }] : [],
  );
  const isYears = yearFrom !== null || yearTo !== null;
  const [min, max] = [yearFrom ?? 0, yearTo ?? 9_999];
  return (slot) => {
    let failed: number = none;
    for (const one of chosen) {
      if (one.codes[rows[slot * width + one.place] as number] === 1) continue;
      if (failed !== none) return many;
      failed = one.place;
    }
    if (!isYears) return failed;
    const own = year[slot] as number;
    if (own !== 0 && own >= min && own <= max) return failed;
    return failed === none ? yearsAt : many;
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
  const { alive, year, codes } = bikes;
  const [rarest, ...others] = needed;
  const without = [...facetNames, 'years'].map(() => 0);
  const failure = missing(bikes, search);
  codes.begin();
  let [from, to, count] = [9_999, 0, 0];
  for (let at = (rarest ? rarest.slots.length : bikes.size) - 1; at >= 0; at -= 1) {
    const slot = rarest ? (rarest.slots[at] as number) : at;
    if (alive[slot] === 0 || !hasAll(others, slot)) continue;
    const failed = failure(slot);
    if (failed === many) continue;
    const own = year[slot] as number;
    if (own !== 0 && (failed === none || failed === yearsAt)) {
      if (own < from) from = own;
      if (own > to) to = own;
    }
    if (failed === none) {
      room[count] = slot;
      count += 1;
      continue;
    }
    without[failed] = (without[failed] as number) + 1;
    if (failed === yearsAt) continue;
    const code = codes.rows[slot * width + failed] as number;
    codes.counts[code] = (codes.counts[code] as number) + 1;
  }
  const found = room.subarray(0, count);
  if (count === bikes.live) codes.countAll();
  else codes.count(found);
  return { count, found, without, tallies: codes.tallies(), years: to > 0 ? { from, to } : null };
}

function hasAll(needed: readonly Having[], slot: number): boolean {
  for (const { best } of needed) if (best[slot] === 0) return false;
  return true;
}
