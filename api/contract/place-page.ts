import * as v from 'valibot';
import { BikeCard } from './bikes.ts';
import { endpoint } from './endpoint.ts';
import { PageQuery, pageOf } from './paging.ts';
import { placeParam } from './place-address.ts';
import { isCountryCode, isPlaceCode, NamedPlace } from './places.ts';

/** The page of a country or region whose bikes can be seen by their owners' places. */
export const PlacePage = v.object({
  ...NamedPlace.entries,
  /** The places around it, the largest first; empty for a country. */
  within: v.array(NamedPlace),
  /** Number of bikes. */
  total: v.number(),
  /** Its largest parts with bikes, by the number of these. */
  parts: v.array(v.object({ ...NamedPlace.entries, count: v.number() })),
});
export type PlacePage = v.InferOutput<typeof PlacePage>;

/** `place`: the code in lower case, see {@link placeParam}. */
export const getPlace = endpoint('GET', '/places/:place', { reply: PlacePage });
/** Bikes of members who ride there and list bikes by it, newest first. */
export const listPlaceBikes = endpoint('GET', '/places/:place/bikes', { query: PageQuery, reply: pageOf(BikeCard) });

/** The code of a place in an address; null if it has another form. */
export function placeCodeOf(param: string): string | null {
  const code = param.toUpperCase();
  return param === placeParam(code) && isPlaceCode(code) ? code : null;
}

/** The parameters of a search for the bikes of a place. */
export const placeFilter = (code: string): { country?: string; region?: string } =>
  isCountryCode(code) ? { country: code } : { region: code };
