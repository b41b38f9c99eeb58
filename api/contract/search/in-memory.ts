import type { SearchAnswer } from './calls.ts';
import { facetNames } from './facets.ts';
import { type Candidate, type Counted, countsOf, filterAndCount, rangeAt } from './filter-and-count.ts';
import { matchOf, type Term } from './match.ts';
import type { SortPosition } from './order.ts';
import { isLimited, rangeNames, rangeOf, type Search } from './query.ts';
import { correctionsOf, type KnownWord, mayBeMisspelt, termsOf, trusted } from './terms.ts';

/** Below this number of bikes, the least important keyword is dropped. */
export const fewest = 3;

/** Result of a search in memory. */
export type FoundInMemory<C extends Candidate> = FoundOut & { found: C[] };

/** The answer without its bikes. */
type FoundOut = Omit<SearchAnswer, 'items' | 'next' | 'ignored'>;

/** Result of a search in the database: a page of ids, and the position where the next one begins. */
export type FoundPage = { out: FoundOut; ids: string[]; next: SortPosition | null };

/** A keyword with its corrections, the number of bikes that match it, and its average weight on these. */
type ReadKeyword = { term: Term; n: number; weight(): number };
export type ReadKeywords = Pick<SearchAnswer, 'corrected'> & { read: ReadKeyword[] };

/**
 * Returns the least important keyword: the one with the lowest average weight, then with the fewest bikes. Letter pairs
 * of one run are never dropped alone.
 */
export const leastImportant = <K extends Pick<ReadKeyword, 'term' | 'n'>>(
  keywords: readonly K[],
  weightOf: (one: K) => number,
): K | undefined =>
  keywords
    .filter(({ term }) => !term.isPart)
    .map((one) => ({ one, weight: Math.round(weightOf(one)) }))
    .sort((a, b) => a.weight - b.weight || a.one.n - b.one.n)[0]?.one;

/** Average score of a keyword on the bikes that match it. */
export function averageWeight(bikes: readonly Pick<Candidate, 'indexText'>[], term: Term): number {
  const scores = bikes.map(({ indexText }) => matchOf(indexText, [term]).score).filter((score) => score > 0);
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(scores.length, 1);
}

/** Yields every word of these bikes with the number of bikes that have it. */
function* countTokens(bikes: readonly Candidate[]): Generator<KnownWord> {
  const counts = new Map<string, number>();
  for (const { indexText } of bikes)
    for (const word of new Set(indexText.slice(indexText.indexOf('\n')).split(/\s+/)))
      if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, n] of counts) yield { word, n };
}

const countMatches = (bikes: readonly Candidate[], term: Term): number =>
  bikes.filter(({ indexText }) => matchOf(indexText, [term]).terms > 0).length;

/** Reads the keywords and corrects misspelt ones. */
function readKeywords(bikes: readonly Candidate[], keywords: string): ReadKeywords {
  const corrected: SearchAnswer['corrected'] = [];
  let known: KnownWord[] | null = null;
  const read = termsOf(keywords).map((typed) => {
    const n = countMatches(bikes, typed);
    const readAs = (term: Term, count: number): ReadKeyword => ({
      term,
      n: count,
      weight: () => averageWeight(bikes, term),
    });
    if (n >= trusted || !mayBeMisspelt(typed)) return readAs(typed, n);
    known ??= [...countTokens(bikes)];
    const near = correctionsOf(typed, n, known);
    const [nearest] = near;
    if (!nearest) return readAs(typed, n);
    if (n === 0) corrected.push({ typed: typed.typed, read: nearest.word });
    const term = { ...typed, near };
    return readAs(term, countMatches(bikes, term));
  });
  return { read, corrected };
}

/** Counts what the search would find without each of its conditions. */
function waysOutOf(search: Search, { without }: Pick<Counted, 'without'>, withoutKeywords: number) {
  const facets = facetNames.flatMap((name, facet) =>
    search.facets[name].map((value) => ({ name: name as string, value, count: without[facet] ?? 0 })),
  );
  const ranges = rangeNames
    .filter((name) => isLimited(search, name))
    .map((name) => {
      const { from, to } = rangeOf(search, name);
      return { name: name as string, value: `${from ?? ''}–${to ?? ''}`, count: without[rangeAt(name)] ?? 0 };
    });
  return [{ name: 'keywords', value: search.keywords, count: withoutKeywords }, ...facets, ...ranges].flatMap((way) =>
    way.count > 0 ? [{ ...way, atLeast: false }] : [],
  );
}

/**
 * Answers a search with all keywords, or without the least important one when too few bikes match all.
 * @param by finds the bikes that match these keywords
 * @param needsAll never leaves a keyword out
 */
export function answerBy<C extends Counted>(
  search: Search,
  { read, corrected }: ReadKeywords,
  by: (needed: readonly Term[]) => C,
  needsAll = false,
): { found: C; out: FoundOut } {
  const terms = read.map(({ term }) => term);
  const all = by(terms);
  const isFew = !needsAll && all.count < fewest && terms.length > 1;
  const weakest = isFew ? leastImportant(read, ({ weight }) => weight()) : undefined;
  const wider = weakest ? by(terms.filter((term) => term !== weakest.term)) : all;
  const isWider = wider.count > all.count;
  const found = isWider ? wider : all;
  const others = found.count === 0 && terms.length > 0 ? by([]).count : 0;
  return { found, out: outOf(search, { found, others, corrected, dropped: isWider ? (weakest ?? null) : null }) };
}

/**
 * Builds the answer without its bikes.
 * @param others number of bikes that the search would find without keywords, if it finds none
 */
export function outOf(
  search: Search,
  {
    found,
    others,
    corrected,
    dropped,
  }: { found: Counted; others: number; dropped: { term: Term } | null } & Pick<SearchAnswer, 'corrected'>,
): FoundOut {
  return {
    total: { count: found.count, atLeast: false },
    facets: facetNames.flatMap((name, at) => {
      const values = countsOf(name, found.tallies[at] ?? new Map(), search.facets[name]);
      return values.length > 0 ? [{ name, atLeast: false, values }] : [];
    }),
    years: found.ranges.year,
    weights: found.ranges.weight,
    dropped: dropped?.term.typed ?? null,
    corrected,
    waysOut: found.count === 0 ? waysOutOf(search, found, others) : [],
  };
}

/** Searches bikes in memory, such as a device's cache, by the rules of the server's search. */
export function searchInMemory<C extends Candidate>(bikes: readonly C[], search: Search): FoundInMemory<C> {
  const keywords = readKeywords(bikes, search.keywords);
  const terms = keywords.read.map(({ term }) => term);
  const { found, out } = answerBy(search, keywords, (needed) => filterAndCount(bikes, { search, terms, needed }));
  return { ...out, found: found.found.map(({ bike }) => bike) };
}
