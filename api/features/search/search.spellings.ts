import { editsAllowed } from '#contract/edits.ts';

const hasDigit = /\d/;

/** Characters of a beginning; a longer one is looked for by these. */
const longestStart = 10;

/** What may have been typed of words so far. */
export const beginningsOf = {
  cut: (typed: string): string => typed.slice(0, longestStart),
  all: (words: readonly string[]): string[] => [
    ...new Set(
      words.flatMap((word) =>
        Array.from({ length: Math.min(word.length, longestStart) }, (_, at) => word.slice(0, at + 1)),
      ),
    ),
  ],
};

/** Letters of a word that are left out in turn: misspelt words that differ behind them share these. */
const looked = 7;

/** What is left of a word's first letters when up to so many of them are missing. */
function without(word: string, missing: number): Set<string> {
  const found = new Set([word.slice(0, looked)]);
  let last = [...found];
  for (let turn = 0; turn < missing; turn += 1) {
    last = last.flatMap((one) => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1)));
    for (const one of last) found.add(one);
  }
  return found;
}

/**
 * Words that are one or two edits apart have something in common once as many letters are taken from each
 * (symmetric deletion). So near words are found by an index, without looking at any other.
 */
export const deletions = {
  typed: (word: string): string[] => [...without(word, editsAllowed(word.length))],
  /** A word is listed for what may be typed for it, which may be longer by as many letters. */
  listed: (word: string): string[] => {
    if (hasDigit.test(word)) return [];
    const most = editsAllowed(word.length + 2) === 2 ? 2 : editsAllowed(word.length + 1);
    return most > 0 ? [...without(word, most)] : [];
  },
};
