import { createRequire } from 'node:module';
import { BSONRegExp, Decimal128, Long } from 'bson';
import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { entriesOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';
import { pathOperator } from './field-path.ts';
import { objectOperators } from './objects.ts';
import { type Evaluate, guardedOperators, type Operators, ownOperators } from './operators.ts';

/** The parts of mingo in use. Its own typings describe no way to choose operators. */
interface Core {
  Context: { init(operators: { expression: Operators; accumulator: Operators; pipeline: Operators }): unknown };
  evalExpr: Evaluate;
}

interface Mingo {
  context: unknown;
  /** The names of all supported expressions. */
  expressions: ReadonlySet<string>;
  evaluate: Evaluate;
}

/** The operators whose results were compared with MongoDB's. All others are our own or refused. */
const expressions = [
  ...['$abs', '$add', '$ceil', '$divide', '$floor', '$multiply', '$round', '$sqrt', '$subtract'],
  ...['$arrayElemAt', '$concatArrays', '$filter', '$isArray', '$map', '$range', '$reduce'],
  ...['$reverseArray', '$size', '$slice', '$zip', '$and', '$or', '$cond', '$ifNull', '$dateDiff', '$dateTrunc'],
  ...[
    '$literal',
    '$let',
    '$rand',
    '$mergeObjects',
    '$setUnion',
    '$setIntersection',
    '$setDifference',
    '$concat',
    '$split',
    '$strLenCP',
    '$substrCP',
  ],
  ...['$trim', '$ltrim', '$rtrim'],
];

const require = createRequire(import.meta.url);
let loaded: Mingo | undefined;

const pick = (from: Operators, names: readonly string[]): Operators =>
  Object.fromEntries(
    names.map((name) => {
      const operator = from[name];
      if (!operator) throw new Error(`mingo has no ${name}`);
      return [name, operator];
    }),
  );

/** Loads mingo at its first use, because that takes longer than the rest of the start. */
export function mingo(): Mingo {
  if (loaded) return loaded;
  const { Context, evalExpr } = require('mingo/core') as Core;
  const known = require('mingo/operators/expression') as Operators;
  const expression = {
    ...pick(known, expressions),
    ...guardedOperators(known, evalExpr),
    ...ownOperators(evalExpr),
    ...objectOperators(evalExpr),
  };
  const context = Context.init({ expression, accumulator: {}, pipeline: {} });
  loaded = {
    context,
    expressions: new Set(Object.keys(expression).filter((name) => name !== pathOperator)),
    evaluate: evalExpr,
  };
  return loaded;
}

const unknownExpression = (name: string): DbError =>
  new DbError(168, `Unrecognized expression '${name}' (not known to the embedded database)`);

/** Throws for an unsupported operator before any document is evaluated. */
export function assertKnown(expression: unknown): void {
  if (Array.isArray(expression)) {
    for (const one of expression) assertKnown(one);
    return;
  }
  if (!isDocument(expression)) return;
  const entries = entriesOf(expression);
  if (entries.length > 1 && entries[0]?.[0].startsWith('$'))
    throw new DbError(
      15983,
      `an object representing an expression must have exactly one field: ${JSON.stringify(expression)}`,
    );
  for (const [name, operand] of entries) {
    if (name.startsWith('$') && !mingo().expressions.has(name)) throw unknownExpression(name);
    if (name !== '$literal') assertKnown(operand);
  }
}

/** Runs mingo and converts its plain errors to MongoDB's. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof DbError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const [, operator] = /'(\$\w+)' is not registered/.exec(message) ?? [];
    if (operator) throw unknownExpression(operator);
    throw badValue(message);
  }
}

/** Throws for values that mingo would compute wrongly: numbers that JavaScript cannot hold, and patterns. */
export function assertComputable(v: unknown): void {
  if (v instanceof Long || v instanceof Decimal128)
    throw unsupported('computing with a decimal, or with an integer beyond 2^53,');
  if (v instanceof BSONRegExp) throw unsupported('a regular expression in an aggregation expression');
  if (Array.isArray(v)) for (const item of v) assertComputable(item);
  else if (isDocument(v)) for (const key in v) assertComputable(v[key]);
}
