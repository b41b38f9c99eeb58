import * as v from 'valibot';
import { BikeCard } from '../bikes.ts';
import { endpoint } from '../endpoint.ts';
import { pageOf } from '../paging.ts';
import { Person } from '../people.ts';
import { type FacetName, facetNames } from './facets.ts';
import { SearchQuery } from './query.ts';

/** How many there are; `atLeast`: as far as was looked, so there may be more ("1,000+"). */
const Count = v.object({ count: v.number(), atLeast: v.boolean() });
export type Count = v.InferOutput<typeof Count>;

const FacetCount = v.object({
  /** As it stands in the address. */
  value: v.string(),
  /** As it is shown: of a maker its name. */
  label: v.string(),
  count: v.number(),
});

/** A facet's values that can be chosen now, as if nothing of this facet were chosen: those that find something, and those that are chosen. */
const FacetCounts = v.object({
  name: v.picklist(facetNames),
  /** None of the counts says more than that there are so many. */
  atLeast: v.boolean(),
  values: v.array(FacetCount),
});
export type FacetCounts = v.InferOutput<typeof FacetCounts>;

export const SearchAnswer = v.object({
  ...pageOf(BikeCard).entries,
  total: Count,
  /** In the order in which they are offered; a facet without any value is left out. */
  facets: v.array(FacetCounts),
  /** From when until when the bikes are, as if no years were chosen; null where no bike says. */
  years: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** The keyword that was left out, as too few bikes have all; null where all were looked for. */
  dropped: v.nullable(v.string()),
  /** Keywords that no bike has, and the words that were looked for instead. */
  corrected: v.array(v.object({ typed: v.string(), read: v.string() })),
  /** What the address asks for that there is not: a name of the address, and its value. */
  ignored: v.array(v.object({ name: v.string(), value: v.string() })),
  /**
   * Where nothing was found: how many there are without one of the things that were asked for. `name` is that of the
   * address (`year` stands for both years), `value` what stands there.
   */
  waysOut: v.array(v.object({ name: v.string(), value: v.string(), ...Count.entries })),
});
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;

/** Bikes that match the keywords and the chosen values: any within one facet, all facets. */
export const searchBikes = endpoint('GET', '/bikes/search', {
  query: SearchQuery,
  repeats: facetNames satisfies FacetName[],
  reply: SearchAnswer,
});

/** Characters of what is typed while suggestions are asked for; what is behind them changes none. */
const longestTyped = 60;

export const Suggestions = v.object({
  /** Makers with bikes here. */
  brands: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Models with bikes here; `id` and `brand` are the maker's. */
  models: v.array(v.object({ id: v.string(), brand: v.string(), model: v.string() })),
  members: v.array(Person),
});
export type Suggestions = v.InferOutput<typeof Suggestions>;

/** What may be meant by what was typed so far: a few of each, the most common first. */
export const suggestSearches = endpoint('GET', '/search/suggestions', {
  query: v.object({
    q: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.slice(0, longestTyped)),
      ),
      '',
    ),
  }),
  reply: Suggestions,
});
