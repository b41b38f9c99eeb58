import { Decimal128, Long } from 'bson';
import type { Document } from '../bson/codec.ts';
import { checkedName, DbError, unsupported } from '../bson/errors.ts';
import { equal } from '../bson/keys.ts';
import { entriesOf, partsOf } from '../bson/names.ts';
import { isDocument, isMissingOrNull, isOperatorDocument, numberOf } from '../bson/values.ts';

/** Computes a value from a document; undefined if there is none. */
export type Expression = (doc: Document) => unknown;

const ofReferences = new Set(['$id', '$ref', '$db']);

/** Returns the value at a path. For an array, the values in each of its documents; a number is a field name. */
function valueAt(v: unknown, parts: readonly string[], at = 0): unknown {
  const part = parts[at];
  if (part === undefined) return v;
  if (Array.isArray(v)) {
    const items = v.filter(isDocument).map((item) => valueAt(item, parts, at));
    return items.filter((item) => item !== undefined);
  }
  return isDocument(v) && Object.hasOwn(v, part) ? valueAt(v[part], parts, at + 1) : undefined;
}

/** Splits a field path into its parts. Throws for a path that no expression may name. */
export function fieldPathOf(path: string): string[] {
  const parts = checkedName(path).split('.');
  if (parts.includes('')) throw new DbError(15998, 'FieldPath field names may not be empty strings.');
  for (const part of parts)
    if (part.startsWith('$') && !ofReferences.has(part))
      throw new DbError(
        16410,
        `FieldPath field names may not start with '$', given '${part}'. Consider using $getField or $setField.`,
      );
  return partsOf(path);
}

/** Returns a number to compute with; undefined for other values. Throws for one that JavaScript cannot hold. */
export function computable(v: unknown): number | undefined {
  if (v instanceof Long || v instanceof Decimal128)
    throw unsupported('computing with a decimal, or with an integer beyond 2^53,');
  return numberOf(v);
}

/** Throws for a sum of integers that a double cannot hold. */
export function exactSum(sum: number, areWhole: boolean): number {
  if (areWhole && Math.abs(sum) > Number.MAX_SAFE_INTEGER) throw unsupported('a sum of integers beyond 2^53');
  return sum;
}

const isTrue = (v: unknown): boolean => !isMissingOrNull(v) && v !== false && v !== 0;

function add(values: readonly unknown[]): unknown {
  if (values.some(isMissingOrNull)) return null;
  const dates = values.filter((v) => v instanceof Date);
  if (dates.length > 1) throw new DbError(16612, 'only one date allowed in an $add expression');
  const numbers = values.map((v) => (v instanceof Date ? v.getTime() : computable(v)));
  const sum = numbers.reduce<number>((total, n) => {
    if (n === undefined) throw new DbError(14, '$add only supports numeric or date types');
    return total + n;
  }, 0);
  return dates.length ? new Date(sum) : exactSum(sum, numbers.every(Number.isInteger));
}

interface Operator {
  /** The number of operands; any if undefined. */
  count?: number;
  of(operands: readonly Expression[], doc: Document): unknown;
}

const operators: Record<string, Operator> = {
  $add: { of: (operands, doc) => add(operands.map((operand) => operand(doc))) },
  $eq: {
    count: 2,
    of(operands, doc) {
      const [a, b] = operands.map((operand) => operand(doc));
      // In an expression a missing value is not null.
      return a === undefined || b === undefined ? a === b : equal(a, b);
    },
  },
  $cond: { count: 3, of: ([test, yes, no], doc) => (isTrue(test?.(doc)) ? yes : no)?.(doc) },
  $ifNull: {
    of(operands, doc) {
      for (const operand of operands.slice(0, -1)) {
        const value = operand(doc);
        if (!isMissingOrNull(value)) return value;
      }
      return operands.at(-1)?.(doc);
    },
  },
};

function operatorOf(expression: Document, now: number): Expression {
  const [[name, given] = ['', undefined], ...others] = entriesOf(expression);
  if (others.length) throw new DbError(15983, 'an object representing an expression must have exactly one field');
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (!operator) throw new DbError(168, `Unrecognized expression '${name}' (not supported by the embedded database)`);
  const operands = (Array.isArray(given) ? given : [given]).map((operand) => compileExpression(operand, now));
  const { count = operands.length, of } = operator;
  if (operands.length !== count)
    throw new DbError(16020, `Expression ${name} takes exactly ${count} arguments. ${operands.length} were passed in.`);
  return (doc) => of(operands, doc);
}

/**
 * Compiles a path, a constant, `$$NOW` or one of `operators`. Throws for other expressions.
 * @param now milliseconds since 1970
 */
export function compileExpression(expression: unknown, now: number): Expression {
  if (isOperatorDocument(expression)) return operatorOf(expression, now);
  if (Array.isArray(expression) || isDocument(expression))
    throw unsupported('an array or a document in an aggregation expression');
  if (typeof expression !== 'string' || !expression.startsWith('$')) return () => expression;
  if (expression === '$$NOW') return () => new Date(now);
  if (expression === '$') throw new DbError(16872, "'$' by itself is not a valid FieldPath");
  if (expression.startsWith('$$'))
    throw new DbError(
      17276,
      `Use of undefined variable: ${expression.slice(2)} (not supported by the embedded database)`,
    );
  const parts = fieldPathOf(expression.slice(1));
  return (doc) => valueAt(doc, parts);
}
