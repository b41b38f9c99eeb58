import type { Document } from '../bson/codec.ts';
import { badValue, unsupported } from '../bson/errors.ts';
import { compare } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { addToSet, elements, pull, push } from './arrays.ts';
import { increment } from './increment.ts';
import { crossesArray, get, set, unset } from './paths.ts';

export interface UpdateContext {
  inserting: boolean;
  now: number;
}

/** One operator on one path; the operand of `$rename` is a path too. */
export interface Change {
  op: string;
  path: readonly string[];
  operand: unknown;
}

type Apply = (doc: Document, path: readonly string[], operand: unknown, context: UpdateContext) => void;

const arrayChanges: Record<string, (items: unknown[], operand: unknown) => unknown[]> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
};

const onArray =
  (op: string, change: (items: unknown[], operand: unknown) => unknown[], create: boolean): Apply =>
  (doc, path, operand) => {
    const current = get(doc, path);
    if (current === undefined && !create) return;
    set(doc, path, change(elements(current, op, path.join('.')), operand));
  };

function currentDate(doc: Document, path: readonly string[], operand: unknown, { now }: UpdateContext): void {
  if (isDocument(operand)) throw unsupported('$type in $currentDate');
  if (typeof operand !== 'boolean') throw badValue('$currentDate needs true');
  set(doc, path, new Date(now));
}

function rename(doc: Document, path: readonly string[], operand: unknown): void {
  const to = operand as readonly string[];
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
  $inc: (doc, path, operand) => void set(doc, path, increment(path.join('.'), get(doc, path), operand)),
  $max(doc, path, operand) {
    const current = get(doc, path);
    if (current === undefined || compare(operand, current) > 0) set(doc, path, operand);
  },
  $currentDate: currentDate,
  $rename: rename,
  $push: onArray('$push', push, true),
  $addToSet: onArray('$addToSet', addToSet, true),
  $pull: onArray('$pull', pull, false),
};

/** Applies one change in place. */
export const applyChange = (doc: Document, { op, path, operand }: Change, context: UpdateContext): void =>
  operators[op]?.(doc, path, operand, context);

/** MongoDB's other operators. */
const notHere = new Set(['$mul', '$min', '$pullAll', '$pop', '$bit']);

/** Whether this is an update operator. Throws CommandNotSupported for one that only MongoDB has. */
export function isOperator(op: string): boolean {
  if (notHere.has(op)) throw unsupported(op);
  return Object.hasOwn(operators, op);
}

const toNothing = { inserting: true, now: 0 };

/** Throws for an operand that MongoDB refuses before it reads a document. */
export function checkOperand({ op, path, operand }: Change): void {
  if (op === '$set' || op === '$setOnInsert' || op === '$rename') return;
  // Applying it to empty arrays shows whether the operand is valid.
  const change = arrayChanges[op];
  if (change) change([], operand);
  else operators[op]?.({}, [path.at(-1) as string], operand, toNothing);
}
