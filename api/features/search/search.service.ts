import type { BikeCard } from '#contract/bikes.ts';
import { pageSize } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import type { FoundPage } from '#contract/search/among.ts';
import type { SearchAnswer, Suggestions } from '#contract/search/calls.ts';
import type { Place } from '#contract/search/order.ts';
import { readSearch, type Search, type SearchQuery } from '#contract/search/query.ts';
import { termsOf } from '#contract/search/terms.ts';
import { wordsOf } from '#contract/search/words.ts';
import type { KeptInMemory } from './memory/kept-in-memory.ts';
import { cursorOf, placeFrom } from './search.cursor.ts';
import type { SearchInDatabase } from './search.in-database.ts';
import type { KnownName, WordStore } from './search.words.store.ts';

/** How many numbers a place is made of. */
const numbersOf = { BestMatch: 1, Newest: 1, Oldest: 1, Popular: 2 } as const;
const numbersOfMatch = 5;
/** Suggestions of each kind, and the rows that they are chosen from where several words were typed. */
const mostSuggested = 5;
const suggestedFrom = 100;

type Page = { after: Place | null; limit: number };

interface Deps {
  inMemory: Pick<KeptInMemory, 'current' | 'forget'>;
  inDatabase: Pick<SearchInDatabase, 'find'>;
  cards(ids: readonly string[]): Promise<BikeCard[]>;
  words: Pick<WordStore, 'names'>;
  /** Members whose name begins so. */
  membersCalled(typed: string, limit: number): Promise<Person[]>;
}

/** Finds bikes by what they are called and by what they are: in memory, or in the database where that is not ready. */
export class SearchService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async search({ cursor, limit = pageSize, ...query }: SearchQuery): Promise<SearchAnswer> {
    const { search, ignored } = readSearch(query);
    const byMatch = search.sort === 'BestMatch' && termsOf(search.keywords).length > 0;
    const after = placeFrom(cursor, byMatch ? numbersOfMatch : numbersOf[search.sort]);
    const { next, out, items } = await this.#found(search, { after, limit });
    return { ...out, items, next: next && cursorOf(next), ignored };
  }

  async #found(search: Search, page: Page): Promise<FoundPage & { items: BikeCard[] }> {
    const { inMemory, inDatabase, cards } = this.#deps;
    const find = async () => (await inMemory.current())?.find(search, page) ?? (await inDatabase.find(search, page));
    const found = await find();
    const items = await cards(found.ids);
    if (items.length === found.ids.length) return { ...found, items };
    // Some went without a trace: without them others are found in their places.
    const there = new Set(items.map(({ id }) => id));
    inMemory.forget(found.ids.filter((id) => !there.has(id)));
    const again = await find();
    return { ...again, items: await cards(again.ids) };
  }

  /** What may be meant by what was typed so far. */
  async suggest(typed: string): Promise<Suggestions> {
    const words = wordsOf(typed);
    if (words.length === 0) return { brands: [], models: [], members: [] };
    const [brands, models, members] = await Promise.all([
      this.#named('brand', words),
      this.#named('model', words),
      this.#deps.membersCalled(typed, mostSuggested),
    ]);
    return {
      brands: brands.map(({ id, brand }) => ({ id, name: brand })),
      models: models.map(({ id, brand, model }) => ({ id, brand, model })),
      members,
    };
  }

  /** The names that have a word which begins with each of these. */
  async #named(kind: 'brand' | 'model', words: readonly string[]): Promise<KnownName['name'][]> {
    const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
    const rows = await this.#deps.words.names(kind, longest, words.length > 1 ? suggestedFrom : 2 * mostSuggested);
    const fits = ({ name: { brand, model } }: KnownName) => {
      const own = wordsOf(`${brand} ${model}`);
      return words.every((word) => word === longest || own.some((one) => one.startsWith(word)));
    };
    return rows
      .filter(fits)
      .slice(0, mostSuggested)
      .map(({ name }) => name);
  }
}
