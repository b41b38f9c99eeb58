import * as v from 'valibot';
import { BikeCard } from '../bikes.ts';
import { endpoint } from '../endpoint.ts';
import { pageOf } from '../paging.ts';
import { Person } from '../people.ts';
import { type FacetName, facetNames } from './facets.ts';
import { SearchQuery } from './query.ts';

/** A count. `atLeast`: a lower bound, as not everything was counted ("1,000+"). */
const Count = v.object({ count: v.number(), atLeast: v.boolean() });
export type Count = v.InferOutput<typeof Count>;

const FacetCount = v.object({
  /** As it is written in the address. */
  value: v.string(),
  /** Display name; of a maker its name. */
  label: v.string(),
  count: v.number(),
});

/**
 * Values that can be chosen now, ignoring the choices in this facet: those that find something and those already
 * chosen.
 */
const FacetCounts = v.object({
  name: v.picklist(facetNames),
  /** Whether the counts are lower bounds. */
  atLeast: v.boolean(),
  values: v.array(FacetCount),
});
export type FacetCounts = v.InferOutput<typeof FacetCounts>;

export const SearchAnswer = v.object({
  ...pageOf(BikeCard).entries,
  total: Count,
  /** In display order, without facets that have no value. */
  facets: v.array(FacetCounts),
  /** Range of the bikes' years, ignoring the chosen years; null when no bike has one. */
  years: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** Range of the bikes' weights in grams, ignoring the chosen weights; null when no bike has one. */
  weights: v.nullable(v.object({ from: v.number(), to: v.number() })),
  /** The keyword that was dropped because too few bikes match all; null when none was. */
  dropped: v.nullable(v.string()),
  /** Keywords that match no bike, and the words that replaced them. */
  corrected: v.array(v.object({ typed: v.string(), read: v.string() })),
  /** Parameters of the address that have no such value. */
  ignored: v.array(v.object({ name: v.string(), value: v.string() })),
  /**
   * When nothing was found: the number of bikes without each one of the conditions. `name` is the parameter of the
   * address (`year` for both years, `weight` for both weights), `value` its value.
   */
  waysOut: v.array(v.object({ name: v.string(), value: v.string(), ...Count.entries })),
});
export type SearchAnswer = v.InferOutput<typeof SearchAnswer>;

/** Finds bikes that match the keywords and, in every facet, any of the chosen values. */
export const searchBikes = endpoint('GET', '/bikes/search', {
  action: 'GetSearchResults',
  query: SearchQuery,
  repeats: facetNames satisfies FacetName[],
  reply: SearchAnswer,
});

/** Characters that are read for suggestions; the rest is ignored. */
const maxTypedLength = 60;

export const Suggestions = v.object({
  /** Makers with bikes on the site. */
  brands: v.array(v.object({ id: v.string(), name: v.string() })),
  /** Models with bikes on the site; `id` and `brand` are the maker's. */
  models: v.array(v.object({ id: v.string(), brand: v.string(), model: v.string() })),
  members: v.array(Person),
});
export type Suggestions = v.InferOutput<typeof Suggestions>;

/** Suggests a few of each kind, the most common first. */
export const suggestSearches = endpoint('GET', '/search/suggestions', {
  query: v.object({
    q: v.optional(
      v.pipe(
        v.string(),
        v.transform((text) => text.slice(0, maxTypedLength)),
      ),
      '',
    ),
  }),
  reply: Suggestions,
});
