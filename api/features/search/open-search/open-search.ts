import { editsAllowed, withinEdits } from '#contract/edits.ts';
import type { SearchAnswer } from '#contract/search/calls.ts';
import { type FacetName, facetLabel, facetNames } from '#contract/search/facets.ts';
import { type Counted, conditionNames, type FacetCountsByValue, rangeAt } from '#contract/search/filter-and-count.ts';
import { type FoundPage, fewest, leastImportant, outOf } from '#contract/search/in-memory.ts';
import type { Term } from '#contract/search/match.ts';
import { type SortPosition, sortPositionOf } from '#contract/search/order.ts';
import {
  isLimited,
  type Range,
  type RangeName,
  rangeNames,
  rangeOf,
  type Search,
  type SearchSort,
} from '#contract/search/query.ts';
import { correctionsOf, mayBeMisspelt, termsOf, trusted } from '#contract/search/terms.ts';
import type { SearchPage } from '../search-index.ts';
import type { OpenSearchClient } from './client.ts';
import { makerSeparator } from './documents.ts';
import { bucketsOf, CountsReply, FoundReply, SuggestReply } from './replies.ts';
import { having, matchFrom, type Query, ranked, scoreOf, weightSteps } from './score.ts';

type Keyword = { term: Term; n: number };
type Round = Counted & { ids: string[]; next: SortPosition | null };

/** Values that are counted without a search: there are fewer regions. */
const maxCounted = 10_000;
/** Values of one facet that are counted; there are fewer makers. */
const maxValues = 2_000;
/** Similar words that are compared. */
const maxSimilar = 100;
/** Greater numbers lose digits. */
const maxNumber = Number.MAX_SAFE_INTEGER;
/** Greater scores and frequencies lose digits: OpenSearch has 24 bits for them. */
const maxScore = 2 ** 24 - 1;

const within = (number: number, max: number) => Math.min(max, Math.max(-max, number));

const nameOf = (at: number): string => `n${at}`;
const fromIn = (name: RangeName) => `${name}From` as const;
const toIn = (name: RangeName) => `${name}To` as const;

/** The sort of an order, its values after a position of that order, and the position of such values. */
function sortOf(sort: SearchSort, byMatch: boolean) {
  const direction = sort === 'Oldest' ? 'asc' : 'desc';
  const fields = byMatch
    ? ['_score', 'hotRank', 'publishedAt']
    : { BestMatch: ['hotRank'], Newest: ['publishedAt'], Oldest: ['publishedAt'], Popular: ['points', 'publishedAt'] }[
        sort
      ];
  return {
    sort: [...fields, 'id'].map((field) => ({ [field]: direction })),
    valuesAfter({ by, id }: SortPosition): (number | string)[] {
      const [terms = 0, score = 0, adjacent = 0, ...rest] = by;
      const first = within(scoreOf({ terms, score, adjacent }), maxScore);
      if (byMatch) return [first, ...rest.map((number) => within(number, maxNumber)), id];
      return [...by.map((number) => within(sort === 'Oldest' ? -number : number, maxNumber)), id];
    },
    positionAt(values: readonly (number | string)[]): SortPosition {
      const id = String(values.at(-1));
      const numbers = values.slice(0, -1).map(Number);
      const of = (name: string) => numbers[fields.indexOf(name)] ?? 0;
      const bike = { id, hotRank: of('hotRank'), publishedAt: of('publishedAt'), points: of('points') };
      return sortPositionOf(sort, bike, byMatch ? matchFrom(of('_score')) : null);
    },
  };
}

/** Searches the bikes in OpenSearch by the rules of `searchInMemory`. */
export class OpenSearch {
  readonly #client: OpenSearchClient;

  constructor(client: OpenSearchClient) {
    this.#client = client;
  }

  /** @param hidden ids of bikes that are left out */
  async find(search: Search, page: SearchPage, hidden: readonly string[] = []): Promise<FoundPage> {
    const { keywords, corrected } = await this.#read(search.keywords);
    const terms = keywords.map(({ term }) => term);
    const by = (needed: readonly Term[]) => this.#round(search, { terms, needed, page, hidden });
    const all = await by(terms);
    const isFew = !page.needsAll && all.count < fewest && terms.length > 1;
    const weakest = isFew ? await this.#weakestOf(keywords) : undefined;
    const wider = weakest ? await by(terms.filter((term) => term !== weakest.term)) : all;
    const isWider = wider.count > all.count;
    const found = isWider ? wider : all;
    const others = found.count === 0 && terms.length > 0 ? await this.#countWithoutKeywords(search) : 0;
    const out = outOf(search, { found, others, corrected, dropped: isWider ? (weakest ?? null) : null });
    return { out, ids: found.ids, next: found.next };
  }

