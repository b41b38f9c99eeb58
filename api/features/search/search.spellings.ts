import { editsAllowed } from '#contract/edits.ts';

const hasDigit = /\d/;

/** Longest indexed prefix; longer input is cut to it. */
const maxPrefixLength = 10;

/** The prefixes of words. */
export const beginningsOf = {
  cut: (typed: string): string => typed.slice(0, maxPrefixLength),
  all: (tokens: readonly string[]): string[] => [
    ...new Set(
      tokens.flatMap((word) =>
        Array.from({ length: Math.min(word.length, maxPrefixLength) }, (_, at) => word.slice(0, at + 1)),
      ),
    ),
  ],
};

/** Letters at a word's start that deletions apply to; differences behind them do not matter. */
const deletionLength = 7;

/** The word's first letters with up to `missing` of them deleted, in every combination. */
function without(word: string, missing: number): Set<string> {
  const found = new Set([word.slice(0, deletionLength)]);
  let last = [...found];
  for (let round = 0; round < missing; round += 1) {
    last = last.flatMap((one) => Array.from(one, (_, at) => one.slice(0, at) + one.slice(at + 1)));
    for (const one of last) found.add(one);
  }
  return found;
}

/**
 * Symmetric deletion: words one or two edits apart share a form once that many letters are deleted from each. So an
 * index finds near words without comparing any others.
 */
export const deletions = {
  typed: (word: string): string[] => [...without(word, editsAllowed(word.length))],
  /** Allows for input that is longer than the word by as many letters as there are edits. */
  listed: (word: string): string[] => {
    if (hasDigit.test(word)) return [];
    const maxDeletions = editsAllowed(word.length + 2) === 2 ? 2 : editsAllowed(word.length + 1);
    return maxDeletions > 0 ? [...without(word, maxDeletions)] : [];
  },
};
