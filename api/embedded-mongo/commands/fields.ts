import { Long } from 'bson';
import type { Document } from '../bson/codec.ts';
import { DbError, unsupported } from '../bson/errors.ts';
import { isRepeat, written } from '../bson/names.ts';
import { isDocument, numberOf } from '../bson/values.ts';

/** Parses one field of a command; `where` names it in errors. */
export type Reader<T> = (value: unknown, where: string) => T;

const typeName = (v: unknown): string => {
  if (v === null) return 'null';
  if (Array.isArray(v)) return 'array';
  if (typeof v === 'boolean') return 'bool';
  if (typeof v === 'number') return Number.isInteger(v) ? 'int' : 'double';
  return typeof v;
};

const wrongType = (where: string, v: unknown, expected: string): DbError =>
  new DbError(14, `BSON field '${where}' is the wrong type '${typeName(v)}', expected type '${expected}'`);

export const document: Reader<Document> = (v, where) => {
  if (!isDocument(v)) throw wrongType(where, v, 'object');
  return v;
};

export const list: Reader<unknown[]> = (v, where) => {
  if (!Array.isArray(v)) throw wrongType(where, v, 'array');
  return v;
};

export const documents: Reader<Document[]> = (v, where) =>
  list(v, where).map((item, i) => document(item, `${where}.${i}`));

export const text: Reader<string> = (v, where) => {
  if (typeof v !== 'string') throw wrongType(where, v, 'string');
  return v;
};

export const flag: Reader<boolean> = (v, where) => {
  if (typeof v === 'boolean') return v;
  const number = numberOf(v);
  if (number === undefined) throw wrongType(where, v, 'bool');
  return number !== 0;
};

/** A whole number, 0 or more. */
export const amount: Reader<number> = (v, where) => {
  const number = numberOf(v);
  if (number === undefined) throw wrongType(where, v, 'int');
  if (!Number.isInteger(number)) throw new DbError(9, `BSON field '${where}' has to be a whole number, is ${number}`);
  if (number < 0) throw new DbError(51024, `BSON field '${where}' value must be >= 0, actual value '${number}'`);
  return number;
};

export const integer: Reader<number> = (v, where) => {
  const number = numberOf(v);
  if (number === undefined || !Number.isInteger(number)) throw wrongType(where, v, 'int');
  return number;
};

/** A cursor's number, as text. */
export const cursorId: Reader<string> = (v, where) => {
  if (v instanceof Long || Number.isInteger(v)) return String(v);
  throw wrongType(where, v, 'long');
};

export const anything: Reader<unknown> = (v) => v;

/** Ignores an option that changes nothing here: there is one node, and nothing is spilled to disk. */
export const ignored: Reader<undefined> = () => undefined;

/** Refuses a MongoDB option that this server does not have, unless it asks for nothing. */
export const refused: Reader<undefined> = (v, where) => {
  if (v !== false && v !== undefined && v !== null && v !== 0) throw unsupported(`the field '${where}'`);
  return undefined;
};

export const collation: Reader<undefined> = (v) => {
  if (isDocument(v) && v.locale !== 'simple' && Object.keys(v).length) throw unsupported('collation');
  return undefined;
};

/** Fields that every command may carry. */
const generic = new Set([
  ...['$db', 'lsid', '$readPreference', 'readConcern', 'comment', 'maxTimeMS', '$clusterTime'],
  ...['apiVersion', 'apiStrict', 'apiDeprecationErrors', '$client', '$audit', 'writeConcern'],
]);

type Shape = Record<string, Reader<unknown>>;
export type Read<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> };

/** Parses a command's fields by their shape. Throws, as MongoDB does, for a field that the shape does not name. */
export function readFields<S extends Shape>(name: string, given: Document, shape: S): Read<S> {
  const out: Read<S> = {};
  for (const [key, value] of Object.entries(given)) {
    if (isRepeat(key)) throw new DbError(40413, `BSON field '${name}.${written(key)}' is a duplicate field`);
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (reader) {
      if (value !== null && value !== undefined)
        out[key as keyof S] = reader(value, `${name}.${key}`) as ReturnType<S[keyof S]>;
    } else if (!generic.has(key) && key !== name)
      throw new DbError(40415, `BSON field '${name}.${key}' is an unknown field.`);
  }
  return out;
}