  /** Number of bikes by each value of a facet. */
  async countsOf(facet: FacetName): Promise<Map<string, number>> {
    const values = { terms: { field: `facets.${facet}`, size: maxCounted } };
    const { aggregations } = await this.#client.search(CountsReply, {
      size: 0,
      track_total_hits: false,
      aggs: { values },
    });
    return new Map(aggregations.values.buckets.map(({ key, doc_count: count }) => [key, count]));
  }

  /** Reads the keywords and corrects misspelt ones. */
  async #read(typed: string): Promise<{ keywords: Keyword[] } & Pick<SearchAnswer, 'corrected'>> {
    const corrected: SearchAnswer['corrected'] = [];
    const terms = termsOf(typed);
    const counts = await this.#client.counts(terms.map((term) => having(term)));
    const doubtful = terms.filter((term, at) => (counts[at] ?? 0) < trusted && mayBeMisspelt(term));
    const similar = await this.#similarTo(doubtful.map((term) => term.typed));
    const keywords = terms.map((term, at) => {
      const n = counts[at] ?? 0;
      const near = doubtful.includes(term) ? correctionsOf(term, n, similar) : [];
      if (n === 0 && near[0]) corrected.push({ typed: term.typed, read: near[0].word });
      return { term: { ...term, near }, n };
    });
    return { keywords, corrected };
  }

  /** Words of bikes that may be a few edits away, with the number of bikes that have them. */
  async #similarTo(typed: readonly string[]): Promise<{ word: string; n: number }[]> {
    if (typed.length === 0) return [];
    const suggest = Object.fromEntries(
      typed.map((text, at) => [
        nameOf(at),
        {
          text,
          term: {
            field: 'all',
            analyzer: 'keyword',
            suggest_mode: 'always',
            string_distance: 'damerau_levenshtein',
            max_edits: 2,
            prefix_length: 0,
            size: maxSimilar,
            shard_size: maxSimilar,
            // By default a word of 1 % of the bikes is never misspelt.
            max_term_freq: maxScore,
          },
        },
      ]),
    );
    const reply = await this.#client.search(SuggestReply, { size: 0, track_total_hits: false, suggest });
    const near = typed.flatMap((word, at) => {
      const options = (reply.suggest[nameOf(at)] ?? []).flatMap((one) => one.options.map(({ text }) => text));
      return options.filter((option) => withinEdits(word, option, editsAllowed(word.length)));
    });
    const words = [...new Set(near)];
    // The suggester's own frequencies include deleted documents.
    const counts = await this.#client.counts(words.map((word) => ({ term: { all: word } })));
    return words.map((word, at) => ({ word, n: counts[at] ?? 0 }));
  }

  async #weakestOf(keywords: readonly Keyword[]): Promise<Keyword | undefined> {
    const steps = keywords.flatMap((keyword) => weightSteps(keyword.term).map((step) => ({ ...step, keyword })));
    const counts = await this.#client.counts([
      ...keywords.map(({ term }) => having(term)),
      ...steps.map((one) => one.filter),
    ]);
    const sums = new Map<Keyword, number>();
    for (const [at, { keyword, weight }] of steps.entries())
      sums.set(keyword, (sums.get(keyword) ?? 0) + weight * (counts[keywords.length + at] ?? 0));
    const all = keywords.map((keyword, at) => {
      const n = counts[at] ?? 0;
      return { term: keyword.term, n, weight: (sums.get(keyword) ?? 0) / Math.max(n, 1) };
    });
    return leastImportant(all, ({ weight }) => weight);
  }

  /** The conditions of the search by their index. */
  #conditions(search: Search): Map<number, Query> {
    const { facets } = search;
    const chosen = facetNames.flatMap((name, place): [number, Query][] =>
      facets[name].length > 0 ? [[place, { terms: { [`facets.${name}`]: facets[name] } }]] : [],
    );
    const ranges = rangeNames
      .filter((name) => isLimited(search, name))
      .map((name): [number, Query] => {
        const { from, to } = rangeOf(search, name);
        const bounds = { ...(from !== null && { gte: from }), ...(to !== null && { lte: to }) };
        return [rangeAt(name), { range: { [name]: bounds } }];
      });
    return new Map([...chosen, ...ranges]);
  }

  async #countWithoutKeywords(search: Search): Promise<number> {
    const [count = 0] = await this.#client.counts([{ bool: { filter: [...this.#conditions(search).values()] } }]);
    return count;
  }

  async #round(
    search: Search,
    {
      terms,
      needed,
      page: { after, limit },
      hidden,
    }: { terms: readonly Term[]; needed: readonly Term[]; page: SearchPage; hidden: readonly string[] },
  ): Promise<Round> {
    const byMatch = search.sort === 'BestMatch' && terms.length > 0;
    const order = sortOf(search.sort, byMatch);
    const conditions = this.#conditions(search);
    const without = (left: number | null) => ({
      bool: { filter: [...conditions].flatMap(([place, query]) => (place === left ? [] : [query])) },
    });
    const values = (place: number) => {
      const name = facetNames[place];
      return { terms: { field: name === 'brand' ? 'maker' : `facets.${name}`, size: maxValues } };
    };
    const places = facetNames.map((_, place) => place);
    const extent = (name: RangeName) => ({
      [fromIn(name)]: { min: { field: name } },
      [toIn(name)]: { max: { field: name } },
    });
    const free = rangeNames.filter((name) => !conditions.has(rangeAt(name)));
    // The values of a facet, and the ranges, are counted as if nothing was chosen there.
    const aggs = {
      all: {
        filter: without(null),
        aggs: {
          ...Object.fromEntries(
            places.flatMap((place) => (conditions.has(place) ? [] : [[nameOf(place), values(place)]])),
          ),
          ...Object.assign({}, ...free.map(extent)),
        },
      },
      ...Object.fromEntries(
        [...conditions.keys()].map((place) => {
          const range = rangeNames.find((name) => rangeAt(name) === place);
          return [
            nameOf(place),
            { filter: without(place), aggs: range ? extent(range) : { [nameOf(place)]: values(place) } },
          ];
        }),
      ),
    };
    const matching = byMatch ? ranked(terms, needed) : { filter: needed.map(having) };
    const reply = await this.#client.search(FoundReply, {
      query: { bool: { ...matching, ...(hidden.length > 0 && { must_not: [{ terms: { id: hidden } }] }) } },
      post_filter: without(null),
      size: limit + 1,
      sort: order.sort,
      ...(after && { search_after: order.valuesAfter(after) }),
      track_total_hits: true,
      aggs,
    });
    return { ...countedOf(reply, [...conditions.keys()]), ...pageOf(reply, limit, order.positionAt) };
  }
}

