import type { Count, FacetCounts } from '#contract/search/calls.ts';
import type { FacetName } from '#contract/search/facets.ts';
import {
  type Candidate,
  type Counted,
  conditionNames,
  type FilteredBikes,
  filterAndCount,
} from '#contract/search/filter-and-count.ts';
import { facetTerm } from '#contract/search/found.ts';
import { averageWeight, type FoundPage, fewest, leastImportant, outOf } from '#contract/search/in-memory.ts';
import { compareSortPositions, type SortPosition } from '#contract/search/order.ts';
import { isLimited, rangeNames, type Search } from '#contract/search/query.ts';
import { type Asked, type Demand, type KeywordDemand, readAsked } from './search.reading.ts';
import type { TermStore } from './search.terms.store.ts';
import { type BikeReader, type Window, walk, windowOf } from './search.window.ts';
import type { SearchPage } from './search-index.ts';

interface Deps {
  bikes: BikeReader & {
    termsBeginning(typed: string): Promise<string[]>;
    unlisted(limit: number): Promise<{ status: string; terms: string[] }[]>;
  };
  termStore: TermStore;
  /** Number of public bikes. */
  count(): Promise<number>;
}

/** Result of a search that needs some of its keywords. */
type Round = {
  driver: Demand | null;
  needed: readonly KeywordDemand[];
  /** The candidates, by the driver. */
  window: Window;
  found: FilteredBikes<Candidate>;
  /** Whether a facet was counted among all bikes that it could count. */
  isComplete(facet: number): boolean;
};

/** Unlisted bikes that are counted. They are listed within a minute. */
const maxOpen = 500;
/** Bikes sampled to weigh a keyword. */
const weightSample = 50;

const placeOf = (name: string): number => (conditionNames as readonly string[]).indexOf(name);
const isRanged = (search: Search): boolean => rangeNames.some((name) => isLimited(search, name));
const byFew = (a: Demand, b: Demand) => a.n - b.n;

/** Replaces the counts of one facet. */
const withFacet = (found: FilteredBikes<Candidate>, at: number, other: Counted): FilteredBikes<Candidate> => ({
  ...found,
  tallies: found.tallies.map((one, facet) => (facet === at && other.tallies[facet]) || one),
  ranges: Object.fromEntries(
    rangeNames.map((name) => [name, (placeOf(name) === at ? other : found).ranges[name]]),
  ) as Counted['ranges'],
  without: found.without.map((one, facet) => (facet === at ? (other.without[facet] ?? 0) : one)),
});

/** Finds bikes along the indexes of the database, with bounded work for any search. */
export class SearchInDatabase {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async find(search: Search, { after, limit, needsAll = false }: SearchPage): Promise<FoundPage> {
    const asked = await readAsked(search, this.#deps);
    const { round, dropped } = await this.#relaxed(search, asked, needsAll);
    const { found, window } = round;
    const page = await this.#page(search, asked, round, { after, limit });
    const nothing = found.count === 0 && window.complete;
    const others = nothing && asked.keywords.length > 0 ? await this.#round(search, asked, []) : null;
    const out = outOf(search, { found, others: others?.found.count ?? 0, corrected: asked.corrected, dropped });
    const [total, facets] = await Promise.all([
      this.#total(search, asked, round),
      this.#exactFacets(search, asked, round, out.facets),
    ]);
    const isComplete = (name: string) =>
      name === 'keywords' ? others?.window.complete : round.isComplete(placeOf(name));
    const waysOut = nothing ? out.waysOut.map((way) => ({ ...way, atLeast: !isComplete(way.name) })) : [];
    return { ...page, out: { ...out, total, facets, waysOut } };
  }

