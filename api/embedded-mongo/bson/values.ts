import { BSONRegExp, Decimal128, Double, Int32, Long, Timestamp } from 'bson';
import type { Document } from './codec.ts';

/** A plain sub-document: not an array, a Date or a BSON value class. */
export const isDocument = (v: unknown): v is Document =>
  typeof v === 'object' && v !== null && Object.getPrototypeOf(v) === Object.prototype;

/** Whether the first field of a document is an operator such as `$gt`. A DBRef is not an operator document. */
export function isOperatorDocument(v: unknown): v is Document {
  if (!isDocument(v)) return false;
  for (const key in v) return key.startsWith('$') && !('$ref' in v && '$id' in v);
  return false;
}

export const isRegex = (v: unknown): v is BSONRegExp | RegExp => v instanceof BSONRegExp || v instanceof RegExp;

export const isMissingOrNull = (v: unknown): boolean => v === undefined || v === null;

/** Converts any BSON number that fits a double; undefined for everything else. */
export function numberOf(v: unknown): number | undefined {
  if (typeof v === 'number') return v;
  if (v instanceof Int32 || v instanceof Double) return v.value;
  if (v instanceof Long && !(v instanceof Timestamp)) return v.toNumber();
  return undefined;
}

/** Whether a value is NaN; a decimal may be NaN too. */
export const isNotANumber = (v: unknown): boolean =>
  typeof v === 'object'
    ? (v instanceof Double && Number.isNaN(v.value)) || (v instanceof Decimal128 && v.toString() === 'NaN')
    : Number.isNaN(v);

/** Assigns a field, `__proto__` included. */
export function assign(target: Document, key: string, value: unknown): void {
  if (key === '__proto__')
    Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
  else target[key] = value;
}