function pageOf({ hits: { hits } }: FoundReply, limit: number, placeAt: ReturnType<typeof sortOf>['positionAt']) {
  const positions = hits.slice(0, limit).map(({ sort }) => placeAt(sort));
  return { ids: positions.map(({ id }) => id), next: hits.length > limit ? (positions.at(-1) ?? null) : null };
}

function countedOf({ hits: { total }, aggregations }: FoundReply, chosen: readonly number[]): Counted {
  const { all } = aggregations;
  const tallies = facetNames.map((name, place): FacetCountsByValue => {
    const counts: FacetCountsByValue = new Map();
    const key = nameOf(place);
    for (const bucket of bucketsOf(chosen.includes(place) ? aggregations[key] : all, key)) {
      const [value = '', brand = ''] = bucket.key.split(makerSeparator);
      const known = counts.get(value);
      const count = (known?.count ?? 0) + bucket.doc_count;
      counts.set(value, { count, label: known?.label ?? facetLabel(name, value, brand) });
    }
    return counts;
  });
  const rangeIn = (name: RangeName): Range | null => {
    const counted = chosen.includes(rangeAt(name)) ? aggregations[nameOf(rangeAt(name))] : all;
    const [from, to] = [counted?.[fromIn(name)]?.value ?? null, counted?.[toIn(name)]?.value ?? null];
    return from === null || to === null ? null : { from, to };
  };
  return {
    count: total.value,
    tallies,
    ranges: { year: rangeIn('year'), weight: rangeIn('weight') },
    without: conditionNames.map((_, place) =>
      chosen.includes(place) ? (aggregations[nameOf(place)]?.doc_count ?? 0) - total.value : 0,
    ),
  };
}
