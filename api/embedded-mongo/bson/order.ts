import { Binary, BSONRegExp, Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { unsupported } from './errors.ts';

/** The order of BSON types; also the first byte of a value's key. */
export const rank = {
  min: 10,
  empty: 15,
  null: 20,
  number: 30,
  string: 40,
  object: 50,
  array: 60,
  binary: 70,
  objectId: 80,
  bool: 90,
  date: 100,
  timestamp: 110,
  regex: 120,
  max: 240,
} as const;

/** The value that a sort and an index use for an empty array: it sorts before null. */
export const emptyArray = Symbol('empty array');

/** The type bracket within which `$gt` and similar operators compare. */
export function rankOf(v: unknown): number {
  switch (typeof v) {
    case 'undefined':
      return rank.null;
    case 'number':
    case 'bigint':
      return rank.number;
    case 'string':
      return rank.string;
    case 'boolean':
      return rank.bool;
    case 'symbol':
      return rank.empty;
  }
  if (v === null) return rank.null;
  if (Array.isArray(v)) return rank.array;
  if (v instanceof Date) return rank.date;
  if (v instanceof ObjectId) return rank.objectId;
  // Long is the base class of Timestamp.
  if (v instanceof Timestamp) return rank.timestamp;
  if (v instanceof Long || v instanceof Decimal128 || v instanceof Double || v instanceof Int32) return rank.number;
  if (v instanceof Binary) return rank.binary;
  if (v instanceof BSONRegExp || v instanceof RegExp) return rank.regex;
  if (v instanceof MinKey) return rank.min;
  if (v instanceof MaxKey) return rank.max;
  const type = (v as { _bsontype?: string })._bsontype;
  if (type === undefined) return rank.object;
  throw unsupported(`comparing values of the type ${type}`);
}
