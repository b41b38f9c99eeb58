import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bikeFields } from '#contract/bike-fields.ts';
import { categoryLinks } from '#contract/bike-options.ts';
import { searchPage } from '#contract/pages.ts';
import { type FacetName, facetNames, facetOf, isPlaceFacet } from '#contract/search/facets.ts';
import { readSearch, type Search, searchSorts } from '#contract/search/query.ts';
import { addressText } from '#src/features/search/address-text.ts';
import { askedOf } from '#src/features/search/search.queries.ts';
import {
  choicesOf,
  choiceText,
  nameOf,
  pageOf,
  toggled,
  unfiltered,
  valueNamesIn,
  without,
} from '#src/features/search/search-choices.ts';
import { writingIn } from '#src/ui/in-language.ts';

const everything = readSearch({}).search;
const at = (page: string) => askedOf(new URL(page, 'https://example.org').searchParams);
const facets: Parameters<typeof valueNamesIn>[0] = [
  { name: 'brand', atLeast: false, values: [{ value: 'riese-muller', label: 'Riese & Müller', count: 3 }] },
  { name: 'region', atLeast: false, values: [{ value: 'DE-BW', label: 'Baden-Württemberg', count: 2 }] },
];
const names = valueNamesIn(facets, { units: 'Metric', writing: null });

const valuesOf = (name: FacetName) => {
  const unlisted = { country: ['CH', 'DE'], region: ['CH-BE', 'DE-BW', 'FR-75C'] };
  const options = isPlaceFacet(name) ? unlisted[name] : (facetOf(name).options ?? ['surly', 'riese-muller', 'Other']);
  return fc.subarray([...options]).map((values) => values.slice(0, 5).sort());
};
const year = fc.option(fc.integer({ min: bikeFields.year.min, max: 2026 }));
const weight = fc.option(fc.integer({ min: bikeFields.weightG.min, max: bikeFields.weightG.max }));
/** The same ends, the smaller first. */
const ordered = ([one, other]: [number | null, number | null]) =>
  one !== null && other !== null && one > other ? [other, one] : [one, other];
const searches: fc.Arbitrary<Search> = fc
  .record({
    keywords: fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => text.trim()),
    facets: fc.record(Object.fromEntries(facetNames.map((name) => [name, valuesOf(name)]))),
    years: fc.tuple(year, year),
    weights: fc.tuple(weight, weight),
    sort: fc.constantFrom(...searchSorts),
  })
  .map(({ keywords, facets, years, weights, sort }) => {
    const [yearFrom = null, yearTo = null] = ordered(years);
    const [weightFrom = null, weightTo = null] = ordered(weights);
    return { keywords, facets: facets as Search['facets'], yearFrom, yearTo, weightFrom, weightTo, sort };
  });

test('the URL of any search describes that search, without empty values', () => {
  fc.assert(
    fc.property(searches, fc.string({ maxLength: 20 }), (search, cursor) => {
      const page = pageOf(search, cursor);
      expect(at(page)).toEqual({ search, ignored: [], cursor });
      expect(page).not.toMatch(/=(?:&|$)/);
    }),
  );
});

const ends = ['yearFrom', 'yearTo', 'weightFrom', 'weightTo'];

test('any URL is parsed, and ignored values are reported', () => {
  const name = fc.constantFrom('keywords', ...facetNames, ...ends, 'sort', 'cursor', 'other');
  const value = fc.string({ unit: 'grapheme' });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const { search, ignored } = askedOf(new URLSearchParams(pairs));
      // The parsed search has a URL of its own, which gives the same search.
      expect(at(pageOf(search))).toEqual({ search, ignored: [], cursor: '' });
      const facets = pairs.filter(([one, text]) => (facetNames as string[]).includes(one) && text.trim());
      const known = facetNames.flatMap((facet) => search.facets[facet].map((one) => `${facet} ${one}`));
      const reported = ignored.map((one) => `${one.name} ${one.value}`);
      for (const [facet, text] of facets) {
        const label = `${facet} ${text.trim()}`;
        expect(known.includes(label) || reported.some((one) => label.startsWith(one))).toBe(true);
      }
    }),
  );
});

