import type { Document } from '../bson/codec.ts';
import { entriesOf, firstOf, isPosition, positionOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';

export type Test = (value: unknown) => boolean;

/** Whether any value at the path, through arrays, passes. A missing value is undefined. */
export function reaches(v: unknown, path: readonly string[], at: number, test: Test): boolean {
  const part = path[at];
  if (part === undefined) return test(v);
  if (Array.isArray(v)) {
    if (isPosition(part) && positionOf(part) < v.length && reaches(v[positionOf(part)], path, at + 1, test))
      return true;
    return v.some((item) => isDocument(item) && reaches(item, path, at, test));
  }
  return reaches(isDocument(v) && Object.hasOwn(v, part) ? v[part] : undefined, path, at + 1, test);
}

/** Most operators test an array both as itself and element by element. */
export const orElement =
  (test: Test): Test =>
  (v) =>
    test(v) || (Array.isArray(v) && v.some(test));

/** Iterates over the values at the path, with arrays unfolded; nothing for a missing one. */
export function* valuesAt(v: unknown, path: readonly string[], at = 0): Generator<unknown> {
  const part = path[at];
  if (Array.isArray(v)) {
    if (part === undefined) yield* v;
    else {
      if (isPosition(part) && positionOf(part) < v.length) yield* valuesAt(v[positionOf(part)], path, at + 1);
      for (const item of v) if (isDocument(item)) yield* valuesAt(item, path, at);
    }
  } else if (part === undefined) {
    if (v !== undefined) yield v;
  } else if (isDocument(v) && Object.hasOwn(v, part)) yield* valuesAt((v as Document)[part], path, at + 1);
}

/** Returns the top-level fields that a valid filter reads. */
export const fieldsOf = (filter: Document): string[] =>
  entriesOf(filter).flatMap(([key, operand]) =>
    key.startsWith('$') ? (operand as Document[]).flatMap(fieldsOf) : [firstOf(key)],
  );
