import { BSONRegExp } from 'bson';
import { badValue, unsupported } from '../bson/errors.ts';

/** A pattern that is a text to find, so that no pattern can take long. */
export interface TextPattern {
  text: string;
  /** It begins with `^`: the text is at the beginning. */
  isAnchored: boolean;
  ignoresCase: boolean;
}

const special = /[.*+?()[\]{}|$^]/;

/** Reads a pattern. Throws CommandNotSupported for any that is more than a text, `^` before it and the option `i`. */
export function textPatternOf(source: BSONRegExp | RegExp | string, options = ''): TextPattern {
  const [pattern, own] =
    source instanceof BSONRegExp
      ? [source.pattern, source.options]
      : source instanceof RegExp
        ? [source.source, source.flags]
        : [source, ''];
  const flags = options || own;
  if (/[^imsux]/.test(flags)) throw badValue(`invalid flag in regex options: ${flags}`);
  const refused = unsupported(`a pattern of more than a text, ^ before it and the option i: /${pattern}/${flags}`);
  if (/[mx]/.test(flags)) throw refused;
  const isAnchored = pattern.startsWith('^');
  const text = (isAnchored ? pattern.slice(1) : pattern).replace(/\\(.)|\\$|./gsu, (char, escaped?: string) => {
    if (escaped === undefined ? char === '\\' || special.test(char) : /\w/.test(escaped)) throw refused;
    return escaped ?? char;
  });
  return { text, isAnchored, ignoresCase: flags.includes('i') };
}

/** Compiles a pattern to a test of strings. */
export function stringTest({ text, isAnchored, ignoresCase }: TextPattern): (value: string) => boolean {
  if (!ignoresCase) return isAnchored ? (value) => value.startsWith(text) : (value) => value.includes(text);
  const expression = new RegExp(`${isAnchored ? '^' : ''}${text.replace(/[\\/.*+?()[\]{}|$^]/g, '\\$&')}`, 'iu');
  return (value) => expression.test(value);
}
