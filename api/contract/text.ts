import * as v from 'valibot';
import { atMost } from './bounds.ts';
import { balanceBidi, dropHidden, keepJoiners, marksOfDirection } from './invisible.ts';

/** Marks that one letter may carry, after which a text is no longer put in order in linear time (UAX #15, Stream-Safe). */
const piledMarks = /(\p{M}{30})\p{M}+/gu;

const ends = /\r\n?|[\u0085\u2028\u2029]/g;

/** Text as it is stored: NFC, nothing unseen that changes what is seen, no white space at the ends. */
const tidy = (text: string): string =>
  keepJoiners(balanceBidi(dropHidden(text.replace(ends, '\n').replaceAll('\t', ' '))))
    .replace(piledMarks, '$1')
    .normalize('NFC')
    .trim();

/** The same on one line, where nothing turns the reading direction: names are compared, and stand between other words. */
const tidyLine = (text: string): string =>
  tidy(
    text
      .replace(ends, ' ')
      .replace(/[\n\v\f]/g, ' ')
      .replace(marksOfDirection, ''),
  );

/** Something that can be seen; marks alone cannot, nor the letters that are drawn as nothing. */
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What a name has one of at least: a letter, a digit or an emoji. */
const telling = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const isName = v.check<string, string>(
  (text) => !visible.test(text) || telling.test(text),
  'Use at least one letter or number.',
);
const isAny = v.check<string, string>(() => true, '');

/** The length that people mean: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** UTF-16 units that a text of `max` code points may come in, before it is tidied. */
const longestRaw = (max: number): number => 4 * max + 1000;

const tidied = (tidyAs: typeof tidy, max: number, missing: string, tooLong: string) =>
  v.pipe(
    atMost(v.string(missing), longestRaw(max), tooLong),
    v.transform(tidyAs),
    v.check((text) => lengthOf(text) <= max, tooLong),
  );

const required = (tidyAs: typeof tidy) => (max: number, missing: string, tooLong: string) =>
  v.pipe(
    tidied(tidyAs, max, missing, tooLong),
    v.check((text) => visible.test(text), missing),
  );

const optional =
  (tidyAs: typeof tidy, isFit = isAny) =>
  (max: number, tooLong: string) =>
    v.optional(
      v.pipe(
        tidied(tidyAs, max, tooLong, tooLong),
        v.transform((text) => (visible.test(text) ? text : '')),
        isFit,
      ),
      '',
    );

/** A required text of one line, at most `max` code points. */
export const requiredLine = required(tidyLine);

/** A text of one line that may be empty, of at most `max` code points. */
export const optionalLine = optional(tidyLine);

/** A required name: a line that is not punctuation alone. */
export const requiredName = (...told: Parameters<typeof requiredLine>) => v.pipe(requiredLine(...told), isName);

/** A name that may be empty, of at most `max` code points. */
export const optionalName = optional(tidyLine, isName);

/** A required text of `max` code points at most, which keeps its lines. */
export const requiredText = required(tidy);

/** A text that may be empty, of at most `max` code points, which keeps its lines. */
export const optionalText = optional(tidy);

/** Latin letters that are no other letter with a mark, as they are typed where a keyboard lacks them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ə: 'e' },
};
const special = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

/** Lower-case, in plain letters without marks: what names are compared by. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(special, (letter) => plainLetters[letter] ?? letter);
