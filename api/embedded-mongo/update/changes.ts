import type { Document } from '../bson/codec.ts';
import { badValue, checkedName, DbError, failedToParse, unsupported } from '../bson/errors.ts';
import { entriesOf, isPosition, partsOf, positionOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';
import { applyChange, type Change, checkOperand, isOperator, type UpdateContext } from './operators.ts';
import { type ArrayFilters, arrayFilters, expand } from './positions.ts';

/** An update's validated operators, in the order in which they apply. */
export interface Changes {
  list: readonly Change[];
  filters: ArrayFilters;
  /** Some path has array positions that depend on the document. */
  dynamic: boolean;
}

const isDynamic = (part: string): boolean => part.startsWith('$[');

function assertPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes(''))
    throw new DbError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  const [first = ''] = parts;
  if (isDynamic(first)) throw badValue(`Cannot have a positional element in the first position in path '${path}'`);
  for (const part of parts)
    if (part === '$' || part === '$[]') throw unsupported(`the positional operator '${part}' in an update`);
}

function changeOf(op: string, path: string, operand: unknown): Change {
  assertPath(path);
  const parts = partsOf(path);
  if (op !== '$rename') return { op, path: parts, operand };
  if (typeof operand !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}`);
  assertPath(checkedName(operand));
  const to = partsOf(operand);
  if ([...parts, ...to].some(isDynamic)) throw badValue(`The fields of $rename may not be dynamic: ${path}`);
  return { op, path: parts, operand: to };
}

function changesOf(update: Document): Change[] {
  return entriesOf(update).flatMap(([op, fields]) => {
    if (!isOperator(op))
      throw failedToParse(
        `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDocument(fields))
      throw failedToParse(`Modifiers operate on fields but we found another type for ${op}: ${JSON.stringify(fields)}`);
    return entriesOf(fields).map(([path, operand]) => {
      const change = changeOf(op, path, operand);
      checkOperand(change);
      return change;
    });
  });
}

const order = (a: string, b: string): number => {
  if (isPosition(a) && isPosition(b)) return positionOf(a) - positionOf(b);
  return a < b ? -1 : Number(a > b);
};

const target = ({ op, path, operand }: Change): readonly string[] =>
  op === '$rename' ? (operand as readonly string[]) : path;

/** MongoDB adds new fields sorted by name, numbers numerically, not in the order of the update. */
function byTarget(a: Change, b: Change): number {
  const [one, other] = [target(a), target(b)];
  for (const [i, part] of one.entries()) {
    const next = other[i];
    const place = next === undefined ? 1 : order(part, next);
    if (place) return place;
  }
  return one.length - other.length;
}

/** Throws ConflictingUpdateOperators if a path equals another or lies below it. */
function assertNoConflict(changes: readonly Change[]): void {
  const paths = changes.flatMap(({ op, path, operand }) => (op === '$rename' ? [path, operand as string[]] : [path]));
  const joined = paths.map((parts) => parts.join('.'));
  const seen = new Set<string>();
  for (const path of joined.sort()) {
    let above = '';
    for (const part of path.split('.')) {
      above = above ? `${above}.${part}` : part;
      if (seen.has(above)) throw new DbError(40, `Updating the path '${path}' would create a conflict at '${above}'`);
    }
    seen.add(path);
  }
}

/** Parses update operators. Throws for those that are invalid for every document. */
export function parseOperators(update: Document, filters: readonly Document[]): Changes {
  const list = changesOf(update).sort(byTarget);
  assertNoConflict(list);
  const paths = list.map(({ path }) => path);
  return { list, filters: arrayFilters(filters, paths), dynamic: paths.some((path) => path.some(isDynamic)) };
}

/** Applies update operators in place to a document decoded with its number types. */
export function applyOperators(doc: Document, { list, filters, dynamic }: Changes, context: UpdateContext): void {
  // Positions refer to the document before the update.
  const concrete = dynamic ? list.flatMap((change) => expanded(doc, change, filters)) : list;
  if (dynamic) assertNoConflict(concrete);
  for (const change of concrete) {
    if (!context.inserting) assertStorableName(change.path);
    applyChange(doc, change, context);
  }
}

const expanded = (doc: Document, change: Change, filters: ArrayFilters): Change[] =>
  expand(doc, change.path, filters).map((path) => ({ ...change, path }));

/** Throws for names that an upsert may create but an update may not. */
function assertStorableName(path: readonly string[]): void {
  if (path[0]?.startsWith('$'))
    throw new DbError(
      52,
      `The dollar ($) prefixed field '${path[0]}' in '${path.join('.')}' is not valid for storage.`,
    );
}
