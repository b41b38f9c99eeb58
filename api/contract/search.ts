import * as v from 'valibot';
import { bikeField, bikeFieldNames, type FacetName } from './bike-fields.ts';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { fold } from './text.ts';

const most = 10;

/** The words of a text as they are searched by: folded, letters and digits only. */
const wordsOf = (text: string): string[] => [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu) ?? [])];

/** The facets that a search can be narrowed by, by their names in the address. */
export const searchFacets = bikeFieldNames.filter((name): name is FacetName => 'facet' in bikeField(name));

const Words = v.optional(v.pipe(v.string(), v.maxLength(100, 'Search for up to 100 characters.')), '');
const Facet = v.optional(v.pipe(v.string(), v.maxLength(60)), '');

/** What the address of the search page holds. A facet's value that nobody knows finds nothing. */
export const SearchQuery = v.object({
  ...PageQuery.entries,
  keywords: Words,
  ...(Object.fromEntries(searchFacets.map((name) => [name, Facet])) as Record<FacetName, typeof Facet>),
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** The keywords of a query: at most ten; the last is the beginning of a word, since people search while they type. */
export const keywordsOf = (query: Pick<SearchQuery, 'keywords'>): string[] => wordsOf(query.keywords).slice(0, most);

type Searched = {
  brand: string;
  model: string;
  year: number | null;
  nickname: string;
  owner: { username: string };
  frameMaterial?: string | null;
  tags?: readonly string[];
} & { category: string } & Partial<Record<FacetName, string>>;

/** Everything that a bike is found by: its words, and its facets as `facet:value`. */
export const termsOf = (bike: Searched): string[] => [
  ...wordsOf(
    [
      bike.brand,
      bike.model,
      bike.year,
      bike.nickname,
      bike.category,
      bike.drivetrain,
      bike.rearGear,
      bike.frameMaterial,
      bike.owner.username,
      ...(bike.tags ?? []),
    ].join(' '),
  ),
  ...searchFacets.flatMap((facet) => (bike[facet] ? [`${facet}:${bike[facet]}`] : [])),
];

/** Bikes that match every keyword and facet, newest first. */
export const searchBikes = endpoint('GET', '/bikes/search', { query: SearchQuery, reply: pageOf(BikeCard) });
