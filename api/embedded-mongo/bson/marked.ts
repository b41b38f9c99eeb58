import { serialize } from 'bson';
import type { Document } from './codec.ts';
import { written } from './names.ts';
import { type RawElement, rawDocument } from './raw.ts';
import { isDocument } from './values.ts';

const type = { document: 3, array: 4 } as const;

function elementOf(name: string, value: unknown): RawElement[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, i) => elementOf(String(i), item === undefined ? null : item));
    return [[type.array, name, rawDocument(items)]];
  }
  if (isDocument(value)) return [[type.document, name, encodeNames(value)]];
  const alone = serialize({ v: value });
  return [[alone[4] as number, name, Buffer.from(alone.subarray(7, -1))]];
}

/** Encodes a document in which some names carry marks. */
export const encodeNames = (doc: Document): Buffer =>
  rawDocument(Object.entries(doc).flatMap(([name, value]) => elementOf(written(name), value)));
