import { BSONRegExp } from 'bson';
import type { Document } from '../bson/codec.ts';
import { badValue, unsupported } from '../bson/errors.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { isDocument, isMissingOrNull, isOperatorDocument, isRegex, numberOf } from '../bson/values.ts';
import { orElement, reaches, type Test } from './paths.ts';
import { equals, oneOf, ordered, regexTest } from './values.ts';

export type Matcher = (doc: Document) => boolean;

/** MongoDB's other operators. */
const notHere = new Set([
  ...['$where', '$text', '$jsonSchema', '$near', '$nearSphere', '$geoWithin', '$geoIntersects', '$sampleRate'],
  ...['$alwaysTrue', '$alwaysFalse', '$expr', '$comment', '$type', '$all', '$elemMatch', '$mod'],
  ...['$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear'],
]);

const not =
  (matches: Matcher): Matcher =>
  (doc) =>
    !matches(doc);

const all = (tests: readonly Matcher[]): Matcher => {
  const [only] = tests;
  return only && tests.length === 1 ? only : (doc) => tests.every((test) => test(doc));
};

function list(operand: unknown, name: string): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  return operand;
}

function sizeTest(operand: unknown): Test {
  const size = numberOf(operand);
  if (size === undefined || !Number.isInteger(size) || size < 0)
    throw badValue(`Failed to parse $size. Expected a non-negative integer in: $size: ${String(operand)}`);
  return (v) => Array.isArray(v) && v.length === size;
}

function regexOperand(pattern: unknown, options: unknown): Test {
  if (!isRegex(pattern) && typeof pattern !== 'string') throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (options && pattern instanceof BSONRegExp && pattern.options)
    throw badValue('options set in both $regex and $options');
  return regexTest(pattern, options);
}

/** Compiles one operator on one path. Some test an array as a whole, others each of its elements. */
function operator(path: readonly string[], op: string, operand: unknown, spec: Document): Matcher {
  const whole =
    (test: Test): Matcher =>
    (doc) =>
      reaches(doc, path, 0, test);
  const any = (test: Test): Matcher => whole(orElement(test));
  switch (op) {
    case '$eq':
      return any(equals(operand));
    case '$ne':
      if (isRegex(operand)) throw badValue("Can't have regex as arg to $ne.");
      return not(any(equals(operand)));
    case '$gt':
      return any(ordered(operand, (order) => order > 0));
    case '$gte':
      return any(isMissingOrNull(operand) ? isMissingOrNull : ordered(operand, (order) => order >= 0));
    case '$lt':
      return any(ordered(operand, (order) => order < 0));
    case '$lte':
      return any(isMissingOrNull(operand) ? isMissingOrNull : ordered(operand, (order) => order <= 0));
    case '$in':
      return any(oneOf(list(operand, op)));
    case '$nin':
      return not(any(oneOf(list(operand, op))));
    case '$exists': {
      const exists = whole((v) => v !== undefined);
      return operand ? exists : not(exists);
    }
    case '$regex':
      return any(regexOperand(operand, spec.$options));
    case '$options':
      if (!('$regex' in spec)) throw badValue('$options needs a $regex');
      return () => true;
    case '$size':
      return whole(sizeTest(operand));
    case '$not':
      if (isRegex(operand)) return not(any(regexTest(operand)));
      if (!isOperatorDocument(operand)) throw badValue('$not needs a regex or a document');
      return not(operators(path, operand));
  }
  if (notHere.has(op)) throw unsupported(op);
  throw badValue(`unknown operator: ${op}`);
}

const operators = (path: readonly string[], spec: Document): Matcher =>
  all(entriesOf(spec).map(([op, operand]) => operator(path, op, operand, spec)));

/** Compiles the condition on a path: operators, a pattern, or a value to equal. */
function implicit(path: readonly string[], operand: unknown): Matcher {
  if (isOperatorDocument(operand)) return operators(path, operand);
  if (!isRegex(operand)) return operator(path, '$eq', operand, {});
  const matches = orElement(regexTest(operand));
  return (doc) => reaches(doc, path, 0, matches);
}

/** Compiles the condition of `$pull` on one element. */
export function elementTest(spec: Document): Test {
  const [first = ''] = Object.keys(spec);
  if (isOperatorDocument(spec) && !['$and', '$or', '$nor'].includes(first)) {
    const matches = operators(['v'], spec);
    return (v) => matches({ v });
  }
  const matches = compile(spec);
  return (v) => isDocument(v) && matches(v);
}

function logical(key: string, operand: unknown): Matcher {
  const parts = list(operand, key).map((part) => {
    if (!isDocument(part)) throw badValue(`${key} entries need to be full objects`);
    return compile(part);
  });
  if (!parts.length) throw badValue(`${key} must be a nonempty array`);
  if (key === '$and') return all(parts);
  const some: Matcher = (doc) => parts.some((part) => part(doc));
  return key === '$or' ? some : not(some);
}

/** Compiles a filter into a predicate with MongoDB's rules for arrays, null and types. */
export function compile(filter: Document): Matcher {
  const tests = entriesOf(filter).map(([key, operand]): Matcher => {
    if (key === '$and' || key === '$or' || key === '$nor') return logical(key, operand);
    if (notHere.has(key)) throw unsupported(key);
    if (key.startsWith('$'))
      throw badValue(
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
    return implicit(partsOf(key), operand);
  });
  return all(tests);
}
