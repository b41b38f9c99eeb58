import { type Document, plain } from '../bson/codec.ts';
import { badValue, unsupported } from '../bson/errors.ts';
import { equal } from '../bson/keys.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { compile, elementTest } from '../query/match.ts';
import type { Test } from '../query/paths.ts';

const pushModifiers = new Set(['$each', '$position', '$slice']);

/** Copies the array to change, so that a refused update leaves the document as it was. */
export function elements(value: unknown, op: string, path: string): unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return [...value];
  if (op === '$push' || op === '$addToSet')
    throw badValue(`The field '${path}' must be an array but is of type ${value === null ? 'null' : typeof value}`);
  throw badValue(`Cannot apply ${op} to a non-array value at '${path}'`);
}

function each(op: string, operand: unknown): unknown[] {
  if (!isDocument(operand) || !('$each' in operand)) return [operand];
  if (!Array.isArray(operand.$each)) throw badValue(`The argument to $each in ${op} must be an array`);
  return operand.$each;
}

function whole(name: string, v: unknown): number | undefined {
  if (v === undefined) return undefined;
  const number = numberOf(v);
  if (number === undefined || !Number.isInteger(number))
    throw badValue(`The value for ${name} must be an integer value`);
  return number;
}

/** `$push` with its modifiers. */
export function push(items: unknown[], operand: unknown): unknown[] {
  const modifiers: Document = isDocument(operand) && '$each' in operand ? operand : {};
  if ('$sort' in modifiers) throw unsupported('$sort in $push');
  for (const name of Object.keys(modifiers))
    if (!pushModifiers.has(name)) throw badValue(`Unrecognized clause in $push: ${name}`);
  items.splice(whole('$position', modifiers.$position) ?? items.length, 0, ...each('$push', operand));
  const size = whole('$slice', modifiers.$slice);
  if (size === undefined) return items;
  return size < 0 ? items.slice(size) : items.slice(0, size);
}

export function addToSet(items: unknown[], operand: unknown): unknown[] {
  for (const item of each('$addToSet', operand)) if (!items.some((v) => equal(v, item))) items.push(item);
  return items;
}

/** `$pull`: a condition on elements, or a value to equal. */
export function pull(items: unknown[], operand: unknown): unknown[] {
  const condition = plain(operand);
  const test: Test = isDocument(condition) ? elementTest(condition) : isValue(condition);
  return items.filter((item) => !test(plain(item)));
}

const isValue = (value: unknown): Test => {
  const matches = compile({ v: value });
  return (v) => matches({ v });
};
