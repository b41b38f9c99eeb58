import { BSONRegExp } from 'bson';
import type { Document } from '../bson/codec.ts';
import { entriesOf } from '../bson/names.ts';
import { isMissingOrNull, isNotANumber, isOperatorDocument, isRegex } from '../bson/values.ts';
import { textPatternOf } from './regex.ts';

/** One end of a range, or both ends of a prefix. */
export interface End {
  value: unknown;
  inclusive: boolean;
}

/** The conditions of a filter on one path that an index can use. */
export interface Bounds {
  in?: readonly unknown[];
  from?: End;
  to?: End;
  prefix?: string;
  /** The pattern of `prefix`, which equals stored patterns. */
  pattern?: BSONRegExp;
  /** The value exists; it may be null. */
  exists?: boolean;
  /** The bounds express the filter's whole condition on the path. */
  exact: boolean;
}

/** The conditions of a filter on a document: all of `paths`, and one branch of each `or`. */
export interface Demands {
  paths: Map<string, Bounds>;
  or: Document[][];
  exact: boolean;
}

/** A longer list of points is not looked up in an index. */
export const maxPoints = 1000;

const isPoint = (v: unknown): boolean => !Array.isArray(v) && !isRegex(v);
const isOrderable = (v: unknown): boolean => isPoint(v) && !isMissingOrNull(v) && !isNotANumber(v);

/**
 * Extracts the conditions that an index can use. The filter must have been compiled before, so that it is known to be
 * valid.
 */
export function demandsOf(filter: Document, into: Demands = { paths: new Map(), or: [], exact: true }): Demands {
  for (const [key, operand] of entriesOf(filter)) {
    if (key === '$and') for (const part of operand as Document[]) demandsOf(part, into);
    else if (key === '$or') {
      into.or.push(operand as Document[]);
      into.exact = false;
    } else if (key.startsWith('$')) into.exact = false;
    else demandPath(into, key, operand);
  }
  return into;
}

function demandPath(into: Demands, path: string, operand: unknown): void {
  const before = into.paths.get(path);
  const bounds = before ?? { exact: true };
  into.paths.set(path, bounds);
  // Bounds hold one condition of each kind, so two conditions may not fit.
  if (before) bounds.exact = false;
  if (isRegex(operand)) narrowToPattern(bounds, operand, '');
  else if (isOperatorDocument(operand))
    for (const [op, value] of entriesOf(operand)) narrow(bounds, op, value, operand);
  else narrow(bounds, '$eq', operand, {});
  if (bounds.in && (bounds.from || bounds.to || bounds.prefix)) bounds.exact = false;
}

function narrow(bounds: Bounds, op: string, value: unknown, spec: Document): void {
  const points = op === '$eq' ? [value] : op === '$in' ? (value as unknown[]) : undefined;
  const isRange = isOrderable(value) && bounds.prefix === undefined;
  if (points && points.length <= maxPoints && points.every(isPoint) && !bounds.in) {
    bounds.in = points;
    if (points.some(isMissingOrNull)) bounds.exact = false;
  } else if ((op === '$gt' || op === '$gte') && isRange && !bounds.from)
    bounds.from = { value, inclusive: op === '$gte' };
  else if ((op === '$lt' || op === '$lte') && isRange && !bounds.to) bounds.to = { value, inclusive: op === '$lte' };
  else if (op === '$regex') narrowToPattern(bounds, value, String(spec.$options ?? ''));
  else if (op === '$exists' && value) bounds.exists = true;
  else {
    bounds.exact = false;
    // An index stores a missing value as null.
    if (op === '$exists') bounds.in ??= [null];
  }
}

/** An anchored, case-sensitive pattern is a range of strings. */
function narrowToPattern(bounds: Bounds, pattern: unknown, options: string): void {
  bounds.exact = false;
  if (bounds.from || bounds.to || bounds.prefix !== undefined) return;
  const [source, own] =
    pattern instanceof BSONRegExp
      ? [pattern.pattern, pattern.options]
      : typeof pattern === 'string'
        ? [pattern, '']
        : [];
  if (source === undefined) return;
  const { text, isAnchored, ignoresCase } = textPatternOf(source, options || own);
  if (!text || !isAnchored || ignoresCase) return;
  bounds.prefix = text;
  bounds.pattern = new BSONRegExp(source, options || own || '');
}

/** Whether the bounds exclude a missing value. */
export function isPresent(bounds: Bounds | undefined): boolean {
  if (!bounds) return false;
  if (bounds.exists) return true;
  if (bounds.in) return !bounds.in.some(isMissingOrNull);
  return bounds.from !== undefined || bounds.to !== undefined || bounds.prefix !== undefined;
}
