import { createRequire } from 'node:module';
import { BSONRegExp, Decimal128, Long } from 'bson';
import type { Document } from '../bson/codec.ts';
import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { compare, equal } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';

type Operator = (subject: unknown, operand: unknown, options: unknown) => unknown;
type Operators = Record<string, Operator>;

/** The parts of mingo in use; its own typings describe no way to choose operators. */
interface Core {
  Context: { init(operators: { expression: Operators; accumulator: Operators; pipeline: Operators }): unknown };
  evalExpr(subject: unknown, expression: unknown, options: unknown): unknown;
}

/** What was compared with MongoDB's answers; everything else is refused. */
const expressions = [
  ...['$abs', '$add', '$ceil', '$divide', '$floor', '$mod', '$multiply', '$round', '$sqrt', '$subtract', '$trunc'],
  ...['$arrayElemAt', '$arrayToObject', '$concatArrays', '$filter', '$indexOfArray', '$isArray', '$map', '$range'],
  ...['$reduce', '$reverseArray', '$size', '$slice', '$zip', '$and', '$not', '$or', '$cond', '$ifNull', '$switch'],
  ...['$dateAdd', '$dateDiff', '$dateSubtract', '$dateToString', '$dateTrunc', '$dayOfMonth', '$dayOfWeek'],
  ...['$dayOfYear', '$hour', '$millisecond', '$minute', '$month', '$second', '$year', '$literal', '$let', '$rand'],
  ...[
    '$mergeObjects',
    '$objectToArray',
    '$getField',
    '$setField',
    '$unsetField',
    '$setUnion',
    '$setIntersection',
    '$setDifference',
    '$concat',
    '$split',
  ],
  ...['$strLenCP', '$substrCP', '$toLower', '$toUpper', '$trim', '$ltrim', '$rtrim', '$replaceAll', '$replaceOne'],
];
const accumulators = ['$addToSet', '$avg', '$count', '$first', '$last', '$mergeObjects', '$push', '$sum'];
const stages = [
  ...['$addFields', '$bucket', '$group', '$project', '$replaceRoot', '$replaceWith', '$set', '$sortByCount'],
  ...['$unset', '$unwind'],
];

const load = createRequire(import.meta.url);
let loaded: { context: unknown; core: Core; aggregator: new (p: Document[], o: unknown) => Runner } | undefined;
interface Runner {
  run(docs: Document[]): Document[];
}

const pick = (from: Operators, names: readonly string[]): Operators =>
  Object.fromEntries(
    names.map((name) => {
      const operator = from[name];
      if (!operator) throw new Error(`mingo has no ${name}`);
      return [name, operator];
    }),
  );

/** mingo compares with JavaScript's rules; these compare as BSON does. */
function comparisons({ evalExpr }: Core): Operators {
  const both =
    (answer: (a: unknown, b: unknown) => unknown): Operator =>
    (subject, operand, options) => {
      const values = evalExpr(subject, operand, options);
      if (!Array.isArray(values) || values.length !== 2) throw badValue('Expression takes exactly 2 arguments.');
      return answer(values[0], values[1]);
    };
  // A missing value is less than null in an expression.
  const order = (a: unknown, b: unknown): number =>
    a === undefined || b === undefined ? Number(a !== undefined) - Number(b !== undefined) || 0 : compare(a, b);
  return {
    $cmp: both((a, b) => Math.sign(order(a, b))),
    $eq: both((a, b) => order(a, b) === 0),
    $ne: both((a, b) => order(a, b) !== 0),
    $gt: both((a, b) => order(a, b) > 0),
    $gte: both((a, b) => order(a, b) >= 0),
    $lt: both((a, b) => order(a, b) < 0),
    $lte: both((a, b) => order(a, b) <= 0),
    $in: both((a, list) => {
      if (!Array.isArray(list)) throw new DbError(40081, '$in requires an array as a second argument');
      return list.some((item) => equal(item, a));
    }),
  };
}

/** `$min` and `$max`: as accumulators over a group, as expressions over their operand's values. */
function extremes({ evalExpr }: Core): Operators {
  const extreme = (direction: number, values: readonly unknown[]): unknown => {
    let best: unknown = null;
    for (const v of values)
      if (v !== undefined && v !== null && (best === null || compare(v, best) * direction > 0)) best = v;
    return best;
  };
  const accumulator =
    (direction: number): Operator =>
    (subject, operand, options) => {
      if (Array.isArray(subject))
        return extreme(
          direction,
          subject.map((item) => evalExpr(item, operand, options)),
        );
      const value = evalExpr(subject, operand, options);
      return extreme(direction, Array.isArray(value) ? value : [value]);
    };
  return { $max: accumulator(1), $min: accumulator(-1) };
}

/** Loads mingo, which takes longer than the start of everything else, at its first use. */
export function mingo(): NonNullable<typeof loaded> {
  if (loaded) return loaded;
  const core = load('mingo/core') as Core;
  const context = core.Context.init({
    expression: { ...pick(load('mingo/operators/expression'), expressions), ...comparisons(core) },
    accumulator: { ...pick(load('mingo/operators/accumulator'), accumulators), ...extremes(core) },
    pipeline: pick(load('mingo/operators/pipeline'), stages),
  });
  loaded = { context, core, aggregator: load('mingo/aggregator').Aggregator };
  return loaded;
}

export const isMingoStage = (name: string): boolean => stages.includes(name);

/** Runs mingo, whose errors are plain ones, and answers them as MongoDB would. */
export function guarded<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof DbError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const [, operator] = /'(\$\w+)' is not registered/.exec(message) ?? [];
    if (operator) throw new DbError(168, `Unrecognized expression '${operator}' (not known to the embedded database)`);
    throw badValue(message);
  }
}

/** Refuses what mingo would compute wrongly: numbers that JavaScript cannot hold, and patterns. */
export function assertComputable(v: unknown): void {
  if (v instanceof Long || v instanceof Decimal128)
    throw unsupported('computing with a decimal, or with an integer beyond 2^53,');
  if (v instanceof BSONRegExp) throw unsupported('a regular expression in an aggregation expression');
  if (Array.isArray(v)) for (const item of v) assertComputable(item);
  else if (isDocument(v)) for (const key in v) assertComputable(v[key]);
}
