import { dictionary } from '@zxcvbn-ts/language-common';
import { fold } from '#contract/fold.ts';

const common = new Set(dictionary['passwords-common']);
// Longer than every common password, and than nearly every name.
const maxLength = 40;

// Signs that people write instead of letters; `1` and `|` replace two letters each.
const disguises: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '6': 'g',
  '9': 'g',
  '0': 'o',
  '5': 's',
  $: 's',
  '7': 't',
  '+': 't',
  '2': 'z',
};
const disguise = /[@48(36905$7+2!1|]/g;

/** Replaces signs by the letters that they stand for. */
const readings = (text: string): string[] =>
  ['i', 'l'].map((letter) => text.replace(disguise, (sign) => disguises[sign] ?? letter));

const letter = /\p{L}/u;
const ends = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su;

/** Yields the text, and its word with fewer of the digits and signs around it. */
function* cores(text: string): Generator<string> {
  yield text;
  const [, before = '', middle = '', after = ''] = ends.exec(text) ?? [];
  if (!letter.test(middle) || middle.length > maxLength) return;
  for (let start = 0; start <= before.length; start++) {
    for (let end = 0; end <= after.length; end++) {
      const core = before.slice(start) + middle + after.slice(0, end);
      if (core.length > maxLength) break;
      yield core;
    }
  }
}

const unitOf = (text: string): string => text.slice(0, `${text}${text}`.indexOf(text, 1));

/**
 * Whether a password is one of the first that an attacker tries: a common one or one of `own`, the words of the
 * account, also with capitals, with signs for letters, with digits and signs around it or written twice; or one with
 * fewer than four different characters.
 */
export function isCommonPassword(password: string, own: readonly string[]): boolean {
  const folded = fold(password.normalize('NFKC'));
  if (new Set(folded).size < 4) return true;
  const personal = new Set(own.map(fold));
  const known = (text: string) => common.has(text) || personal.has(text);
  for (const core of cores(folded)) {
    if ([core, unitOf(core), ...readings(core)].some(known)) return true;
  }
  return false;
}
