import { iso31661, iso31662 } from 'iso-3166';
import { type Country, isCountryCode, type NamedPlace, type Region } from '#contract/places.ts';

const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const { compare } = new Intl.Collator('en');
const byName = (one: { name: string }, other: { name: string }) => compare(one.name, other.name);

const countries: readonly Country[] = iso31661
  .map(({ alpha2, name }) => ({ code: alpha2, name: english.of(alpha2) ?? name }))
  .sort(byName);
const countryNames = new Map(countries.map(({ code, name }) => [code, name]));

const regionNames = new Map(iso31662.map(({ code, name }) => [code, name]));
const regions = Map.groupBy(
  iso31662.map(({ code, name, parent }): Region => ({ code, name, within: regionNames.get(parent) ?? '' })),
  ({ code }) => code.slice(0, 2),
);
const parents = new Map(iso31662.map(({ code, parent }) => [code, parent]));
for (const list of regions.values()) list.sort(byName);

/** All countries and territories, sorted by name. */
export const countryList = (): readonly Country[] => countries;
/** Regions of a country, sorted by name; empty if it has none. */
export const regionList = (country: string): readonly Region[] => regions.get(country) ?? [];
/** English name of a country; undefined if there is none with this code. */
export const countryName = (code: string): string | undefined => countryNames.get(code);
/** Name of a region; undefined if the country has none with this code. */
export const regionName = (country: string, code: string): string | undefined =>
  code.startsWith(`${country}-`) ? regionNames.get(code) : undefined;
/** Name of a country or region; undefined if there is none with this code. */
export const placeName = (code: string): string | undefined =>
  isCountryCode(code) ? countryNames.get(code) : regionNames.get(code);

/** The region that a region is a part of; undefined for the largest ones. */
export const regionAbove = (code: string): string | undefined => {
  const above = parents.get(code);
  return above !== undefined && regionNames.has(above) ? above : undefined;
};

/** The codes of a country, a region in it, and all regions between, the largest first; none if there is no such country. */
export function placesOf({ country, region }: { country: string; region: string }): string[] {
  if (countryName(country) === undefined) return [];
  const regions: string[] = [];
  for (
    let one: string | undefined = region;
    one && regionName(country, one) !== undefined && !regions.includes(one);
    one = regionAbove(one)
  )
    regions.unshift(one);
  return [country, ...regions];
}

/** Adds the name to the code of a place. */
export const namedPlace = (code: string): NamedPlace => ({ code, name: placeName(code) ?? code });