test('a removed filter is removed from the URL, and no other', () => {
  fc.assert(
    fc.property(searches, (search) => {
      const choices = choicesOf(search);
      for (const choice of choices) {
        const left = choicesOf(at(pageOf(without(search, choice))).search);
        expect(left).toEqual(choices.filter((one) => one !== choice));
        expect(choiceText(choice, search, names)).not.toMatch(/null|undefined/);
      }
      expect(choicesOf(unfiltered(search)).every(({ name }) => name === 'keywords')).toBe(true);
      expect(nameOf(search, names)).not.toBe('');
    }),
  );
});

test('a value selected twice is deselected', () => {
  fc.assert(
    fc.property(searches, fc.constantFrom(...facetNames), (search, name) => {
      const value = facetOf(name).options?.[0] ?? { country: 'AT', region: 'AT-9' }[String(name)] ?? 'surly';
      const once = toggled(search, name, value);
      expect(once.facets[name].includes(value)).toBe(!search.facets[name].includes(value));
      expect(toggled(once, name, value)).toEqual(search);
    }),
  );
});

test("a filter's label is understandable alone", () => {
  const search = at(
    '/x?brand=riese-muller&color=Red&ownership=Sold&drivetrain=Other&category=Road&yearFrom=2021&yearTo=1986',
  ).search;
  expect(choicesOf(search).map((choice) => choiceText(choice, search, names))).toEqual([
    ...['Road', 'Riese & Müller', 'Drivetrain: Other', 'Color: Red', 'Ownership: Sold', '1986 to 2021'],
  ]);
  const years = (query: string) => choiceText({ name: 'year', value: '' }, at(`/x?${query}`).search, names);
  expect([years('yearFrom=1986'), years('yearTo=1986'), years('yearFrom=1986&yearTo=1986')]).toEqual([
    ...['from 1986', 'until 1986', '1986'],
  ]);
});

test('places are called by their names, and weights are in the units of the reader', () => {
  const search = at('/x?region=DE-BW&country=DE&weightFrom=7&weightTo=9.072').search;
  const texts = (named: typeof names) => choicesOf(search).map((choice) => choiceText(choice, search, named));
  expect(texts(names)).toEqual(['DE', 'Baden-Württemberg', '7 to 9.07 kg']);
  expect(texts({ ...names, units: 'Imperial' }).at(-1)).toBe('15.4 to 20 lb');
  const german = valueNamesIn(facets, { units: 'Metric', writing: writingIn('de') });
  expect(texts(german)).toEqual(['Deutschland', 'Baden-Württemberg', '7 to 9,07 kg']);
  const weights = (query: string) => choiceText({ name: 'weight', value: '' }, at(`/x?${query}`).search, names);
  expect([weights('weightFrom=7,5'), weights('weightTo=9'), weights('weightTo=9&weightFrom=9')]).toEqual([
    ...['from 7.5 kg', 'up to 9 kg', '9 kg'],
  ]);
  expect(pageOf(search)).toBe('/bike/search?country=DE&region=DE-BW&weightFrom=7&weightTo=9.072');
});

test('a search is titled by its text, else by the link that leads there, else by its filters', () => {
  const called = (page: string) => nameOf(at(page).search, names);
  for (const { label, query } of categoryLinks) expect(called(searchPage(query))).toBe(label);
  expect(called('/x?drivetrain=E-Bike&sort=Oldest')).toBe('E-Bikes');
  expect(called('/x?keywords=lugged&category=Road')).toBe('lugged');
  expect(called('/x?category=Road&brand=riese-muller')).toBe('Road · Riese & Müller');
  expect(called('/x?category=Road&category=Track&category=City&category=Gravel')).toBe('City · Gravel · Road …');
  expect(nameOf(everything, names)).toBe('Bikes');
});

test('the words of an unknown URL become a search', () => {
  expect(addressText('/bikes-for-sale/surly_ogre.html')).toBe('bikes for sale surly ogre');
  expect(addressText('/bike/01890000-0000-7000-8000-000000000101/2021-surly-ogre')).toBe('surly ogre');
  expect(addressText('/caf%C3%A9/%E0%A4%A')).toBe('');
  expect(addressText('/page-not-found')).toBe('');
  fc.assert(fc.property(fc.webPath(), (path) => addressText(path).length < 200));
});
