import { placeParam } from '#contract/place-address.ts';
import { getPlace, type PlacePage } from '#contract/place-page.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { placeOf, savePlace } from './places.cache.ts';

export const place = defineQuery({
  name: 'place',
  endpoint: getPlace,
  request: (code: string) => ({ params: { place: placeParam(code) } }),
  read: async (_, code) => {
    const cached = await placeOf(code);
    return withSavedAt(cached?.place, cached);
  },
  initial: (page) => page,
  save: (page) => savePlace(page),
});

/** The page of a place; opening it caches it for offline use. */
export const usePlace = (code: string): Read<PlacePage> => useQuery(place, code);
