import { bikeFields } from '#contract/bike-fields.ts';
import { facetNames } from '#contract/search/facets.ts';
import { rangeAt } from '#contract/search/filter-and-count.ts';
import { facetTerm, weightStep, weightTerm } from '#contract/search/found.ts';
import type { Term } from '#contract/search/match.ts';
import { type RangeName, rangeNames, type Search } from '#contract/search/query.ts';
import { correctionsOf, mayBeMisspelt, termsOf, trusted } from '#contract/search/terms.ts';
import type { TermStore } from './search.terms.store.ts';

/** A condition, and the index terms that satisfy it. */
export type Demand = {
  terms: string[];
  /** Approximate number of bikes. */
  n: number;
  /** Index of the facet, whose other values these terms do not find; null for a keyword. */
  facet: number | null;
};
export type KeywordDemand = Demand & { term: Term };

/** A search resolved to index terms. */
export type Asked = {
  keywords: KeywordDemand[];
  facets: Demand[];
  corrected: { typed: string; read: string }[];
};

/** Most common completions used for a prefix. */
const maxCompletions = 12;
/** Unlisted words that are looked up among the bikes. */
const maxUnknown = 3;
/** Longer ranges are not used as index terms. */
const maxSteps = 12;

function stepsOf(from: number | null, to: number | null): number[] {
  if (from === null || to === null || to - from >= maxSteps) return [];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** The terms of all bikes within a range, and of some outside of it. */
function rangeTerms({ yearFrom, yearTo, weightFrom, weightTo }: Search): Record<RangeName, string[]> {
  const { min } = bikeFields.weightG;
  const stepOf = (grams: number | null) => grams && Math.floor(grams / weightStep);
  return {
    year: stepsOf(yearFrom, yearTo).map(String),
    weight: stepsOf(stepOf(weightFrom ?? min), stepOf(weightTo)).map(weightTerm),
  };
}

interface Deps {
  termStore: TermStore;
  /** A few words of bikes with this prefix. New bikes are listed with a delay, members' names never. */
  bikes: { termsBeginning(typed: string): Promise<string[]> };
}

/** Resolves keywords to index terms with their number of bikes. */
export async function readAsked(search: Search, { termStore, bikes }: Deps): Promise<Asked> {
  const terms = termsOf(search.keywords);
  const chosen = facetNames.flatMap((name, facet) => {
    const values = search.facets[name].map((value) => facetTerm(name, value));
    return values.length > 0 ? [{ terms: values, facet }] : [];
  });
  const ranges = rangeTerms(search);
  for (const name of rangeNames)
    if (ranges[name].length > 0) chosen.push({ terms: ranges[name], facet: rangeAt(name) });
  const last = terms.find(({ begins }) => begins);
  const asked = [...terms.map(({ typed }) => typed), ...chosen.flatMap((one) => one.terms)];
  const [known, begun] = await Promise.all([
    asked.length > 0 ? termStore.known(asked) : new Map<string, number>(),
    last ? termStore.beginning(last.typed, maxCompletions) : [],
  ]);
  const sum = (all: readonly string[]) => all.reduce((n, one) => n + (known.get(one) ?? 0), 0);
  const corrected: Asked['corrected'] = [];
  let unknown = 0;
  const keywords = terms.map(async (term): Promise<KeywordDemand> => {
    const inList = known.get(term.typed) ?? 0;
    const listed = term.begins ? begun.filter(({ word }) => word !== term.typed) : [];
    const isUnlisted = inList === 0 && listed.length === 0;
    if (isUnlisted) unknown += 1;
    // Beyond `maxUnknown`, unlisted words are taken as matching nothing.
    if (isUnlisted && unknown > maxUnknown) return { term, terms: [term.typed], n: 0, facet: null };
    const fresh = isUnlisted ? await bikes.termsBeginning(term.typed) : [];
    const own = fresh.includes(term.typed) ? 1 : inList;
    const more = term.begins ? fresh.filter((word) => word !== term.typed) : [];
    const longer = [...listed, ...more.map((word) => ({ word, n: 1 }))];
    const n = longer.reduce((all, one) => all + one.n, own);
    const mayBe = n < trusted && mayBeMisspelt(term) ? await termStore.near(term.typed) : [];
    const counts = new Map(mayBe.map((one) => [one.word, one.n]));
    const near = correctionsOf(term, n, mayBe);
    if (n === 0 && near[0]) corrected.push({ typed: term.typed, read: near[0].word });
    return {
      term: { ...term, near },
      terms: [...new Set([term.typed, ...longer.map(({ word }) => word), ...near.map(({ word }) => word)])],
      n: near.reduce((all, { word }) => all + (counts.get(word) ?? 0), n),
      facet: null,
    };
  });
  return {
    keywords: await Promise.all(keywords),
    facets: chosen.map((one) => ({ ...one, n: sum(one.terms) })),
    corrected,
  };
}
