import type { BikeCard } from '#contract/bikes.ts';
import { pageSize } from '#contract/list-sizes.ts';
import type { Person } from '#contract/people.ts';
import type { FacetCounts, SearchAnswer, Suggestions } from '#contract/search/calls.ts';
import { type FacetName, isPlaceFacet, placeFacets } from '#contract/search/facets.ts';
import type { FoundPage } from '#contract/search/in-memory.ts';
import type { SortPosition } from '#contract/search/order.ts';
import { readSearch, type Search, type SearchQuery } from '#contract/search/query.ts';
import { termsOf } from '#contract/search/terms.ts';
import { tokensOf } from '#contract/search/tokens.ts';
import type { KnownName, TermStore } from './search.terms.store.ts';
import type { SearchIndex, SearchPage } from './search-index.ts';

const asNumber = (value: number): number => (Number.isFinite(value) ? value : -1e9);

/** Encodes the position after which the next page begins. */
const cursorOf = ({ by, id }: SortPosition): string =>
  Buffer.from(JSON.stringify([id, ...by.map(asNumber)])).toString('base64url');

/** Decodes a cursor with so many sort keys; null, the first page, if it is invalid. */
function positionFrom(cursor: string | undefined, numbers: number): SortPosition | null {
  if (!cursor) return null;
  try {
    const [id, ...by]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isOurs = typeof id === 'string' && by.length === numbers && by.every(Number.isFinite);
    return isOurs ? { by: by as number[], id } : null;
  } catch {
    return null;
  }
}

/** Number of sort keys in a cursor. */
const numbersOf = { BestMatch: 1, Newest: 1, Oldest: 1, Popular: 2 } as const;
const numbersOfMatch = 5;
/** Suggestions of each kind, and the rows that they are filtered from when several words were typed. */
const maxSuggestions = 5;
const suggestedFrom = 100;

interface Deps {
  index: SearchIndex;
  cards(ids: readonly string[]): Promise<BikeCard[]>;
  termStore: TermStore;
  /** Name of a country or region in English; undefined if there is none with this code. */
  placeName(code: string): string | undefined;
  /** Members whose name begins with `typed`. */
  membersCalled(typed: string, limit: number): Promise<Person[]>;
}

/** Searches bikes in an index, and suggests searches. */
export class SearchService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async search({ cursor, limit = pageSize, ...query }: SearchQuery): Promise<SearchAnswer> {
    const { search, ignored } = this.#read(query);
    const byMatch = search.sort === 'BestMatch' && termsOf(search.keywords).length > 0;
    const after = positionFrom(cursor, byMatch ? numbersOfMatch : numbersOf[search.sort]);
    const { next, out, items } = await this.#found(search, { after, limit });
    const facets = out.facets.map((facet) => (isPlaceFacet(facet.name) ? this.#withNames(facet) : facet));
    return { ...out, facets, items, next: next && cursorOf(next), ignored };
  }

  /** Parses a search. Places that do not exist are ignored. */
  #read(query: Omit<SearchQuery, 'cursor' | 'limit'>): ReturnType<typeof readSearch> {
    const { search, ignored } = readSearch(query);
    const isKnown = (code: string) => this.#deps.placeName(code) !== undefined;
    const facets = { ...search.facets };
    for (const name of placeFacets) {
      for (const value of facets[name]) if (!isKnown(value)) ignored.push({ name, value });
      facets[name] = facets[name].filter(isKnown);
    }
    return { search: { ...search, facets }, ignored };
  }

  /** Labels places with their names. */
  #withNames({ values, ...facet }: FacetCounts): FacetCounts {
    return { ...facet, values: values.map((one) => ({ ...one, label: this.#deps.placeName(one.value) ?? one.value })) };
  }

  /** Number of bikes by each value of a facet; values without bikes are left out. */
  countsOf(facet: FacetName): Promise<Map<string, number>> {
    return this.#deps.index.countsOf(facet);
  }

  /** The newest bikes that a search finds with all of its keywords, published after `since`; at most `limit`. */
  async publishedAfter(search: Search, since: Date, limit: number): Promise<BikeCard[]> {
    const isNew = ({ publishedAt }: BikeCard) => publishedAt !== null && Date.parse(publishedAt) > since.getTime();
    // Most searches find nothing new, so one bike is asked for first.
    for (const some of [1, limit]) {
      const { items } = await this.#found({ ...search, sort: 'Newest' }, { after: null, limit: some, needsAll: true });
      const fresh = items.filter(isNew);
      if (fresh.length < some || some === limit) return fresh;
    }
    return [];
  }

  async #found(search: Search, page: SearchPage): Promise<FoundPage & { items: BikeCard[] }> {
    const { index, cards } = this.#deps;
    const found = await index.find(search, page);
    const items = await cards(found.ids);
    if (items.length === found.ids.length) return { ...found, items };
    // Some bikes are gone without an event: remove them and search again.
    const there = new Set(items.map(({ id }) => id));
    index.forget(found.ids.filter((id) => !there.has(id)));
    const again = await index.find(search, page);
    return { ...again, items: await cards(again.ids) };
  }

  /** Suggestions for what was typed so far. */
  async suggest(typed: string): Promise<Suggestions> {
    const tokens = tokensOf(typed);
    if (tokens.length === 0) return { brands: [], models: [], members: [] };
    const [brands, models, members] = await Promise.all([
      this.#named('brand', tokens),
      this.#named('model', tokens),
      this.#deps.membersCalled(typed, maxSuggestions),
    ]);
    return {
      brands: brands.map(({ id, brand }) => ({ id, name: brand })),
      models: models.map(({ id, brand, model }) => ({ id, brand, model })),
      members,
    };
  }

  /** Names in which each of these words begins some word. */
  async #named(kind: 'brand' | 'model', tokens: readonly string[]): Promise<KnownName['name'][]> {
    const [longest = ''] = tokens.toSorted((a, b) => b.length - a.length);
    const rows = await this.#deps.termStore.names(
      kind,
      longest,
      tokens.length > 1 ? suggestedFrom : 2 * maxSuggestions,
    );
    const fits = ({ name: { brand, model } }: KnownName) => {
      const own = tokensOf(`${brand} ${model}`);
      return tokens.every((word) => word === longest || own.some((one) => one.startsWith(word)));
    };
    return rows
      .filter(fits)
      .slice(0, maxSuggestions)
      .map(({ name }) => name);
  }
}
