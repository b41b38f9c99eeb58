import type { NamedPlace } from './places.ts';
import { slugOfName } from './slug.ts';

/** A place's code in an address, such as `de-bw`. */
export const placeParam = (code: string): string => code.toLowerCase();

/** The page of a place, such as `/place/de-bw/baden-wurttemberg`. */
export const placePage = ({ code, name }: NamedPlace): string =>
  `/place/${[placeParam(code), slugOfName(name)].filter(Boolean).join('/')}`;
