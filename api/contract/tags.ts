import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { atMost } from './bounds.ts';
import { fold } from './fold.ts';
import { keepJoiners } from './invisible.ts';

const maxTagLength = 30;
export const tagMessage = t`Use 2 to 30 lowercase letters, digits or dashes.`;

/** A letter or digit, then more of them with the marks and joiners that words of their writing need. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Join_Control}]*/gu;

/** Lower case; Latin letters without their marks. Marks of other writings make other words: й is not и. */
const plain = (text: string): string =>
  keepJoiners(
    text
      .normalize('NFKC')
      .replace(/\p{Variation_Selector}/gu, '')
      .replace(/\p{Script=Latin}\p{M}*/gu, fold)
      .toLowerCase(),
  );

/** A single letter says nothing, a single ideograph is a word. */
const isLongEnough = (tag: string): boolean => tag.length > 1 || /\p{Ideographic}/u.test(tag);

const shape = /^-*[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Join_Control}-]*$/u;

/** A tag, such as `fillet-brazed`. */
export const Tag = v.pipe(
  atMost(v.string(tagMessage), maxTagLength, tagMessage),
  v.check((tag) => shape.test(tag) && isLongEnough(tag) && plain(tag) === tag, tagMessage),
);

/** Converts typed text to a tag; empty when it has too few usable characters. */
export function tagOf(typed: string): string {
  const tag = (plain(typed).match(word) ?? [])
    .join('-')
    .slice(0, maxTagLength)
    .replace(/[\p{Cs}\p{Join_Control}-]+$/u, '');
  return isLongEnough(tag) ? tag : '';
}
