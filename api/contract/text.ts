import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { balanceBidi, dropHidden, keepJoiners, marksOfDirection } from './invisible.ts';

/** Maximum combining marks on one letter; beyond it, normalization is not linear in time (UAX #15, Stream-Safe). */
const piledMarks = /(\p{M}{30})\p{M}+/gu;

const ends = /\r\n?|[\u0085\u2028\u2029]/g;

/** Normalizes text for storage: NFC, no harmful invisible characters, no surrounding white space. */
const tidy = (text: string): string =>
  keepJoiners(balanceBidi(dropHidden(text.replace(ends, '\n').replaceAll('\t', ' '))))
    .replace(piledMarks, '$1')
    .normalize('NFC')
    .trim();

/** The same for a single line, without direction controls: names are compared, and shown between other text. */
const tidyLine = (text: string): string =>
  tidy(
    text
      .replace(ends, ' ')
      .replace(/[\n\v\f]/g, ' ')
      .replace(marksOfDirection, ''),
  );

/** A visible character. Combining marks alone and blank letters do not count. */
const visible = /[^\s\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A name needs at least one letter, digit or emoji. */
const nameCharacter = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;
const isName = v.check<string, string>(
  (text) => !visible.test(text) || nameCharacter.test(text),
  t`Use at least one letter or number.`,
);
const isAny = v.check<string, string>(() => true, '');

/** Length in code points, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

/** Maximum UTF-16 units of the input for a text of `max` code points, before it is normalized. */
const maxRawLength = (max: number): number => 4 * max + 1000;

type Message = string | (() => string);

const tidied = (tidyAs: typeof tidy, max: number, missing: Message, tooLong: Message) =>
  v.pipe(
    atMost(v.string(missing), maxRawLength(max), tooLong),
    v.transform(tidyAs),
    v.check((text) => lengthOf(text) <= max, tooLong),
  );

const required = (tidyAs: typeof tidy) => (max: number, missing: Message, tooLong: Message) =>
  v.pipe(
    tidied(tidyAs, max, missing, tooLong),
    v.check((text) => visible.test(text), missing),
  );

const optional =
  (tidyAs: typeof tidy, isFit = isAny) =>
  (max: number, tooLong: Message) =>
    v.optional(
      v.pipe(
        tidied(tidyAs, max, tooLong, tooLong),
        v.transform((text) => (visible.test(text) ? text : '')),
        isFit,
      ),
      '',
    );

/** Required text of one line, at most `max` code points. */
export const requiredLine = required(tidyLine);

/** Optional text of one line, at most `max` code points. */
export const optionalLine = optional(tidyLine);

/** Required name of one line: not punctuation alone. */
export const requiredName = (...args: Parameters<typeof requiredLine>) => v.pipe(requiredLine(...args), isName);

/** Optional name, at most `max` code points. */
export const optionalName = optional(tidyLine, isName);

/** Required text of several lines, at most `max` code points. */
export const requiredText = required(tidy);

/** Optional text of several lines, at most `max` code points. */
export const optionalText = optional(tidy);