  /** Number of bikes by each value of a facet, as last counted, with the bikes that are not listed yet. */
  async countsOf(facet: FacetName): Promise<Map<string, number>> {
    const { termStore, bikes } = this.#deps;
    const [counts, open] = await Promise.all([termStore.countsOf(facet), bikes.unlisted(maxOpen)]);
    const start = facetTerm(facet, '');
    const terms = open.flatMap((bike) => (bike.status === 'Active' ? bike.terms : []));
    for (const term of terms) {
      const value = term.slice(start.length);
      if (term.startsWith(start)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return counts;
  }

  /** Requires all keywords; if too few bikes have all of them, drops the least important one unless all are needed. */
  async #relaxed(
    search: Search,
    asked: Asked,
    needsAll: boolean,
  ): Promise<{ round: Round; dropped: KeywordDemand | null }> {
    const round = await this.#round(search, asked, asked.keywords);
    const isFew = !needsAll && round.window.complete && round.found.count < fewest;
    const weakest = isFew && asked.keywords.length > 1 ? await this.#weakestOf(asked.keywords) : undefined;
    if (!weakest) return { round, dropped: null };
    const wider = await this.#round(
      search,
      asked,
      asked.keywords.filter((one) => one !== weakest),
    );
    return wider.found.count > round.found.count ? { round: wider, dropped: weakest } : { round, dropped: null };
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
    const own = driver?.facet ?? null;
    const [window, ownWindow] = await Promise.all([candidatesOf(driver), own === null ? null : candidatesOf(second)]);
    return {
      driver,
      needed,
      window,
      found: own === null || !ownWindow ? of(window) : withFacet(of(window), own, of(ownWindow)),
      isComplete: (facet) => (facet === own && ownWindow ? ownWindow : window).complete,
    };
  }

  async #page(
    search: Search,
    asked: Asked,
    { needed, found, window, driver }: Round,
    { after, limit }: { after: SortPosition | null; limit: number },
  ): Promise<Pick<FoundPage, 'ids' | 'next'>> {
    const ranked = window.complete || (search.sort === 'BestMatch' && asked.keywords.length > 0);
    if (ranked) {
      const rest = after
        ? found.found.filter(({ position }) => compareSortPositions(search.sort, position, after) > 0)
        : found.found;
      const shown = rest.slice(0, limit);
      const last = shown.at(-1);
      return {
        ids: shown.map(({ bike }) => bike.id),
        next: rest.length > limit && last ? last.position : null,
      };
    }
    const begin = { after, begun: after ? null : window };
    const { bikes, next } = await walk(this.#deps.bikes, driver?.terms ?? null, search.sort, begin, {
      enough: limit,
      filter: (some) =>
        filterAndCount(some, { search, terms: [], needed: needed.map(({ term }) => term) }).found.map(
          ({ bike }) => bike,
        ),
    });
    return { ids: bikes.map(({ id }) => id), next };
  }

  async #total(search: Search, asked: Asked, { window, found: { count } }: Round): Promise<Count> {
    if (window.complete) return { count, atLeast: false };
    const [only, other] = asked.facets;
    // With one facet value or none, the stored number is exact enough.
    if (asked.keywords.length === 0 && !isRanged(search) && !other && (only?.terms.length ?? 1) === 1) {
      const n = only ? only.n : await this.#deps.count();
      if (n >= count) return { count: n, atLeast: false };
    }
    return { count, atLeast: true };
  }

  /** Takes the stored numbers of the values of a facet that is the only condition. The others are lower bounds. */
  async #exactFacets(search: Search, asked: Asked, round: Round, facets: FacetCounts[]): Promise<FacetCounts[]> {
    const nothingElse = asked.keywords.length === 0 && !isRanged(search);
    const isStored = (facet: number) =>
      nothingElse && !round.isComplete(facet) && asked.facets.every((one) => one.facet === facet);
    const stored = facets.filter(({ name }) => isStored(placeOf(name)));
    const terms = stored.flatMap(({ name, values }) => values.map(({ value }) => facetTerm(name, value)));
    const known = terms.length > 0 ? await this.#deps.termStore.known(terms) : new Map<string, number>();
    return facets.map((one) => {
      if (!stored.includes(one)) return { ...one, atLeast: !round.isComplete(placeOf(one.name)) };
      const countOf = (value: string) => known.get(facetTerm(one.name, value)) ?? 0;
      return { ...one, values: one.values.map((it) => ({ ...it, count: Math.max(it.count, countOf(it.value)) })) };
    });
  }
}
