import type { SitemapSource } from '#api/platform/sitemap-source.ts';
import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import { type PlacePage, placeFilter, placePage } from '#contract/place-page.ts';
import { isCountryCode } from '#contract/places.ts';
import { Problem } from '#contract/problems.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import { namedPlace, placeName, placesOf, regionAbove } from './places.lists.ts';

type PlaceQuery = {
  country?: string[];
  region?: string[];
  sort: 'Newest';
  limit?: number;
  cursor?: string | undefined;
};

interface Deps {
  search(query: PlaceQuery): Promise<SearchAnswer>;
  /** The codes of the places that visible bikes are listed by, in alphabetical order. */
  placesWithBikes(): Promise<string[]>;
}

const countryOf = (code: string): string => code.slice(0, 2);

/** The bikes of countries and regions, by the places that their owners chose. */
export class PlaceService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found if there is no such place */
  async page(code: string): Promise<PlacePage> {
    const country = countryOf(code);
    const isCountry = isCountryCode(code);
    const { total, facets } = await this.#find(code, { limit: 1 });
    const regions = facets.find(({ name }) => name === 'region')?.values ?? [];
    const above = isCountry ? undefined : code;
    const parts = regions.filter(({ value, count }) => count > 0 && regionAbove(value) === above);
    return {
      ...namedPlace(code),
      within: isCountry ? [] : placesOf({ country, region: code }).slice(0, -1).map(namedPlace),
      total,
      parts: parts.map(({ value, count }) => ({ ...namedPlace(value), count })),
    };
  }

  /** The bikes of a place, newest first. @throws not_found if there is no such place */
  async bikes(code: string, page: { cursor?: string | undefined; limit?: number }): Promise<Page<BikeCard>> {
    const { items, next } = await this.#find(code, page);
    return { items, next };
  }

  async #find(code: string, page: Omit<PlaceQuery, 'sort'>): Promise<SearchAnswer> {
    if (placeName(code) === undefined) throw new Problem('not_found');
    // The country keeps regions of other countries out of the counts.
    const { region } = placeFilter(code);
    return this.#deps.search({
      country: [countryOf(code)],
      ...(region && { region: [region] }),
      sort: 'Newest',
      ...page,
    });
  }

  /** The pages of places with bikes. They have no dates, so all are of the same time. */
  readonly sitemap: SitemapSource = {
    itemsAfter: async (cursor, limit) => {
      const codes = await this.#deps.placesWithBikes();
      return codes
        .filter((code) => placeName(code) !== undefined && code > (cursor?.id ?? ''))
        .slice(0, limit)
        .map((id) => ({ id, slug: namedPlace(id).name, publishedAt: new Date(0) }));
    },
    pageOf: (code, name) => placePage({ code, name }),
  };
}
