import type { Count, FacetCounts, SearchAnswer } from '#contract/search/calls.ts';
import { facetNames } from '#contract/search/facets.ts';
import {
  type Candidate,
  countsOf,
  type FilteredBikes,
  filterAndCount,
  yearsAt,
} from '#contract/search/filter-and-count.ts';
import { facetTerm } from '#contract/search/found.ts';
import { averageWeight, type FoundPage, fewest, leastImportant, waysOutOf } from '#contract/search/in-memory.ts';
import { compareSortPositions, type SortPosition } from '#contract/search/order.ts';
import type { Search } from '#contract/search/query.ts';
import { type Asked, type Demand, type KeywordDemand, readAsked } from './search.reading.ts';
import type { TermStore } from './search.terms.store.ts';
import { type BikeReader, type Window, walk, windowOf } from './search.window.ts';

interface Deps {
  bikes: BikeReader & {
    termsBeginning(typed: string): Promise<string[]>;
  };
  termStore: TermStore;
  /** Number of public bikes. */
  count(): Promise<number>;
}

/** Result of a search with a set of demands. */
type Round = {
  driver: Demand | null;
  /** Candidates: `main` for the results, `own` for counting the values of the driver's facet. */
  windows: { main: Window; own: Window | null };
  main: FilteredBikes<Candidate>;
  own: FilteredBikes<Candidate> | null;
};

/** Bikes sampled to weigh a keyword. */
const weightSample = 50;

const byFew = (a: Demand, b: Demand) => a.n - b.n;

/** Finds bikes along the indexes of the database, with bounded work for any search. */
export class SearchInDatabase {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async find(search: Search, { after, limit }: { after: SortPosition | null; limit: number }): Promise<FoundPage> {
    const asked = await readAsked(search, this.#deps);
    const { round, needed, dropped } = await this.#relaxed(search, asked);
    const page = await this.#page({ search, asked, needed, round }, after, limit);
    const [facets, total] = await Promise.all([this.#facets(search, asked, round), this.#total(search, asked, round)]);
    const nothing = round.main.found.length === 0 && round.windows.main.complete;
    return {
      ...page,
      out: {
        total,
        facets,
        years: (round.driver?.facet === yearsAt ? round.own : round.main)?.years ?? null,
        dropped,
        corrected: asked.corrected,
        waysOut: nothing ? await this.#waysOut(search, asked, round) : [],
      },
    };
  }

  /** Requires all keywords; if too few bikes have all of them, drops the least important one. */
  async #relaxed(search: Search, asked: Asked) {
    const round = await this.#round(search, asked, asked.keywords);
    const isFew = round.windows.main.complete && round.main.found.length < fewest;
    const weakest = isFew && asked.keywords.length > 1 ? await this.#weakestOf(asked.keywords) : undefined;
    if (!weakest) return { round, needed: asked.keywords, dropped: null };
    const needed = asked.keywords.filter((one) => one !== weakest);
    const wider = await this.#round(search, asked, needed);
    if (wider.main.found.length <= round.main.found.length) return { round, needed: asked.keywords, dropped: null };
    return { round: wider, needed, dropped: weakest.term.typed };
  }

  async #weakestOf(keywords: readonly KeywordDemand[]): Promise<KeywordDemand | undefined> {
    const weights = new Map(
      await Promise.all(
        keywords.map(async (one) => {
          const bikes = await this.#deps.bikes.some(one.terms, weightSample);
          return [one, averageWeight(bikes, one.term)] as const;
        }),
      ),
    );
    return leastImportant(keywords, (one) => weights.get(one) ?? 0);
  }

  async #round(search: Search, asked: Asked, needed: readonly KeywordDemand[]): Promise<Round> {
    const demands: Demand[] = [...needed, ...asked.facets].sort(byFew);
    const [driver = null, second = null] = demands;
    const terms = asked.keywords.map(({ term }) => term);
    const byMatch = search.sort === 'BestMatch' && terms.length > 0;
    const candidatesOf = (demand: Demand | null) =>
      windowOf(this.#deps.bikes, demand?.terms ?? null, demand?.n ?? 0, byMatch ? null : search.sort);
    const of = (window: Window) =>
      filterAndCount(window.bikes, { search, terms: byMatch ? terms : [], needed: needed.map(({ term }) => term) });
    // Bikes with other values of the driver's facet are not among the driver's candidates, so they are read by the
    // second demand.
    const isFacet = driver !== null && driver.facet !== null;
    const [window, own] = await Promise.all([candidatesOf(driver), isFacet ? candidatesOf(second) : null]);
    return { driver, windows: { main: window, own }, main: of(window), own: own && of(own) };
  }

