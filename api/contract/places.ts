import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { endpoint } from './endpoint.ts';

/** A country or territory. `code`: ISO 3166-1; `name`: in English. */
export const Country = v.object({ code: v.string(), name: v.string() });
export type Country = v.InferOutput<typeof Country>;

/** A subdivision of a country. `code`: ISO 3166-2; `within`: the larger subdivision that it belongs to, or empty. */
export const Region = v.object({ code: v.string(), name: v.string(), within: v.string() });
export type Region = v.InferOutput<typeof Region>;

const RegionQuery = v.object({
  country: v.pipe(v.string(t`Choose a country.`), v.regex(/^[A-Z]{2}$/, t`Enter a country code, such as CH.`)),
});

export const listCountries = endpoint('GET', '/countries', { action: 'GetCountries', reply: v.array(Country) });
export const listRegions = endpoint('GET', '/regions', {
  action: 'GetRegions',
  query: RegionQuery,
  reply: v.array(Region),
});

const countryCode = /^[A-Z]{2}$/;
const placeCode = /^[A-Z]{2}(?:-[A-Z\d]{1,3})?$/;
export const isCountryCode = (code: string): boolean => countryCode.test(code);
/** Whether a code has the form of a country's or a region's. */
export const isPlaceCode = (code: string): boolean => placeCode.test(code);

/** A country or region by its code, with its name. */
export const NamedPlace = v.object({ code: v.string(), name: v.string() });
export type NamedPlace = v.InferOutput<typeof NamedPlace>;

/** Path of a country's flag, aspect ratio 4:3. */
export const flagPath = (country: string): string => `/images/flags/${country.toLowerCase()}.svg`;
/** Returns the country of a flag's path; null when it does not match. */
export const flagOfPath = (path: string): string | null =>
  /^\/images\/flags\/([a-z]{2})\.svg$/.exec(path)?.[1]?.toUpperCase() ?? null;
