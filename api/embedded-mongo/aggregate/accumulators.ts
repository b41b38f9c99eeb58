import type { Document } from '../bson/codec.ts';
import { DbError, unsupported } from '../bson/errors.ts';
import { compare, mapKey } from '../bson/keys.ts';
import { isDocument, isMissingOrNull, numberOf } from '../bson/values.ts';

/** Reduces a group's values, in document order, to one value. A missing value is undefined. */
type Accumulator = (values: readonly unknown[]) => unknown;

/** Neumaier summation, so no digits are lost, as in MongoDB. Throws for integers that a double cannot hold. */
function sum(numbers: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const n of numbers) {
    const next = total + n;
    lost += Math.abs(total) >= Math.abs(n) ? total - next + n : n - next + total;
    total = next;
  }
  const result = Number.isFinite(total) ? total + lost : total;
  if (Math.abs(result) > Number.MAX_SAFE_INTEGER && numbers.every(Number.isInteger))
    throw unsupported('a sum of integers beyond 2^53');
  return result;
}

const numbersOf = (values: readonly unknown[]): number[] => values.map(numberOf).filter((n) => n !== undefined);

const extreme =
  (direction: number): Accumulator =>
  (values) => {
    let best: unknown = null;
    for (const v of values) if (!isMissingOrNull(v) && (best === null || compare(v, best) * direction > 0)) best = v;
    return best;
  };

const accumulators: Record<string, Accumulator> = {
  $sum: (values) => sum(numbersOf(values)),
  $avg(values) {
    const numbers = numbersOf(values);
    return numbers.length ? sum(numbers) / numbers.length : null;
  },
  $min: extreme(-1),
  $max: extreme(1),
  $first: (values) => values[0] ?? null,
  $last: (values) => values.at(-1) ?? null,
  $push: (values) => values.filter((v) => v !== undefined),
  $addToSet: (values) => [...new Map(values.filter((v) => v !== undefined).map((v) => [mapKey(v), v])).values()],
  $count: (values) => values.length,
  $mergeObjects(values) {
    const present = values.filter((v) => !isMissingOrNull(v));
    if (!present.every(isDocument)) throw new DbError(40400, '$mergeObjects requires object inputs');
    return Object.assign({}, ...present) as Document;
  },
};

/** The accumulators that are expressions too. */
export const folds = ['$sum', '$avg', '$min', '$max', '$first', '$last'] as const;

export const isAccumulator = (name: string): boolean => Object.hasOwn(accumulators, name);

export function fold(name: string, values: readonly unknown[]): unknown {
  const accumulate = accumulators[name];
  if (!accumulate || !isAccumulator(name)) throw new DbError(15952, `unknown group operator '${name}'`);
  return accumulate(values);
}
