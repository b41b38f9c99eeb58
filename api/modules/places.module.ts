import { flagRoutes, placeRoutes } from '#api/features/places/places.routes.ts';
import type { Module } from './module.ts';

/** The lists of countries and regions, and the flags. */
export function placesModule() {
  return {
    mount: (api, guards) => void api.route('/', placeRoutes(guards)),
    mountOutside: (site) => void site.route('/', flagRoutes()),
  } satisfies Module;
}
