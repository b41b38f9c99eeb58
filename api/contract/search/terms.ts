import { editsAllowed, withinEdits } from '../edits.ts';
import { quality, type Term } from './match.ts';
import { areOfOneRun, emptyWords, wordsOf } from './words.ts';

/** Keywords that are looked for; what is behind them is not. */
const mostTerms = 10;

/** The keywords of a text: at most ten, each once; the last one may be the beginning of a word. */
export function termsOf(keywords: string): Term[] {
  const words = wordsOf(keywords);
  const parts = new Set(
    words.filter((word, at) => areOfOneRun(words[at - 1], word) || areOfOneRun(word, words[at + 1])),
  );
  const all = [...new Set(words)];
  const telling = all.filter((word) => !emptyWords.has(word));
  const used = (telling.length > 0 ? telling : all).slice(0, mostTerms);
  return used.map((typed) => ({ typed, begins: typed === all.at(-1), isPart: parts.has(typed), near: [] }));
}

/** A word that bikes have, and how many of them. */
export type KnownWord = { word: string; n: number };

/** A word that so many bikes have is not taken for a misspelt one. */
export const trusted = 50;
/** How many times as common a word must be to be meant by one that there is. */
const farMoreCommon = 10;

/**
 * The words that are meant beside a keyword.
 * @param n how many bikes have it as it was typed
 */
export const meantBeside = (term: Pick<Term, 'typed'>, n: number, known: readonly KnownWord[]): Term['near'] =>
  nearWords(
    term,
    known.filter((one) => n === 0 || one.n >= farMoreCommon * n),
  );

/** How many of the near words are looked for. */
const mostNear = 4;

const hasDigit = /\d/;

/** Whether a keyword may be misspelt at all: short words and numbers are too close to others. */
export const mayBeMisspelt = ({ typed }: Pick<Term, 'typed'>): boolean =>
  editsAllowed(typed.length) > 0 && !hasDigit.test(typed);

/** The words that a misspelt keyword may mean, the nearest and the most common first. */
export function nearWords({ typed }: Pick<Term, 'typed'>, known: Iterable<KnownWord>): Term['near'] {
  const allowed = editsAllowed(typed.length);
  const near: { word: string; edits: number; n: number }[] = [];
  for (const { word, n } of known) {
    if (word === typed || n < 1 || hasDigit.test(word)) continue;
    const edits = withinEdits(typed, word, 1) ? 1 : 2;
    if (edits <= allowed && (edits === 1 || withinEdits(typed, word, 2))) near.push({ word, edits, n });
  }
  near.sort((a, b) => a.edits - b.edits || b.n - a.n || (a.word < b.word ? -1 : 1));
  return near
    .slice(0, mostNear)
    .map(({ word, edits }) => ({ word, quality: edits === 1 ? quality.oneEdit : quality.twoEdits }));
}
