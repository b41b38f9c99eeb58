import type { SitemapSource } from '#api/platform/sitemap-source.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import { placePage } from '#contract/place-address.ts';
import type { PlacePage } from '#contract/place-page.ts';
import { isCountryCode } from '#contract/places.ts';
import { Problem } from '#contract/problems.ts';
import { type PlaceFacet, placeFacets } from '#contract/search/facets.ts';
import { namedPlace, placeName, placesOf, regionAbove } from './places.lists.ts';

interface Deps {
  /** Number of visible bikes by each code of a facet of places; places without bikes are left out. */
  countsOf(facet: PlaceFacet): Promise<Map<string, number>>;
  /** A page of the bikes with a code, newest first. */
  bikesWith(facet: PlaceFacet, code: string, limit: number, cursor?: string): Promise<Page<BikeCard>>;
}

const facetOf = (code: string): PlaceFacet => (isCountryCode(code) ? 'country' : 'region');

/** @throws not_found if there is no such place */
function checkPlace(code: string): void {
  if (placeName(code) === undefined) throw new Problem('not_found');
}

/** The bikes of countries and regions, by the places that their owners chose. */
export class PlaceService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found if there is no such place */
  async page(code: string): Promise<PlacePage> {
    checkPlace(code);
    const { countsOf } = this.#deps;
    const country = code.slice(0, 2);
    const isCountry = code === country;
    const above = isCountry ? undefined : code;
    const [all, regions] = await Promise.all([countsOf(facetOf(code)), countsOf('region')]);
    const parts = [...regions].filter(([part]) => part.startsWith(`${country}-`) && regionAbove(part) === above);
    return {
      ...namedPlace(code),
      within: isCountry ? [] : placesOf({ country, region: code }).slice(0, -1).map(namedPlace),
      total: all.get(code) ?? 0,
      parts: parts
        .map(([part, count]) => ({ ...namedPlace(part), count }))
        .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
    };
  }

  /** The bikes of a place, newest first. @throws not_found if there is no such place */
  async bikes(code: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<BikeCard>> {
    checkPlace(code);
    return this.#deps.bikesWith(facetOf(code), code, limit, cursor);
  }

  /** The pages of places with bikes. They have no dates, so all are of the same time. */
  readonly sitemap: SitemapSource = {
    itemsAfter: async (cursor, limit) => {
      const counts = await Promise.all(placeFacets.map((facet) => this.#deps.countsOf(facet)));
      return counts
        .flatMap((one) => [...one.keys()])
        .filter((code) => placeName(code) !== undefined && code > (cursor?.id ?? ''))
        .sort()
        .slice(0, limit)
        .map((id) => ({ id, slug: namedPlace(id).name, publishedAt: new Date(0) }));
    },
    pageOf: (code, name) => placePage({ code, name }),
  };
}
