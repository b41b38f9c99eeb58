import type { SearchAnswer } from './calls.ts';
import { facetNames } from './facets.ts';
import { matchOf, type Term } from './match.ts';
import type { Search } from './query.ts';
import { type Candidate, countsOf, type Sifted, sift, yearsAt } from './sift.ts';
import { type KnownWord, mayBeMisspelt, nearWords, termsOf } from './terms.ts';

/** Fewer bikes than that, and the rarest keyword is left out. */
export const fewest = 3;

/** What a search finds among bikes that are all at hand. */
export type FoundAmong<C extends Candidate> = Omit<SearchAnswer, 'items' | 'next' | 'ignored'> & { found: C[] };

/** Every word of these bikes, and how many have it. */
function* wordsAmong(bikes: readonly Candidate[]): Generator<KnownWord> {
  const counts = new Map<string, number>();
  for (const { find } of bikes)
    for (const word of new Set(find.slice(find.indexOf('\n')).split(/\s+/)))
      if (word) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, n] of counts) yield { word, n };
}

const having = (bikes: readonly Candidate[], term: Term): number =>
  bikes.filter(({ find }) => matchOf(find, [term]).terms > 0).length;

/** The keywords, those that no bike has with the words that may be meant. */
function readAmong(bikes: readonly Candidate[], keywords: string) {
  const corrected: SearchAnswer['corrected'] = [];
  const read = termsOf(keywords).map((typed) => {
    const n = having(bikes, typed);
    const near = n === 0 && mayBeMisspelt(typed) ? nearWords(typed, wordsAmong(bikes)) : [];
    const [nearest] = near;
    if (!nearest) return { term: typed, n };
    corrected.push({ typed: typed.typed, read: nearest.word });
    const term = { ...typed, near };
    return { term, n: having(bikes, term) };
  });
  return { read, corrected };
}

/** What there is without one of the things that were asked for. */
export function waysOutOf(
  search: Search,
  { without }: Pick<Sifted<Candidate>, 'without'>,
  withoutKeywords: number,
): { name: string; value: string; place: number | null; count: number }[] {
  const facets = facetNames.flatMap((name, place) =>
    search.facets[name].map((value) => ({ name: name as string, value, place, count: without[place] ?? 0 })),
  );
  const { yearFrom, yearTo } = search;
  const years = { name: 'year', value: [yearFrom ?? '', yearTo ?? ''].join('–') };
  return [
    { name: 'keywords', value: search.keywords, place: null, count: withoutKeywords },
    ...facets,
    { ...years, place: yearsAt, count: without[yearsAt] ?? 0 },
  ];
}

/** Searches bikes that are all at hand, such as those that a device keeps: by the rules of the site's own search. */
export function searchAmong<C extends Candidate>(bikes: readonly C[], search: Search): FoundAmong<C> {
  const { read, corrected } = readAmong(bikes, search.keywords);
  const terms = read.map(({ term }) => term);
  const by = (needed: readonly Term[]) => sift(bikes, { search, terms, needed });
  const all = by(terms);
  const [rarest] = read.toSorted((a, b) => a.n - b.n);
  const isFew = all.found.length < fewest && terms.length > 1;
  const wider = isFew ? by(terms.filter((term) => term !== rarest?.term)) : all;
  const isWider = wider.found.length > all.found.length;
  const sifted = isWider ? wider : all;
  const others = sifted.found.length === 0 && terms.length > 0 ? by([]).found.length : 0;
  const ways = sifted.found.length === 0 ? waysOutOf(search, sifted, others) : [];
  return {
    found: sifted.found.map(({ bike }) => bike),
    total: { count: sifted.found.length, atLeast: false },
    facets: facetNames.flatMap((name, at) => {
      const values = countsOf(name, sifted.tallies[at] ?? new Map(), search.facets[name]);
      return values.length > 0 ? [{ name, atLeast: false, values }] : [];
    }),
    years: sifted.years,
    dropped: isWider ? (rarest?.term.typed ?? null) : null,
    corrected,
    waysOut: ways.flatMap(({ name, value, count }) => (count > 0 ? [{ name, value, count, atLeast: false }] : [])),
  };
}
