import * as v from 'valibot';

// Control characters but the line break; a tab becomes a space so that pasted lists keep their words apart.
const controls = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g;

/** Text as it is stored: NFC, no control characters, no white space at the ends. */
const tidy = (text: string): string =>
  text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\t', ' ').replace(controls, '').trim();

/** The length that people mean: code points, not UTF-16 units. */
export const lengthOf = (text: string): number => [...text].length;

const tidied = (missing: string) => v.pipe(v.string(missing), v.transform(tidy));

/** One required text of `min` to `max` code points. */
export const requiredText = (min: number, max: number, missing: string, tooLong: string) =>
  v.pipe(
    tidied(missing),
    v.check((text) => lengthOf(text) >= min, missing),
    v.check((text) => lengthOf(text) <= max, tooLong),
  );

/** A text that may be empty, of at most `max` code points. */
export const optionalText = (max: number, tooLong: string) =>
  v.optional(
    v.pipe(
      tidied(tooLong),
      v.check((text) => lengthOf(text) <= max, tooLong),
    ),
    '',
  );

/** Lower-case, without marks: what names are compared by. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'o')
    .toLowerCase();
