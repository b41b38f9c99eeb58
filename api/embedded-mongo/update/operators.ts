import { Timestamp } from 'bson';
import type { Document } from '../bson/codec.ts';
import { badValue, DbError, failedToParse } from '../bson/errors.ts';
import { compare } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { arithmetic, bitwise } from './arithmetic.ts';
import { addToSet, elements, pop, pull, pullAll, push } from './arrays.ts';
import { crossesArray, get, set, unset } from './paths.ts';
import { arrayFilters, expand } from './positions.ts';

export interface UpdateContext {
  filter: Document;
  arrayFilters: readonly Document[];
  variables: Document;
  inserting: boolean;
  now: number;
}

/** One operator at one path. */
type Apply = (doc: Document, path: readonly string[], operand: unknown, context: UpdateContext) => void;

const onArray =
  (op: string, change: (items: unknown[], operand: unknown) => unknown[], create: boolean): Apply =>
  (doc, path, operand) => {
    const current = get(doc, path);
    if (current === undefined && !create) return;
    set(doc, path, change(elements(current, op, path.join('.')), operand));
  };

const extreme =
  (direction: number): Apply =>
  (doc, path, operand) => {
    const current = get(doc, path);
    if (current === undefined || compare(operand, current) * direction > 0) set(doc, path, operand);
  };

const calculate =
  (op: '$inc' | '$mul'): Apply =>
  (doc, path, operand) =>
    void set(doc, path, arithmetic(op, path.join('.'), get(doc, path), operand));

function currentDate(doc: Document, path: readonly string[], operand: unknown, { now }: UpdateContext): void {
  const kind = isDocument(operand) ? operand.$type : operand === true ? 'date' : undefined;
  if (kind === 'timestamp') set(doc, path, new Timestamp({ t: Math.floor(now / 1000), i: 1 }));
  else if (kind === 'date' || operand === false) set(doc, path, new Date(now));
  else throw badValue("The '$type' string field is required to be 'date' or 'timestamp'");
}

function rename(doc: Document, path: readonly string[], operand: unknown): void {
  const to = (operand as string).split('.');
  if (crossesArray(doc, path) || crossesArray(doc, to))
    throw badValue(`The source and destination of $rename cannot be array elements: '${path.join('.')}'`);
  const value = get(doc, path);
  if (value === undefined) return;
  unset(doc, path);
  set(doc, to, value);
}

const operators: Record<string, Apply> = {
  $set: (doc, path, operand) => void set(doc, path, operand),
  $setOnInsert: (doc, path, operand, { inserting }) => void (inserting && set(doc, path, operand)),
  $unset: (doc, path) => unset(doc, path),
  $inc: calculate('$inc'),
  $mul: calculate('$mul'),
  $min: extreme(-1),
  $max: extreme(1),
  $currentDate: currentDate,
  $rename: rename,
  $push: onArray('$push', push, true),
  $addToSet: onArray('$addToSet', addToSet, true),
  $pull: onArray('$pull', pull, false),
  $pullAll: onArray('$pullAll', pullAll, false),
  $pop: onArray('$pop', pop, false),
  $bit(doc, path, operand) {
    const entries = isDocument(operand) ? Object.entries(operand) : [];
    const [entry] = entries;
    if (!entry || entries.length > 1) throw badValue("You must pass exactly one of 'and', 'or' and 'xor' to $bit");
    set(doc, path, bitwise(path.join('.'), get(doc, path), entry[0], entry[1]));
  },
};

interface Change {
  op: string;
  path: string;
  operand: unknown;
}

function assertPath(path: string): void {
  const parts = path.split('.');
  if (parts.includes(''))
    throw new DbError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  if (parts[0]?.startsWith('$'))
    throw new DbError(52, `The dollar ($) prefixed field '${parts[0]}' in '${path}' is not valid for storage.`);
}

function changesOf(update: Document): Change[] {
  return Object.entries(update).flatMap(([op, fields]) => {
    if (!Object.hasOwn(operators, op))
      throw failedToParse(
        `Unknown modifier: ${op}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    if (!isDocument(fields))
      throw failedToParse(`Modifiers operate on fields but we found another type for ${op}: ${JSON.stringify(fields)}`);
    return Object.entries(fields).map(([path, operand]) => {
      assertPath(path);
      if (op === '$rename') {
        if (typeof operand !== 'string') throw badValue(`The 'to' field for $rename must be a string: ${path}`);
        assertPath(operand);
      }
      return { op, path, operand };
    });
  });
}

function assertNoConflict(paths: readonly string[]): void {
  const ordered = [...paths].sort();
  const seen = new Set<string>();
  for (const path of ordered) {
    const parts = path.split('.');
    for (let length = 1; length <= parts.length; length++) {
      const above = parts.slice(0, length).join('.');
      if (seen.has(above)) throw new DbError(40, `Updating the path '${path}' would create a conflict at '${above}'`);
    }
    seen.add(path);
  }
}

/** Applies update operators to a document decoded with its number types, and changes it in place. */
export function applyOperators(doc: Document, update: Document, context: UpdateContext): void {
  const changes = changesOf(update);
  const renamed = changes.filter(({ op }) => op === '$rename').map(({ operand }) => operand as string);
  const paths = changes.map(({ path }) => path);
  assertNoConflict([...paths, ...renamed]);
  const filters = arrayFilters(context.arrayFilters, paths);
  // MongoDB adds new fields in the order of their names, not as written.
  changes.sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const { op, path, operand } of changes)
    for (const concrete of expand(doc, path.split('.'), filters, context.filter))
      operators[op]?.(doc, concrete, operand, context);
}
