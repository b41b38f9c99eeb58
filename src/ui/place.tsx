import { Link } from 'react-router';
import { placePage } from '#contract/place-address.ts';
import type { NamedPlace } from '#contract/places.ts';
import { t } from '#contract/texts.ts';
import { useWriting } from './display-preferences.ts';
import type { Writing } from './in-language.ts';

/** Where a member lives: the code of the country, its name in English, the region, and the whole in English. */
type PlaceNames = { country?: string; countryName?: string; regionName?: string; place?: string };

/** The region and the country in the reader's language; empty if the member did not tell. */
export function placeText(names: PlaceNames, writing: Writing | null): string {
  const { country = '', countryName = '', regionName = '', place = '' } = names;
  const name = writing?.country(country) ?? countryName;
  if (!name) return place;
  // For translators: a region and its country.
  return regionName ? t.as('place')`${regionName}, ${name}` : name;
}

/** The same as an element, which leads to the bikes of the place if the member lists bikes by it. */
export function LinkedPlace({ of: names, place }: { of: PlaceNames; place: NamedPlace | undefined }) {
  if (!place) return <Place of={names} />;
  return (
    <Link to={placePage(place)}>
      <Place of={names} />
    </Link>
  );
}

/** The same as an element. Servers and browsers name some countries differently, which is no fault in hydration. */
export function Place({ of: names }: { of: PlaceNames }) {
  const text = placeText(names, useWriting());
  return <bdi suppressHydrationWarning>{text}</bdi>;
}
