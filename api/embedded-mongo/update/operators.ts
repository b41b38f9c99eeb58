import { Timestamp } from 'bson';
import type { Document } from '../bson/codec.ts';
import { badValue } from '../bson/errors.ts';
import { compare } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { arithmetic, bitwise } from './arithmetic.ts';
import { addToSet, elements, pop, pull, pullAll, push } from './arrays.ts';
import { crossesArray, get, set, unset } from './paths.ts';

export interface UpdateContext {
  filter: Document;
  inserting: boolean;
  now: number;
}

/** One operator on one path; the operand of `$rename` is a path too. */
export interface Change {
  op: string;
  path: readonly string[];
  operand: unknown;
}

type Apply = (
  doc: Document,
  path: readonly string[],
  operand: unknown,
  context: Pick<UpdateContext, 'inserting' | 'now'>,
) => void;

const arrayChanges: Record<string, (items: unknown[], operand: unknown) => unknown[]> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
};

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

function currentDate(
  doc: Document,
  path: readonly string[],
  operand: unknown,
  { now }: Pick<UpdateContext, 'now'>,
): void {
  const kind = isDocument(operand) ? operand.$type : operand === true ? 'date' : undefined;
  if (kind === 'timestamp') set(doc, path, new Timestamp({ t: Math.floor(now / 1000), i: 1 }));
  else if (kind === 'date' || operand === false) set(doc, path, new Date(now));
  else throw badValue("The '$type' string field is required to be 'date' or 'timestamp'");
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

/** Applies one change in place. */
export const applyChange = (doc: Document, { op, path, operand }: Change, context: UpdateContext): void =>
  operators[op]?.(doc, path, operand, context);

export const isOperator = (op: string): boolean => Object.hasOwn(operators, op);

const toNothing = { inserting: true, now: 0 };

/** Throws for an operand that MongoDB refuses before it reads a document. */
export function checkOperand({ op, path, operand }: Change): void {
  if (op === '$set' || op === '$setOnInsert' || op === '$rename') return;
  // Applying it to empty arrays shows whether the operand is valid.
  const change = arrayChanges[op];
  if (change) change([], operand);
  else operators[op]?.({}, [path.at(-1) as string], operand, toNothing);
}
