import { BSONRegExp } from 'bson';
import { badValue, unsupported } from '../bson/errors.ts';
import { compare, equal, keyOf, mapKey } from '../bson/keys.ts';
import { rank, rankOf } from '../bson/order.ts';
import { isMissingOrNull, isNotANumber, isOperatorDocument, isRegex } from '../bson/values.ts';
import type { Test } from './paths.ts';
import { stringTest, textPatternOf } from './regex.ts';

/** Tests strings by a pattern. A stored pattern passes if it equals the pattern. */
export function regexTest(pattern: BSONRegExp | RegExp | string, options?: string): Test {
  const matches = stringTest(textPatternOf(pattern, options));
  const [source, own] =
    pattern instanceof BSONRegExp
      ? [pattern.pattern, pattern.options]
      : pattern instanceof RegExp
        ? [pattern.source, pattern.flags]
        : [pattern, ''];
  const same = new BSONRegExp(source, options || own);
  return (v) => (typeof v === 'string' ? matches(v) : isRegex(v) && equal(v, same));
}

/** Tests equality: null equals a missing value, and numbers are equal across their types. */
export function equals(operand: unknown): Test {
  if (isMissingOrNull(operand)) return isMissingOrNull;
  if (typeof operand !== 'object')
    return (v) => Object.is(v, operand) || v === operand || (typeof v === 'object' && v !== null && equal(v, operand));
  if (operand instanceof Date) return (v) => v instanceof Date && equal(v, operand);
  const key = keyOf([operand]);
  const type = rankOf(operand);
  return (v) => v !== undefined && rankOf(v) === type && Buffer.compare(keyOf([v]), key) === 0;
}

/** Tests a comparison, which only values of the operand's type can pass. */
export function ordered(operand: unknown, accept: (order: number) => boolean): Test {
  const type = rankOf(operand);
  if (type === rank.min || type === rank.max) throw unsupported('comparing with MinKey or MaxKey');
  if (type === rank.regex) throw badValue('Can not have RegEx as arg to predicate over field.');
  const ofNaN = isNotANumber(operand);
  return (v) => {
    if (v === undefined && type !== rank.null) return false;
    return rankOf(v) === type && isNotANumber(v) === ofNaN && accept(compare(v, operand));
  };
}

/** `$in`: looks plain values up by key, so a long list costs one lookup; tests regular expressions one by one. */
export function oneOf(operands: readonly unknown[]): Test {
  if (operands.some(isOperatorDocument)) throw badValue('cannot nest $ under $in');
  const keys = new Set(operands.filter((v) => !isRegex(v)).map(mapKey));
  const patterns = operands.filter(isRegex).map((pattern) => regexTest(pattern));
  return (v) => keys.has(mapKey(v)) || patterns.some((matches) => matches(v));
}
