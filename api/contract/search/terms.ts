import { editsAllowed, withinEdits } from '../edits.ts';
import { quality, type Term } from './match.ts';
import { areOfOneRun, stopWords, tokensOf } from './tokens.ts';

/** Maximum keywords; the rest is ignored. */
const maxTerms = 10;

/** Returns the keywords of a text: at most ten, without repetitions. The last one may be a prefix. */
export function termsOf(keywords: string): Term[] {
  const tokens = tokensOf(keywords);
  const parts = new Set(
    tokens.filter((word, at) => areOfOneRun(tokens[at - 1], word) || areOfOneRun(word, tokens[at + 1])),
  );
  const all = [...new Set(tokens)];
  const telling = all.filter((word) => !stopWords.has(word));
  const used = (telling.length > 0 ? telling : all).slice(0, maxTerms);
  return used.map((typed) => ({ typed, begins: typed === all.at(-1), isPart: parts.has(typed), near: [] }));
}

/** A word of the index, and the number of bikes that have it. */
export type KnownWord = { word: string; n: number };

/** A word that this many bikes have is not considered misspelt. */
export const trusted = 50;
/** Factor by which a correction must be more common than an existing word. */
const farMoreCommon = 10;

/**
 * Returns the likely corrections of a keyword.
 * @param n number of bikes that have it as typed
 */
export const correctionsOf = (term: Pick<Term, 'typed'>, n: number, known: readonly KnownWord[]): Term['near'] =>
  nearTokens(
    term,
    known.filter((one) => n === 0 || one.n >= farMoreCommon * n),
  );

/** Maximum corrections of one keyword. */
const maxCorrections = 4;

const hasDigit = /\d/;

/** Whether a keyword may be misspelt: short words and numbers are too similar to others. */
export const mayBeMisspelt = ({ typed }: Pick<Term, 'typed'>): boolean =>
  editsAllowed(typed.length) > 0 && !hasDigit.test(typed);

/** Returns the similar words, the nearest and then the most common first. */
export function nearTokens({ typed }: Pick<Term, 'typed'>, known: Iterable<KnownWord>): Term['near'] {
  const allowed = editsAllowed(typed.length);
  const near: { word: string; edits: number; n: number }[] = [];
  for (const { word, n } of known) {
    if (word === typed || n < 1 || hasDigit.test(word)) continue;
    const edits = withinEdits(typed, word, 1) ? 1 : 2;
    if (edits <= allowed && (edits === 1 || withinEdits(typed, word, 2))) near.push({ word, edits, n });
  }
  near.sort((a, b) => a.edits - b.edits || b.n - a.n || (a.word < b.word ? -1 : 1));
  return near
    .slice(0, maxCorrections)
    .map(({ word, edits }) => ({ word, quality: edits === 1 ? quality.oneEdit : quality.twoEdits }));
}
