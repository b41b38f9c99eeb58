import type { FacetName } from '#contract/search/facets.ts';
import type { FoundPage } from '#contract/search/in-memory.ts';
import type { SortPosition } from '#contract/search/order.ts';
import type { Search } from '#contract/search/query.ts';
import type { MemoryIndex } from './memory/memory-index.ts';
import type { SearchInDatabase } from './search.in-database.ts';

export type SearchPage = {
  after: SortPosition | null;
  limit: number;
  /** Leaves no keyword out, even if few bikes have all of them. */
  needsAll?: boolean;
};

/** Finds public bikes. */
export interface SearchIndex {
  /** A page of bikes with all counts. A position of one index continues the pages of any other. */
  find(search: Search, page: SearchPage): Promise<FoundPage>;
  /** Number of bikes by each value of a facet; values without bikes are left out. */
  countsOf(facet: FacetName): Promise<Map<string, number>>;
  /** Leaves out bikes that turned out not to be public any more. */
  forget(ids: readonly string[]): void;
}

type DatabaseSearch = Pick<SearchInDatabase, 'find' | 'countsOf'>;

/** Searches in this process's memory, or in the database while the memory index is not ready. */
export class EmbeddedIndex implements SearchIndex {
  readonly #inMemory: MemoryIndex;
  readonly #inDatabase: DatabaseSearch;

  constructor(inMemory: MemoryIndex, inDatabase: DatabaseSearch) {
    this.#inMemory = inMemory;
    this.#inDatabase = inDatabase;
  }

  async find(search: Search, page: SearchPage): Promise<FoundPage> {
    return (await this.#inMemory.current())?.find(search, page) ?? (await this.#inDatabase.find(search, page));
  }

  async countsOf(facet: FacetName): Promise<Map<string, number>> {
    return (await this.#inMemory.current())?.countsOf(facet) ?? (await this.#inDatabase.countsOf(facet));
  }

  forget(ids: readonly string[]): void {
    this.#inMemory.forget(ids);
  }
}
