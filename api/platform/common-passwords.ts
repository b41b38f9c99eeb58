import { dictionary } from '@zxcvbn-ts/language-common';
import { fold } from '#contract/text.ts';

const common = new Set(dictionary['passwords-common']);
// Longer than any common word, and than nearly every name.
const longest = 40;

// Signs that people write for letters; `1` and `|` stand for two of them.
const disguises: Record<string, string> = {
  ...{ '@': 'a', '4': 'a', '8': 'b', '(': 'c', '3': 'e', '6': 'g', '9': 'g', '0': 'o' },
  ...{ '5': 's', $: 's', '7': 't', '+': 't', '2': 'z' },
};
const disguise = /[@48(36905$7+2!1|]/g;

/** What a text says when its signs are read as letters. */
const readings = (text: string): string[] =>
  ['i', 'l'].map((letter) => text.replace(disguise, (sign) => disguises[sign] ?? letter));

const letter = /\p{L}/u;
const ends = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su;

/** A word with more or less of the digits and signs around it, and the unit of one that is repeated. */
function* cores(text: string): Generator<string> {
  yield text;
  const [, before = '', middle = '', after = ''] = ends.exec(text) ?? [];
  if (!letter.test(middle) || middle.length > longest) return;
  for (let start = 0; start <= before.length; start++) {
    for (let end = 0; end <= after.length; end++) {
      const core = before.slice(start) + middle + after.slice(0, end);
      if (core.length > longest) break;
      yield core;
    }
  }
}

const unitOf = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));

/**
 * Whether a password is among the first that anybody tries: a common one, also with capitals, with signs for letters,
 * with digits and signs around it or said twice; one of very few characters; or one of `own`, the words that belong to
 * the account, in the same dress.
 */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const folded = fold(password.normalize('NFKC'));
  if (new Set(folded).size < 4) return true;
  const words = new Set(own.map(fold));
  const known = (text: string) => common.has(text) || words.has(text);
  for (const core of cores(folded)) {
    if ([core, unitOf(core), ...readings(core)].some(known)) return true;
  }
  return false;
}
