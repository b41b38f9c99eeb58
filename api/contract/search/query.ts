import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { bikeFields, maxOf } from '../bike-fields.ts';
import { atMost } from '../bounds.ts';
import { PageQuery } from '../paging.ts';
import { measureOf, measureText } from '../units.ts';
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
  weightFrom: Value,
  weightTo: Value,
  sort: Value,
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;

/** A parsed search. Facets without a choice are empty. */
export type Search = {
  keywords: string;
  facets: Record<FacetName, string[]>;
  yearFrom: number | null;
  yearTo: number | null;
  /** In grams, as the bounds of the weight; the address has kilograms. */
  weightFrom: number | null;
  weightTo: number | null;
  sort: SearchSort;
};

/** Numbers of a bike that a search limits by a smallest and a largest one, in display order. */
export const rangeNames = ['year', 'weight'] as const;
export type RangeName = (typeof rangeNames)[number];
export type Range = { from: number; to: number };
/** The end of a range that was not chosen is null. */
export type ChosenRange = { from: number | null; to: number | null };

/** The chosen range of a search. */
export const rangeOf = (search: Search, name: RangeName): ChosenRange =>
  name === 'year' ? { from: search.yearFrom, to: search.yearTo } : { from: search.weightFrom, to: search.weightTo };

/** The search with another range. */
export const withRange = (search: Search, name: RangeName, { from, to }: ChosenRange): Search =>
  name === 'year' ? { ...search, yearFrom: from, yearTo: to } : { ...search, weightFrom: from, weightTo: to };

/** Whether a search limits a number. */
export const isLimited = (search: Search, name: RangeName): boolean => {
  const { from, to } = rangeOf(search, name);
  return from !== null || to !== null;
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

/** Unit and storage of a weight in an address. */
const kilograms = [bikeFields.weightG.unit, { unit: bikeFields.weightG.storedIn, whole: true }] as const;

function weightOf(text: string): number | null {
  const grams = measureOf(text, ...kilograms);
  return grams !== null && grams >= bikeFields.weightG.min && grams <= maxOf(bikeFields.weightG) ? grams : null;
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
  const range = (name: RangeName, read: (text: string) => number | null): ChosenRange => {
    const end = (parameter: `${RangeName}${'From' | 'To'}`) => {
      const text = query[parameter]?.trim() ?? '';
      return text ? (read(text) ?? ignore(parameter, text)) : null;
    };
    const [from, to] = [end(`${name}From`), end(`${name}To`)];
    return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
  };
  const [years, weights] = [range('year', yearOf), range('weight', weightOf)];
  const wanted = query.sort?.trim() ?? '';
  const sort = searchSorts.find((one) => one === wanted);
  if (wanted && !sort) ignore('sort', wanted);
  const search: Search = {
    keywords: query.keywords?.trim() ?? '',
    facets,
    yearFrom: years.from,
    yearTo: years.to,
    weightFrom: weights.from,
    weightTo: weights.to,
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
  weightFrom: params.get('weightFrom') ?? '',
  weightTo: params.get('weightTo') ?? '',
  sort: params.get('sort') ?? '',
  cursor: params.get('cursor') ?? '',
});

/** A weight in grams as the address has it, in kilograms. */
export const weightParam = (grams: number | null): string =>
  grams === null ? '' : measureText(grams, kilograms[1], kilograms[0]);

/** Returns the parameters of a search's address: arrays repeat their name, defaults are left out. */
export const searchParamsOf = ({ keywords, facets, yearFrom, yearTo, weightFrom, weightTo, sort }: Search) => ({
  keywords,
  ...facets,
  yearFrom,
  yearTo,
  weightFrom: weightParam(weightFrom),
  weightTo: weightParam(weightTo),
  sort: sort === 'BestMatch' ? '' : sort,
});

/** Parameter names of a search's address. */
export const searchNames: readonly string[] = [
  'keywords',
  ...facetNames,
  ...rangeNames.flatMap((name) => [`${name}From`, `${name}To`]),
  'sort',
  'cursor',
];
