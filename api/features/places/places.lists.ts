import { iso31661, iso31662 } from 'iso-3166';
import type { Country, Region } from '#contract/places.ts';

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
