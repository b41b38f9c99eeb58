import { BSONRegExp } from 'bson';
import { badValue, unsupported } from '../bson/errors.ts';

/** MongoDB's patterns are PCRE's. Syntax that JavaScript reads differently is rewritten or refused. */
const spaces = ' \\t\\n\\v\\f\\r';
const sameEscapes = /[bBdDwWtnrvf0-9uxpPkc]/;
const endOfText = '(?![^])';

function escaped(next: string, inClass: boolean): string {
  if (next === 's') return inClass ? spaces : `[${spaces}]`;
  if (next === 'S' && !inClass) return `[^${spaces}]`;
  if (/[\^$\\.*+?()[\]{}|/]/.test(next) || (next === '-' && inClass)) return `\\${next}`;
  if (sameEscapes.test(next)) return `\\${next}`;
  if (/[a-zA-Z]/.test(next)) throw unsupported(`the escape \\${next} in a regular expression`);
  return next;
}

function translate(pattern: string, flags: string): string {
  let out = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === '\\') {
      if (i + 1 === pattern.length) throw badValue('Regular expression is invalid: \\ at end of pattern');
      out += escaped(pattern[++i] as string, inClass);
    } else if (inClass) {
      if (char === '[' && pattern[i + 1] === ':') throw unsupported('a POSIX class in a regular expression');
      if (char === ']') inClass = false;
      out += char === '[' ? '\\[' : char;
    } else if (char === '[') {
      if (/^\[\^?\]/.test(pattern.slice(i, i + 3)))
        throw unsupported('a class that begins with ] in a regular expression');
      inClass = true;
      out += char;
    } else if (char === '$') out += flags.includes('m') ? '(?![^\\n])' : `(?=\\n?${endOfText})`;
    else if (char === '^' && flags.includes('m')) out += '(?<![^\\n])';
    else if (char === '.') out += flags.includes('s') ? '[^]' : '[^\\n]';
    else out += char;
  }
  return out;
}

/**
 * Converts a PCRE pattern to JavaScript's.
 * Throws BadValue for patterns that PCRE refuses too, and CommandNotSupported for those that JavaScript cannot express.
 */
export function toRegExp(source: BSONRegExp | RegExp | string, options = ''): RegExp {
  const own = source instanceof BSONRegExp ? source.options : source instanceof RegExp ? source.flags : '';
  const pattern = source instanceof BSONRegExp ? source.pattern : source instanceof RegExp ? source.source : source;
  const flags = options || own;
  if (/[^imsux]/.test(flags)) throw badValue(`invalid flag in regex options: ${flags}`);
  if (flags.includes('x')) throw unsupported('the x option of regular expressions');
  try {
    return new RegExp(translate(pattern, flags), flags.includes('i') ? 'iu' : 'u');
  } catch (error) {
    if (error instanceof SyntaxError) throw badValue(`Regular expression is invalid: ${error.message}`);
    throw error;
  }
}

/** Returns the literal text that every match begins with; undefined if there is none. */
export function anchoredPrefix(pattern: string, options: string): string | undefined {
  if (options || pattern.includes('|')) return undefined;
  const [all, prefix] = /^\^([\w -]+)/.exec(pattern) ?? [];
  return all && !/^[*?{]/.test(pattern.slice(all.length)) ? prefix : undefined;
}
