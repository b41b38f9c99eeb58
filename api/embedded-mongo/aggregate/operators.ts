import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { compare, equal } from '../bson/keys.ts';
import { isDocument, isMissingOrNull, numberOf } from '../bson/values.ts';
import { fold, folds } from './accumulators.ts';

/** An aggregation expression operator as mingo calls it. */
type Operator = (subject: unknown, operand: unknown, options: unknown) => unknown;
export type Operators = Record<string, Operator>;
export type Evaluate = Operator;

/** Truth as aggregation defines it. */
export const isTrue = (v: unknown): boolean => !isMissingOrNull(v) && v !== false && v !== 0;

// In an expression a missing value sorts before null.
const order = (a: unknown, b: unknown): number =>
  a === undefined || b === undefined ? Number(a !== undefined) - Number(b !== undefined) : compare(a, b);

const truncated = (value: unknown, name: string): number => {
  const number = numberOf(value);
  if (number === undefined || !Number.isInteger(number)) throw badValue(`${name} needs a whole number`);
  return number;
};

const lowerAscii = (s: string): string => s.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upperAscii = (s: string): string => s.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

function text(v: unknown, name: string): string {
  if (isMissingOrNull(v)) return '';
  if (typeof v === 'string') return v;
  throw unsupported(`${name} of anything but a string`);
}

function indexOf(values: unknown[]): unknown {
  const [list, wanted, start = 0, end] = values;
  if (isMissingOrNull(list)) return null;
  if (!Array.isArray(list)) throw new DbError(40090, '$indexOfArray requires an array as a first argument');
  const to = end === undefined ? list.length : Math.min(truncated(end, '$indexOfArray'), list.length);
  for (let i = truncated(start, '$indexOfArray'); i < to; i++) if (equal(list[i], wanted)) return i;
  return -1;
}

/** The operators whose rules in MongoDB are BSON's, or differ from JavaScript's. */
export function ownOperators(evaluate: Evaluate): Operators {
  const values = (subject: unknown, operand: unknown, options: unknown): unknown[] => {
    const given = Array.isArray(operand) ? operand : [operand];
    return given.map((item) => evaluate(subject, item, options));
  };
  const of =
    (count: number, answer: (...given: unknown[]) => unknown): Operator =>
    (subject, operand, options) => {
      const given = values(subject, operand, options);
      if (given.length !== count)
        throw new DbError(16020, `Expression takes exactly ${count} arguments. ${given.length} were passed in.`);
      return answer(...given);
    };
  const own: Operators = {
    $cmp: of(2, (a, b) => Math.sign(order(a, b))),
    $eq: of(2, (a, b) => order(a, b) === 0),
    $ne: of(2, (a, b) => order(a, b) !== 0),
    $gt: of(2, (a, b) => order(a, b) > 0),
    $gte: of(2, (a, b) => order(a, b) >= 0),
    $lt: of(2, (a, b) => order(a, b) < 0),
    $lte: of(2, (a, b) => order(a, b) <= 0),
    $in: of(2, (a, list) => {
      if (!Array.isArray(list)) throw new DbError(40081, '$in requires an array as a second argument');
      return list.some((item) => equal(item, a));
    }),
    $not: of(1, (v) => !isTrue(v)),
    $toLower: of(1, (v) => lowerAscii(text(v, '$toLower'))),
    $toUpper: of(1, (v) => upperAscii(text(v, '$toUpper'))),
    $mod: of(2, (a, b) => {
      if (isMissingOrNull(a) || isMissingOrNull(b)) return null;
      const [x, y] = [numberOf(a), numberOf(b)];
      if (x === undefined || y === undefined) throw new DbError(16611, '$mod only supports numeric types');
      if (y === 0) throw new DbError(16610, "can't $mod by zero");
      return x % y || 0;
    }),
    $indexOfArray: (subject, operand, options) => indexOf(values(subject, operand, options)),
    $switch(subject, operand, options) {
      if (!isDocument(operand) || !Array.isArray(operand.branches))
        throw new DbError(40060, '$switch requires branches');
      for (const branch of operand.branches) {
        if (!isDocument(branch)) throw new DbError(40062, '$switch expected each branch to be an object');
        if (isTrue(evaluate(subject, branch.case, options))) return evaluate(subject, branch.then, options);
      }
      if ('default' in operand) return evaluate(subject, operand.default, options);
      throw new DbError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
    },
  };
  // In an expression, a single array operand stands for its elements.
  for (const name of folds)
    own[name] = (subject, operand, options) => {
      const given = values(subject, operand, options);
      return fold(name, given.length === 1 && Array.isArray(given[0]) ? given[0] : given);
    };
  return own;
}

/** mingo's operators that are right for some operands only, wrapped in checks. */
export function guardedOperators(from: Operators, evaluate: Evaluate): Operators {
  const guard = (name: string, check: (operand: unknown, subject: unknown, options: unknown) => boolean): Operator => {
    const operator = from[name] as Operator;
    return (subject, operand, options) =>
      check(operand, subject, options) ? operator(subject, operand, options) : null;
  };
  const units = (name: string): Operator =>
    guard(name, (operand, subject, options) => {
      const unit = isDocument(operand) ? evaluate(subject, operand.unit, options) : undefined;
      if (typeof unit === 'string' && /^(month|quarter|year)$/.test(unit)) throw unsupported(`${name} by a ${unit}`);
      return true;
    });
  const date = (name: string): Operator =>
    guard(name, (operand, subject, options) => {
      const value = evaluate(subject, isDocument(operand) && 'date' in operand ? operand.date : operand, options);
      return !isMissingOrNull(Array.isArray(value) ? value[0] : value);
    });
  const parts = [
    '$dayOfMonth',
    '$dayOfWeek',
    '$dayOfYear',
    '$hour',
    '$millisecond',
    '$minute',
    '$month',
    '$second',
    '$year',
  ];
  return {
    ...Object.fromEntries(parts.map((name) => [name, date(name)])),
    $dateAdd: units('$dateAdd'),
    $dateSubtract: units('$dateSubtract'),
    $dateToString: guard('$dateToString', (operand) => {
      if (isDocument(operand) && typeof operand.format === 'string' && operand.format.includes('%%'))
        throw unsupported("'%%' in the format of $dateToString");
      return true;
    }),
  };
}
