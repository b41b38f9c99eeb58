import { partWeights } from '#contract/search/found.ts';
import { type Match, quality, type Term } from '#contract/search/match.ts';
import { partFields } from './documents.ts';

export type Query = Record<string, unknown>;

/**
 * The score of a bike is one whole number, so that OpenSearch orders like `comparePlaces`: the number of matched
 * keywords, then ten times their weights (which have one decimal), then the number of adjacent ones. Scores have 24
 * bits, and ten keywords stay below 17.
 */
const [perAdjacent, perTenth] = [1, 10] as const;
const maxTenths = 10 * 10 * partWeights[0];
const perTerm = perTenth * (maxTenths + 1);

const tenths = (weight: number): number => Math.round(10 * weight);

/** Writes a match as a score. */
export const scoreOf = ({ terms, score, adjacent }: Match): number =>
  terms * perTerm + tenths(score) * perTenth + adjacent * perAdjacent;

/** Reads the match from a score. */
export function matchFrom(score: number): Match {
  const rest = score % perTerm;
  return { terms: Math.floor(score / perTerm), score: Math.floor(rest / perTenth) / 10, adjacent: rest % perTenth };
}

const constant = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });

/** Queries that match a keyword, with the weight of a bike that matches. */
function levelsOf({ typed, begins, near }: Term): { weight: number; query: Query }[] {
  return partFields.flatMap((field, part) => {
    const weight = partWeights[part] ?? 0;
    const longer = begins ? [{ weight: weight * quality.begins, query: { prefix: { [field]: typed } } }] : [];
    return [
      { weight: weight * quality.exact, query: { term: { [field]: typed } } },
      ...longer,
      ...near.map((one) => ({ weight: weight * one.quality, query: { term: { [field]: one.word } } })),
    ];
  });
}

/** Matches the bikes that have a keyword, without a score. */
export function having({ typed, begins, near }: Term): Query {
  const words = { terms: { all: [typed, ...near.map(({ word }) => word)] } };
  return begins ? { bool: { should: [words, { prefix: { all: typed } }] } } : words;
}

/** Matches the bikes that have a keyword; the best match is scored. */
const scored = (term: Term): Query => ({
  dis_max: {
    queries: levelsOf(term).map(({ weight, query }) => constant(query, perTerm + tenths(weight) * perTenth)),
  },
});

/** Scores keywords that follow the one before in the title. */
const adjacency = (terms: readonly Term[]): Query[] =>
  terms.slice(1).map((term, at) => {
    const before = terms[at] as Term;
    const pair = `${before.near[0]?.word ?? before.typed} ${term.near[0]?.word ?? term.typed}`;
    const begins = term.begins && term.near.length === 0;
    return constant({ [begins ? 'prefix' : 'term']: { pairs: pair } }, perAdjacent);
  });

/** Matches the bikes that have all needed keywords. Scores all keywords, if any. */
export function ranked(terms: readonly Term[], needed: readonly Term[]): { must: Query[]; should: Query[] } {
  return {
    must: needed.map(scored),
    should: [...terms.filter((term) => !needed.includes(term)).map(scored), ...adjacency(terms)],
  };
}

/**
 * Filters by which the weights of a keyword are added up: `weight` is the part that each bike of the filter adds, and
 * the best match of a bike is in all filters up to its own weight.
 */
export function weightSteps(term: Term): { weight: number; filter: Query }[] {
  const levels = levelsOf(term).sort((a, b) => a.weight - b.weight);
  const steps = [...new Set(levels.map(({ weight }) => weight))];
  return steps.map((weight, at) => ({
    weight: weight - (steps[at - 1] ?? 0),
    filter: { bool: { should: levels.flatMap((one) => (one.weight >= weight ? [one.query] : [])) } },
  }));
}
