import { queryString } from '#contract/endpoint.ts';
import { facetNames, facetOf, isPlaceFacet } from '#contract/search/facets.ts';
import { readSearch, type Search, searchQueryOf, searchSorts } from '#contract/search/query.ts';
import { generatedBike } from '#tests/bench/search/generated-bikes.ts';

const words = [
  ...['steel', 'road', 'gravel', 'shimano', 'brooks', 'b', 's', 'tre', 'speci', 'canondale', 'trekk', 'xt'],
  ...['2019', '29er', 'fixie', 'sl', 'qqqqqqq', 'winter', 'the bike', 'commute', 'carbon', 'disc', 'e-bike'],
];
const maxKeywords = 100;

/** Reads a search from its query string. */
export const searchOf = (address: string): Search => readSearch(searchQueryOf(new URLSearchParams(address))).search;

/**
 * Query string of a random search among generated bikes.
 * @param r random numbers from 0 to 1
 * @param count number of generated bikes
 * @param more further keywords
 */
export function randomSearch(r: () => number, count: number, more: readonly string[] = []): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(r() * list.length)] as T;
  const { brand, model, owner } = generatedBike(Math.floor(r() * count), count);
  const typed = [...words, ...more, brand, model, `${brand} ${model}`, owner.username, model.slice(0, 3)];
  const keywords = Array.from({ length: Math.floor(r() * 4) }, () => pick(typed)).join(' ');
  const facets = Object.fromEntries(
    Array.from({ length: Math.floor(r() * 3) }, () => {
      const name = pick(facetNames);
      const { options } = facetOf(name);
      const unlisted = { country: ['DE', 'CH'], region: ['DE-BW', 'FR-IDF'] };
      const values = isPlaceFacet(name) ? unlisted[name] : ['trek', 'surly', 'specialized'];
      return [name, options ? [pick(options), pick(options)] : values];
    }),
  );
  const years = r() < 0.2 ? { yearFrom: String(1980 + Math.floor(r() * 40)) } : {};
  const weights = r() < 0.2 ? { weightTo: String(8 + Math.floor(r() * 6)) } : {};
  return queryString({
    keywords: keywords.slice(0, maxKeywords),
    ...facets,
    ...years,
    ...weights,
    sort: pick(searchSorts),
  });
}
