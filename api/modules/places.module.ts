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
    countsOf: (facet) => search.service.countsOf(facet),
    bikesWith: search.bikesWith,
  });
  return {
    cacheDependencies: {
      [routeOf(listCountries)]: [],
      [routeOf(listRegions)]: [],
      // Its numbers are those of the search index.
      [routeOf(getPlace)]: [any('bikes'), any('words')],
      [routeOf(listPlaceBikes)]: [any('bikes')],
    },
    sitemaps: { places: service.sitemap },
    mount: (api, guards) => void api.route('/', placeRoutes(service, guards)),
    mountOutside: (site) => void site.route('/', flagRoutes()),
  } satisfies Module;
}
