import { BSONRegExp } from 'bson';
import { compileExpression } from '../aggregate/expressions.ts';
import { isTrue } from '../aggregate/operators.ts';
import { type Document, plain } from '../bson/codec.ts';
import { badValue, unsupported } from '../bson/errors.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { wholeOf } from '../bson/number-key.ts';
import { isDocument, isMissingOrNull, isOperatorDocument, isRegex, numberOf } from '../bson/values.ts';
import { orElement, reaches, type Test } from './paths.ts';
import { equals, oneOf, ordered, regexTest, typeTest } from './values.ts';

export type Matcher = (doc: Document) => boolean;

const known = new Set([
  ...['$where', '$text', '$jsonSchema', '$near', '$nearSphere', '$geoWithin', '$geoIntersects', '$sampleRate'],
  ...['$alwaysTrue', '$alwaysFalse'],
]);
const bits = new Set(['$bitsAllSet', '$bitsAnySet', '$bitsAllClear', '$bitsAnyClear']);

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

function modTest(operand: unknown): Test {
  const given = list(operand, '$mod');
  if (given.length !== 2) throw badValue(`malformed mod, ${given.length < 2 ? 'not enough' : 'too many'} elements`);
  const [divisor, remainder] = given.map(wholeOf);
  if (divisor === undefined || remainder === undefined)
    throw badValue('malformed mod, divisor and remainder have to be numbers of 64 bits');
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  const [by, left] = [Number(divisor), Number(remainder)];
  const isSmall = Number.isSafeInteger(by) && Number.isSafeInteger(left);
  return (v) => {
    if (isSmall && Number.isSafeInteger(v)) return (v as number) % by === left;
    const number = wholeOf(v);
    return number !== undefined && number % divisor === remainder;
  };
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
    case '$type': {
      const types = (Array.isArray(operand) ? operand : [operand]).map(typeTest);
      return any((v) => types.some((test) => test(v)));
    }
    case '$regex':
      return any(regexOperand(operand, spec.$options));
    case '$options':
      if (!('$regex' in spec)) throw badValue('$options needs a $regex');
      return () => true;
    case '$size':
      return whole(sizeTest(operand));
    case '$all': {
      const parts = list(operand, op).map((item) => implicit(path, item, isDocument(item) && '$elemMatch' in item));
      return (doc) => parts.length > 0 && parts.every((part) => part(doc));
    }
    case '$elemMatch': {
      if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
      const test = elementTest(operand);
      return whole((v) => Array.isArray(v) && v.some(test));
    }
    case '$mod':
      return any(modTest(operand));
    case '$not':
      if (isRegex(operand)) return not(any(regexTest(operand)));
      if (!isOperatorDocument(operand)) throw badValue('$not needs a regex or a document');
      return not(operators(path, operand));
  }
  if (known.has(op) || bits.has(op)) throw unsupported(op);
  throw badValue(`unknown operator: ${op}`);
}

const operators = (path: readonly string[], spec: Document): Matcher =>
  all(entriesOf(spec).map(([op, operand]) => operator(path, op, operand, spec)));

/** Compiles the condition on a path: operators, a pattern, or a value to equal. */
function implicit(path: readonly string[], operand: unknown, isOperators: boolean): Matcher {
  if (isOperators) return operators(path, operand as Document);
  if (!isRegex(operand)) return operator(path, '$eq', operand, {});
  const matches = orElement(regexTest(operand));
  return (doc) => reaches(doc, path, 0, matches);
}

/** Compiles the condition of `$elemMatch`, `$pull` or an array filter on one element. */
export function elementTest(spec: Document): Test {
  const [first = ''] = Object.keys(spec);
  if (isOperatorDocument(spec) && !['$and', '$or', '$nor', '$expr'].includes(first)) {
    const matches = operators(['v'], spec);
    return (v) => matches({ v });
  }
  const matches = compile(spec);
  return (v) => isDocument(v) && matches(v);
}

function logical(key: string, operand: unknown, variables: Document, typed: boolean): Matcher {
  const parts = list(operand, key).map((part) => {
    if (!isDocument(part)) throw badValue(`${key} entries need to be full objects`);
    return compile(part, variables, typed);
  });
  if (!parts.length) throw badValue(`${key} must be a nonempty array`);
  if (key === '$and') return all(parts);
  const some: Matcher = (doc) => parts.some((part) => part(doc));
  return key === '$or' ? some : not(some);
}

/**
 * Compiles a filter into a predicate with MongoDB's rules for arrays, null and types.
 * `typed` means that numbers carry their BSON types, which expressions do not support.
 */
export function compile(filter: Document, variables: Document = {}, typed = false): Matcher {
  const tests = entriesOf(filter).map(([key, operand]): Matcher => {
    if (key === '$and' || key === '$or' || key === '$nor') return logical(key, operand, variables, typed);
    if (key === '$expr') {
      const value = compileExpression(operand, variables);
      return (doc) => isTrue(value(typed ? (plain(doc) as Document) : doc));
    }
    if (key === '$comment') return () => true;
    if (known.has(key)) throw unsupported(key);
    if (key.startsWith('$'))
      throw badValue(
        `unknown top level operator: ${key}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
    return implicit(partsOf(key), operand, isOperatorDocument(operand));
  });
  return all(tests);
}

/** Whether a filter asks for the type of numbers, which a plain decoded document has lost. */
export function asksForTypes(filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some(asksForTypes);
  if (!isDocument(filter)) return false;
  return entriesOf(filter).some(([key, operand]) => key === '$type' || asksForTypes(operand));
}
