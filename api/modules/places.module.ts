import { flagRoutes, placeRoutes } from '#api/features/places/places.routes.ts';
import { listCountries, listRegions } from '#contract/places.ts';
import { routeOf } from './cache-dependencies.ts';
import type { Module } from './module.ts';

/** The lists of countries and regions, and the flags. */
export function placesModule() {
  return {
    cacheDependencies: {
      [routeOf(listCountries)]: [],
      [routeOf(listRegions)]: [],
    },
    mount: (api, guards) => void api.route('/', placeRoutes(guards)),
    mountOutside: (site) => void site.route('/', flagRoutes()),
  } satisfies Module;
}
