import * as v from 'valibot';
import { atMost } from './bounds.ts';
import { fold } from './text.ts';

const message = 'Use 2 to 30 lowercase letters, digits or dashes.';

/** A tag, such as `fillet-brazed`. */
export const Tag = v.pipe(
  atMost(v.string(message), 30, message),
  v.minLength(2, message),
  v.regex(/^-*[a-z0-9][a-z0-9-]*$/, message),
);

/** Converts typed text to a tag; empty when no character is usable. */
export const tagOf = (typed: string): string =>
  fold(typed)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
