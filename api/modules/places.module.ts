import { flagRoutes, placeRoutes } from '#api/features/places/places.routes.ts';
import { PlaceService } from '#api/features/places/places.service.ts';
import { getPlace, listPlaceBikes } from '#contract/place-page.ts';
import { listCountries, listRegions } from '#contract/places.ts';
import { any, routeOf } from './cache-dependencies.ts';
import type { Module } from './module.ts';
import type { SearchModule } from './search.module.ts';

interface Deps {
  search: SearchModule;
}

/** The lists of countries and regions, their flags, and the pages of their bikes. */
export function placesModule({ search }: Deps) {
  const service = new PlaceService({
    search: (query) => search.service.search(query),
    placesWithBikes: () => search.placesWithBikes(),
  });
  // As searches, which these are.
  const found = [any('bikes'), any('words')];
  return {
    cacheDependencies: {
      [routeOf(listCountries)]: [],
      [routeOf(listRegions)]: [],
      [routeOf(getPlace)]: found,
      [routeOf(listPlaceBikes)]: found,
    },
    sitemaps: { places: service.sitemap },
    mount: (api, guards) => void api.route('/', placeRoutes(service, guards)),
    mountOutside: (site) => void site.route('/', flagRoutes()),
  } satisfies Module;
}