  async #page(
    { search, asked, needed, round }: { search: Search; asked: Asked; needed: readonly KeywordDemand[]; round: Round },
    after: SortPosition | null,
    limit: number,
  ): Promise<{ ids: string[]; next: SortPosition | null }> {
    const { main, windows, driver } = round;
    const ranked = windows.main.complete || (search.sort === 'BestMatch' && asked.keywords.length > 0);
    if (ranked) {
      const rest = after
        ? main.found.filter(({ position }) => compareSortPositions(search.sort, position, after) > 0)
        : main.found;
      const shown = rest.slice(0, limit);
      const last = shown.at(-1);
      return {
        ids: shown.map(({ bike }) => bike.id),
        next: rest.length > limit && last ? last.position : null,
      };
    }
    const begin = { after, begun: after ? null : windows.main };
    const { bikes, next } = await walk(this.#deps.bikes, driver?.terms ?? null, search.sort, begin, {
      enough: limit,
      filter: (some) =>
        filterAndCount(some, { search, terms: [], needed: needed.map(({ term }) => term) }).found.map(
          ({ bike }) => bike,
        ),
    });
    return { ids: bikes.map(({ id }) => id), next };
  }

  async #total(search: Search, asked: Asked, { windows, main }: Round): Promise<Count> {
    if (windows.main.complete) return { count: main.found.length, atLeast: false };
    const [only, other] = asked.facets;
    const isYears = search.yearFrom !== null || search.yearTo !== null;
    // With one facet value or none, the stored number is exact enough.
    if (asked.keywords.length === 0 && !isYears && !other && (only?.terms.length ?? 1) === 1) {
      const n = only ? only.n : await this.#deps.count();
      if (n > main.found.length) return { count: n, atLeast: false };
    }
    return { count: main.found.length, atLeast: true };
  }

  async #facets(search: Search, asked: Asked, round: Round): Promise<FacetCounts[]> {
    const { driver, main, own, windows } = round;
    const nothingElse = asked.keywords.length === 0 && search.yearFrom === null && search.yearTo === null;
    const counted = facetNames.map((name, facet) => {
      const isOwn = driver?.facet === facet;
      const [filtered, window] = isOwn && own && windows.own ? [own, windows.own] : [main, windows.main];
      const values = countsOf(name, filtered.tallies[facet] ?? new Map(), search.facets[name]);
      const alone = nothingElse && asked.facets.every((one) => one.facet === facet);
      return { name, atLeast: !window.complete, values, alone };
    });
    // With no other condition, the stored number of a value is its count.
    const suggested = counted.flatMap(({ name, alone, atLeast, values }) =>
      alone && atLeast ? values.map(({ value }) => facetTerm(name, value)) : [],
    );
    const known = suggested.length > 0 ? await this.#deps.termStore.known(suggested) : new Map<string, number>();
    return counted.flatMap(({ name, alone, atLeast, values }) => {
      if (values.length === 0) return [];
      if (!alone || !atLeast) return [{ name, atLeast, values }];
      const all = values.map((one) => ({
        ...one,
        count: Math.max(one.count, known.get(facetTerm(name, one.value)) ?? 0),
      }));
      return [{ name, atLeast: false, values: all }];
    });
  }

  /** Counts the results without one of the conditions. */
  async #waysOut(
    search: Search,
    asked: Asked,
    { driver, main, own, windows }: Round,
  ): Promise<SearchAnswer['waysOut']> {
    const others = asked.keywords.length > 0 ? await this.#round(search, asked, []) : null;
    const isComplete = (facet: number | null) =>
      (facet === null ? others?.windows.main : driver?.facet === facet ? windows.own : windows.main)?.complete ?? true;
    const ownFacet = driver?.facet ?? -1;
    const without = main.without.map((count, facet) => (facet === ownFacet && own ? (own.without[facet] ?? 0) : count));
    return waysOutOf(search, { without }, others?.main.found.length ?? 0).flatMap(({ facet, ...way }) =>
      way.count > 0 ? [{ ...way, atLeast: !isComplete(facet) }] : [],
    );
  }
}
