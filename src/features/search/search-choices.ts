import { bikeFields } from '#contract/bike-fields.ts';
import { categoryLinks } from '#contract/bike-options.ts';
import { searchPage } from '#contract/pages.ts';
import type { FacetCounts } from '#contract/search/calls.ts';
import { type FacetName, facetNames, facetOf } from '#contract/search/facets.ts';
import {
  type ChosenRange,
  isLimited,
  type RangeName,
  rangeNames,
  type Search,
  searchParamsOf,
  withRange,
} from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';
import { measureIn, unitIn } from '#contract/units.ts';
import type { DisplayPreferences } from '#src/ui/display-preferences.ts';
import { decimal } from '#src/ui/format.ts';
import type { Writing } from '#src/ui/in-language.ts';

/** A filter of a search. `name` is the query parameter; `year` and `weight` stand for both ends. */
export type Choice = { name: string; value: string };

const isRange = (name: string): name is RangeName => (rangeNames as readonly string[]).includes(name);
const isFacet = (name: string): name is FacetName => (facetNames as readonly string[]).includes(name);

/** Label of a query parameter. */
export function labelOf(name: string): string {
  if (isFacet(name)) return facetOf(name).label;
  if (name === 'sort') return t`Sort`;
  return name.startsWith('weight') ? bikeFields.weightG.label : bikeFields.year.label;
}

/** How values are shown: names of brands and places come from the facet counts. */
export type ValueNames = Pick<DisplayPreferences, 'units' | 'writing'> & {
  /** Returns the display name of a facet's value. */
  of(name: FacetName, value: string): string;
};
export const valueNamesIn = (
  facets: readonly FacetCounts[],
  { units, writing }: Pick<DisplayPreferences, 'units' | 'writing'>,
): ValueNames => ({
  units,
  writing,
  of(name, value) {
    const values = facets.find((facet) => facet.name === name)?.values ?? [];
    return valueName(name, values.find((one) => one.value === value) ?? { value, label: value }, writing);
  },
});

/** Display name of a counted value; countries are in the reader's language. */
export const valueName = (
  name: FacetName,
  { value, label }: { value: string; label: string },
  writing: Writing | null,
): string => (name === 'country' && writing?.country(value)) || facetOf(name).labelOf(label);

/** Facets whose values need no label. */
const plain: readonly string[] = ['category', 'brand', 'drivetrain', 'rearGear', 'frameMaterial', 'country', 'region'];

/** For example `1986 to 2021`, `from 1986`, `until 2021`. */
function yearText({ yearFrom, yearTo }: Search): string {
  if (yearFrom === null) return t`until ${yearTo}`;
  if (yearTo === null) return t`from ${yearFrom}`;
  return yearFrom === yearTo ? String(yearFrom) : t`${yearFrom} to ${yearTo}`;
}

type Reading = { value: string; unit: string };

/** A weight in the reader's unit, such as `8.5` and `kg`. @param grams a whole number */
export function weightIn(grams: number, { units, writing }: Pick<ValueNames, 'units' | 'writing'>): Reading {
  const { storedIn, unit } = bikeFields.weightG;
  const { value, unit: shown } = measureIn(grams, storedIn, unitIn(unit, units));
  return { value: decimal(value, writing), unit: shown };
}

/** For example `7 to 9 kg`, `from 7 kg`, `up to 9 kg`. */
function weightText({ weightFrom, weightTo }: Search, names: ValueNames): string {
  const [from, to] = [weightFrom, weightTo].map((grams) => (grams === null ? null : weightIn(grams, names)));
  if (!from) return to ? t`up to ${to.value} ${to.unit}` : '';
  if (!to) return t`from ${from.value} ${from.unit}`;
  return from.value === to.value ? `${to.value} ${to.unit}` : t`${from.value} to ${to.value} ${to.unit}`;
}

/** Label of a filter on its own. */
export function choiceText({ name, value }: Choice, search: Search, names: ValueNames): string {
  if (name === 'keywords') return t`“${value}”`;
  if (!isFacet(name)) return name === 'weight' ? weightText(search, names) : yearText(search);
  const text = names.of(name, value);
  return plain.includes(name) && value !== 'Other' ? text : t`${labelOf(name)}: ${text}`;
}

/** Active filters in the order of the URL. */
export const choicesOf = (search: Search): Choice[] => [
  ...(search.keywords ? [{ name: 'keywords', value: search.keywords }] : []),
  ...facetNames.flatMap((name) => search.facets[name].map((value) => ({ name, value }))),
  ...rangeNames.filter((name) => isLimited(search, name)).map((name) => ({ name, value: '' })),
];

const anything: ChosenRange = { from: null, to: null };

export function without(search: Search, { name, value }: Choice): Search {
  if (name === 'keywords') return { ...search, keywords: '' };
  if (isRange(name)) return withRange(search, name, anything);
  if (!isFacet(name)) return search;
  const values = search.facets[name].filter((one) => one !== value);
  return { ...search, facets: { ...search.facets, [name]: values } };
}

/** Adds or removes a value of a facet. */
export function toggled(search: Search, name: FacetName, value: string): Search {
  const chosen = search.facets[name];
  const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].sort();
  return { ...search, facets: { ...search.facets, [name]: values } };
}

/** Keeps only keywords and sort order. */
export const unfiltered = (search: Search): Search => ({
  ...search,
  facets: Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Search['facets'],
  yearFrom: null,
  yearTo: null,
  weightFrom: null,
  weightTo: null,
});

/** URL of a search; its first page without a cursor. */
export const pageOf = (search: Search, cursor = ''): string => searchPage({ ...searchParamsOf(search), cursor });

const maxInName = 3;

/** Heading of a search: the keywords, otherwise the label of the matching category link, otherwise the filters. */
export function nameOf(search: Search, names: ValueNames): string {
  if (search.keywords) return search.keywords;
  const here = pageOf({ ...search, sort: 'BestMatch' });
  const link = categoryLinks.find(({ query }) => searchPage(query) === here);
  if (link) return link.label;
  const choices = choicesOf(search);
  const texts = choices.slice(0, maxInName).map((choice) => choiceText(choice, search, names));
  return choices.length > maxInName ? `${texts.join(' · ')} …` : texts.join(' · ') || t`Bikes`;
}
