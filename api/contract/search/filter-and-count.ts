import type { FacetCounts } from './calls.ts';
import { type FacetName, facetLabel, facetNames, facetOf } from './facets.ts';
import { type ReadFacets, readFacets } from './found.ts';
import { type Match, matchOf, type Term } from './match.ts';
import { compareSortPositions, type SortFields, type SortPosition, sortPositionOf } from './order.ts';
import { isLimited, type Range, type RangeName, rangeNames, rangeOf, type Search } from './query.ts';
import { termsOf } from './terms.ts';

/** A bike to be searched. */
export type Candidate = SortFields & {
  /** Index text of the bike. */
  indexText: string;
};

/** Maximum makers in one answer; those with the most bikes are kept. */
const maxBrands = 200;

export type FacetCountsByValue = Map<string, { count: number; label: string }>;

/** Counts over the candidates. */
export type Counted = {
  /** Number of bikes found. */
  count: number;
  /** By the index of the facet. */
  tallies: FacetCountsByValue[];
  ranges: Record<RangeName, Range | null>;
  /** Number of bikes that fail one facet only, by its index; the ranges come last. */
  without: number[];
};

/** Found candidates, in the order of the search. */
export type FilteredBikes<C extends Candidate> = Counted & { found: { bike: C; position: SortPosition }[] };

/** Conditions of a search in the order of their index: the facets, then the ranges. */
export const conditionNames = [...facetNames, ...rangeNames] as const;
/** Index of a range, after the facets. */
export const rangeAt = (name: RangeName): number => facetNames.length + rangeNames.indexOf(name);
/** Results of {@link onlyFailedFilter} when a bike fails no condition, or more than one. */
const [none, many] = [-1, -2] as const;

/** Whether a number is outside of the chosen range, also if it is unknown. */
function isOutside(number: number | null, search: Search, name: RangeName): boolean {
  if (!isLimited(search, name)) return false;
  const { from, to } = rangeOf(search, name);
  return number === null || number < (from ?? 0) || number > (to ?? Number.POSITIVE_INFINITY);
}

/** Returns the only condition that a bike fails: its index in {@link conditionNames}, none, or more than one. */
function onlyFailedFilter(bike: ReadFacets, search: Search): number {
  let failed: number = none;
  for (const [at, name] of facetNames.entries()) {
    const chosen = search.facets[name];
    if (chosen.length === 0 || bike.values[at]?.some((value) => chosen.includes(value))) continue;
    if (failed !== none) return many;
    failed = at;
  }
  for (const name of rangeNames) {
    if (!isOutside(bike[name], search, name)) continue;
    if (failed !== none) return many;
    failed = rangeAt(name);
  }
  return failed;
}

/** Returns a function that says whether a bike meets every filter of a search and has every keyword as it is typed. */
export function matcherOf(search: Search): (bike: { indexText: string; facets: ReadFacets }) => boolean {
  const terms = termsOf(search.keywords);
  return ({ indexText, facets }) =>
    onlyFailedFilter(facets, search) === none && matchOf(indexText, terms).terms === terms.length;
}

class Counter {
  readonly tallies: FacetCountsByValue[] = facetNames.map(() => new Map());
  readonly without: number[] = conditionNames.map(() => 0);
  readonly ranges: Counted['ranges'] = { year: null, weight: null };

  /** Counts a bike where it would be found without the condition that it fails. */
  add(bike: ReadFacets, failed: number): void {
    if (failed === many) return;
    const { values, brand } = bike;
    if (failed !== none) this.without[failed] = (this.without[failed] ?? 0) + 1;
    if (failed !== none) this.#count(failed, values[failed] ?? [], brand);
    else for (const [at, own] of values.entries()) this.#count(at, own, brand);
    for (const name of rangeNames) {
      const number = bike[name];
      if (number === null || (failed !== none && failed !== rangeAt(name))) continue;
      const { from, to } = this.ranges[name] ?? { from: number, to: number };
      this.ranges[name] = { from: Math.min(from, number), to: Math.max(to, number) };
    }
  }

  #count(at: number, values: readonly string[], brand: string): void {
    const counts = this.tallies[at];
    for (const value of values) {
      const known = counts?.get(value);
      if (known) known.count += 1;
      else counts?.set(value, { count: 1, label: facetLabel(facetNames[at], value, brand) });
    }
  }
}

/**
 * Finds, counts and sorts.
 * @param terms keywords that a bike is ranked by
 * @param needed those of them that it must match
 */
export function filterAndCount<C extends Candidate>(
  candidates: Iterable<C>,
  { search, terms, needed }: { search: Search; terms: readonly Term[]; needed: readonly Term[] },
): FilteredBikes<C> {
  const found: FilteredBikes<C>['found'] = [];
  const counter = new Counter();
  for (const bike of candidates) {
    if (needed.length > 0 && matchOf(bike.indexText, needed).terms < needed.length) continue;
    const facets = readFacets(bike.indexText);
    const failed = onlyFailedFilter(facets, search);
    counter.add(facets, failed);
    if (failed === none) found.push({ bike, position: sortPositionOf(search.sort, bike, termsMatch(bike, terms)) });
  }
  found.sort((a, b) => compareSortPositions(search.sort, a.position, b.position));
  const { tallies, ranges, without } = counter;
  return { count: found.length, found, tallies, ranges, without };
}

const termsMatch = ({ indexText }: Candidate, terms: readonly Term[]): Match | null =>
  terms.length > 0 ? matchOf(indexText, terms) : null;

/** Returns the counts of a facet's values in display order. */
export function countsOf(
  name: FacetName,
  counts: FacetCountsByValue,
  chosen: readonly string[],
): FacetCounts['values'] {
  const { options } = facetOf(name);
  const of = (value: string) => ({
    value,
    label: counts.get(value)?.label ?? value,
    count: counts.get(value)?.count ?? 0,
  });
  if (options) return options.filter((value) => counts.has(value) || chosen.includes(value)).map(of);
  const known = [...counts.keys()].map(of).sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));
  const missing = chosen.filter((value) => !counts.has(value)).map(of);
  return [...known.filter(({ value }, at) => at < maxBrands || chosen.includes(value)), ...missing];
}
