import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { bikeFields, maxOf } from '../bike-fields.ts';
import { atMost } from '../bounds.ts';
import { PageQuery } from '../paging.ts';
import { type FacetName, facetNames, isFacetValue } from './facets.ts';

/** The first is the default. */
export const searchSorts = ['BestMatch', 'Newest', 'Oldest', 'Popular'] as const;
export type SearchSort = (typeof searchSorts)[number];

/** Maximum characters of the keywords. */
const maxKeywordsLength = 100;
/** Maximum values of one parameter that are read, and maximum characters of each; our own addresses have fewer. */
const readLimits = { values: 40, characters: 80 } as const;

/** Maximum values of one parameter that are accepted. */
const maxValues = 200;

const Keywords = v.optional(v.pipe(v.string(), v.maxLength(maxKeywordsLength, t`Use up to 100 characters.`)), '');
/** Unknown values are reported as ignored instead of refused. */
const Value = v.optional(v.string(), '');
const Values = v.optional(
  atMost(v.array(v.string()), maxValues, () => t`Choose at most ${maxValues} for each filter.`),
  [],
);

/** Parameters of the search page's address, as written; {@link readSearch} interprets them. */
export const SearchQuery = v.object({
  ...PageQuery.entries,
  keywords: Keywords,
  ...(Object.fromEntries(facetNames.map((name) => [name, Values])) as Record<FacetName, typeof Values>),
  yearFrom: Value,
  yearTo: Value,
  sort: Value,
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** A parsed search. Facets without a choice are empty. */
export type Search = {
  keywords: string;
  facets: Record<FacetName, string[]>;
  yearFrom: number | null;
  yearTo: number | null;
  sort: SearchSort;
};

/** A value of the address that is unknown and left out of the search. */
export type Ignored = { name: string; value: string };

const unique = (values: readonly string[]): string[] => [
  ...new Set(values.map((value) => value.trim()).filter(Boolean)),
];

function yearOf(text: string): number | null {
  const plain = text.normalize('NFKC');
  const year = /^\d{4}$/.test(plain) ? Number(plain) : 0;
  return year >= bikeFields.year.min && year <= maxOf(bikeFields.year) ? year : null;
}

/** Parses the parameters, and returns the unknown ones separately. */
export function readSearch(query: Partial<Omit<SearchQuery, 'cursor' | 'limit'>>): {
  search: Search;
  ignored: Ignored[];
} {
  const ignored: Ignored[] = [];
  const ignore = (name: string, value: string) => {
    ignored.push({ name, value: value.slice(0, readLimits.characters) });
    return null;
  };
  const facets = Object.fromEntries(
    facetNames.map((name) => {
      const asked = unique(query[name] ?? []);
      const known = asked.slice(0, readLimits.values).filter((value) => isFacetValue(name, value));
      for (const value of asked.slice(0, readLimits.values)) if (!known.includes(value)) ignore(name, value);
      return [name, known.sort()];
    }),
  ) as Search['facets'];
  const year = (name: 'yearFrom' | 'yearTo') => {
    const text = query[name]?.trim() ?? '';
    return text ? (yearOf(text) ?? ignore(name, text)) : null;
  };
  const [from, to] = [year('yearFrom'), year('yearTo')];
  const turned = from !== null && to !== null && from > to;
  const wanted = query.sort?.trim() ?? '';
  const sort = searchSorts.find((one) => one === wanted);
  if (wanted && !sort) ignore('sort', wanted);
  const search: Search = {
    keywords: query.keywords?.trim() ?? '',
    facets,
    yearFrom: turned ? to : from,
    yearTo: turned ? from : to,
    sort: sort ?? 'BestMatch',
  };
  return { search, ignored };
}

/** Reads the query from the search page's address. */
export const searchQueryOf = (params: URLSearchParams): Omit<SearchQuery, 'limit'> => ({
  keywords: params.get('keywords') ?? '',
  ...(Object.fromEntries(facetNames.map((name) => [name, params.getAll(name)])) as Record<FacetName, string[]>),
  yearFrom: params.get('yearFrom') ?? '',
  yearTo: params.get('yearTo') ?? '',
  sort: params.get('sort') ?? '',
  cursor: params.get('cursor') ?? '',
});

/** Returns the parameters of a search's address: arrays repeat their name, defaults are left out. */
export const searchParamsOf = ({ keywords, facets, yearFrom, yearTo, sort }: Search) => ({
  keywords,
  ...facets,
  yearFrom,
  yearTo,
  sort: sort === 'BestMatch' ? '' : sort,
});

/** Parameter names of a search's address. */
export const searchNames: readonly string[] = ['keywords', ...facetNames, 'yearFrom', 'yearTo', 'sort', 'cursor'];
