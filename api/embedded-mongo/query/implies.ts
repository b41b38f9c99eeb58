import type { Document } from '../bson/codec.ts';
import { compare } from '../bson/keys.ts';
import { entriesOf } from '../bson/names.ts';
import { rankOf } from '../bson/order.ts';
import { isMissingOrNull, isNotANumber, isOperatorDocument } from '../bson/values.ts';
import { type Bounds, type End, isPresent } from './demands.ts';
import { compile } from './match.ts';

/** Whether all values within one end are within another of the same kind; `direction` is that of the values. */
function isWithin(end: End | undefined, limit: unknown, inclusive: boolean, direction: 1 | -1): boolean {
  if (!end || rankOf(end.value) !== rankOf(limit) || isNotANumber(limit)) return false;
  const order = compare(end.value, limit) * direction;
  return order > 0 || (order === 0 && (inclusive || !end.inclusive));
}

/** Whether all points pass. A point that equals null may be missing, so missing has to pass too. */
function allPass(points: readonly unknown[], condition: Document): boolean {
  const passes = compile({ v: condition });
  return points.every((v) => passes({ v }) && (!isMissingOrNull(v) || passes({})));
}

function impliesOperator(bounds: Bounds, op: string, operand: unknown): boolean {
  if (bounds.in && allPass(bounds.in, { [op]: operand })) return true;
  switch (op) {
    case '$exists':
      return isPresent(bounds);
    case '$gt':
    case '$gte':
      return isWithin(bounds.from, operand, op === '$gte', 1);
    case '$lt':
    case '$lte':
      return isWithin(bounds.to, operand, op === '$lte', -1);
  }
  return false;
}

/** Whether every document that meets the demands also matches a partial index's filter. */
export const implies = (paths: Map<string, Bounds>, partial: Document): boolean =>
  entriesOf(partial).every(([path, operand]) => {
    if (path === '$and') return (operand as Document[]).every((part) => implies(paths, part));
    if (path === '$or') return (operand as Document[]).some((part) => implies(paths, part));
    const bounds = paths.get(path);
    if (!bounds) return false;
    if (!isOperatorDocument(operand)) return impliesOperator(bounds, '$eq', operand);
    return entriesOf(operand).every(([op, value]) => impliesOperator(bounds, op, value));
  });
