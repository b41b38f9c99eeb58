import { bikeFields } from '#contract/bike-fields.ts';
import { categoryLinks } from '#contract/bike-options.ts';
import { searchPage } from '#contract/pages.ts';
import type { FacetCounts } from '#contract/search/calls.ts';
import { type FacetName, facetNames, facetOf } from '#contract/search/facets.ts';
import { type Search, searchParamsOf } from '#contract/search/query.ts';
import { t } from '#contract/texts.ts';

/** A filter of a search. `name` is the query parameter; `year` stands for both years. */
export type Choice = { name: string; value: string };

const isFacet = (name: string): name is FacetName => (facetNames as readonly string[]).includes(name);

/** Label of a query parameter. */
export function labelOf(name: string): string {
  if (isFacet(name)) return facetOf(name).label;
  return name === 'sort' ? t`Sort` : bikeFields.year.label;
}

/** Returns the display name of a facet's value; brand names come from the facet counts. */
export type ValueNames = (name: FacetName, value: string) => string;
export const valueNamesIn =
  (facets: readonly FacetCounts[]): ValueNames =>
  (name, value) => {
    const values = facets.find((facet) => facet.name === name)?.values ?? [];
    return facetOf(name).labelOf(values.find((one) => one.value === value)?.label ?? value);
  };

/** Facets whose values need no label. */
const plain: readonly string[] = ['category', 'brand', 'drivetrain', 'rearGear', 'frameMaterial'];

/** For example `1986 to 2021`, `from 1986`, `until 2021`. */
function yearText({ yearFrom, yearTo }: Search): string {
  if (yearFrom === null) return t`until ${yearTo}`;
  if (yearTo === null) return t`from ${yearFrom}`;
  return yearFrom === yearTo ? String(yearFrom) : t`${yearFrom} to ${yearTo}`;
}

/** Label of a filter on its own. */
export function choiceText({ name, value }: Choice, search: Search, names: ValueNames): string {
  if (name === 'keywords') return t`“${value}”`;
  if (!isFacet(name)) return yearText(search);
  const text = names(name, value);
  return plain.includes(name) && value !== 'Other' ? text : t`${labelOf(name)}: ${text}`;
}

/** Active filters in the order of the URL. */
export const choicesOf = (search: Search): Choice[] => [
  ...(search.keywords ? [{ name: 'keywords', value: search.keywords }] : []),
  ...facetNames.flatMap((name) => search.facets[name].map((value) => ({ name, value }))),
  ...(search.yearFrom === null && search.yearTo === null ? [] : [{ name: 'year', value: '' }]),
];

export function without(search: Search, { name, value }: Choice): Search {
  if (name === 'keywords') return { ...search, keywords: '' };
  if (!isFacet(name)) return { ...search, yearFrom: null, yearTo: null };
  const values = search.facets[name].filter((one) => one !== value);
  return { ...search, facets: { ...search.facets, [name]: values } };
}

/** Adds or removes a value of a facet. */
export function toggled(search: Search, name: FacetName, value: string): Search {
  const chosen = search.facets[name];
  const values = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value].sort();
  return { ...search, facets: { ...search.facets, [name]: values } };
}

/** Years as text for the inputs. */
export const yearTexts = ({ yearFrom, yearTo }: Pick<Search, 'yearFrom' | 'yearTo'>) => ({
  yearFrom: yearFrom === null ? '' : String(yearFrom),
  yearTo: yearTo === null ? '' : String(yearTo),
});

/** Keeps only keywords and sort order. */
export const unfiltered = (search: Search): Search => ({
  ...search,
  facets: Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Search['facets'],
  yearFrom: null,
  yearTo: null,
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
