import type { Now } from '#api/platform/clock.ts';
import type { Log } from '#api/platform/logs.ts';
import type { FacetName } from '#contract/search/facets.ts';
import type { FoundPage } from '#contract/search/in-memory.ts';
import type { Search } from '#contract/search/query.ts';
import type { SearchIndex, SearchPage } from '../search-index.ts';
import { SearchFailure } from './client.ts';
import type { OpenSearch } from './open-search.ts';

interface Deps {
  openSearch: OpenSearch;
  /** Searches while OpenSearch is away. */
  fallback: Pick<SearchIndex, 'find' | 'countsOf'>;
  now: Now;
  log: Log;
}

/** Milliseconds for which no search waits for OpenSearch after it was away. */
const pauseMs = 5_000;
/** Milliseconds for which a bike is left out, until the writer has removed it. */
const hiddenMs = 60_000;
const maxHidden = 500;
const badRequest = 400;

/** Searches OpenSearch, or the database while OpenSearch is away. */
export class OpenSearchIndex implements SearchIndex {
  readonly #deps: Deps;
  /** Until when a bike is left out, by id. */
  readonly #hidden = new Map<string, number>();
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #isAway = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  find(search: Search, page: SearchPage): Promise<FoundPage> {
    const { openSearch, fallback } = this.#deps;
    return this.#either(
      () => openSearch.find(search, page, this.#hiddenIds()),
      () => fallback.find(search, page),
    );
  }

  countsOf(facet: FacetName): Promise<Map<string, number>> {
    const { openSearch, fallback } = this.#deps;
    return this.#either(
      () => openSearch.countsOf(facet),
      () => fallback.countsOf(facet),
    );
  }

  /** Asks OpenSearch, or the database while it is away. */
  async #either<T>(ask: () => Promise<T>, instead: () => Promise<T>): Promise<T> {
    const { now, log } = this.#deps;
    if (now().getTime() < this.#pausedUntil) return instead();
    try {
      const found = await ask();
      if (this.#isAway) log.info({ event: 'search.back' }, 'searches use OpenSearch again');
      this.#isAway = false;
      return found;
    } catch (error) {
      const isRefused = !(error instanceof SearchFailure) || error.status === badRequest;
      if (isRefused) log.error({ err: error, event: 'search.refused' }, 'OpenSearch refuses a search');
      else {
        if (!this.#isAway) log.warn({ err: error, event: 'search.away' }, 'searches use the database meanwhile');
        this.#isAway = true;
        this.#pausedUntil = now().getTime() + pauseMs;
      }
      return instead();
    }
  }

  forget(ids: readonly string[]): void {
    const until = this.#deps.now().getTime() + hiddenMs;
    for (const id of ids) this.#hidden.set(id, until);
  }

  #hiddenIds(): string[] {
    const now = this.#deps.now().getTime();
    for (const [id, until] of this.#hidden) if (until <= now || this.#hidden.size > maxHidden) this.#hidden.delete(id);
    return [...this.#hidden.keys()];
  }
}
