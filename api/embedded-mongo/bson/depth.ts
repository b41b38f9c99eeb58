import { DbError } from './errors.ts';
import { isDocument } from './values.ts';

/** MongoDB's limit for the nesting of a stored document, which leaves room for the command around it. */
export const maxStoredDepth = 180;
/** MongoDB's limit for the nesting of any document. */
export const maxDepth = 200;

/** Whether a document is nested no more deeply than `depth`. */
export function isWithin(v: object, depth: number): boolean {
  if (Array.isArray(v)) {
    if (depth <= 0) return false;
    for (const item of v) if (typeof item === 'object' && item !== null && !isWithin(item, depth - 1)) return false;
    return true;
  }
  if (!isDocument(v)) return true;
  if (depth <= 0) return false;
  for (const key in v) {
    const value = v[key];
    if (typeof value === 'object' && value !== null && !isWithin(value, depth - 1)) return false;
  }
  return true;
}

/** Throws Overflow if a document is nested more deeply than `depth`. */
export function assertDepth(doc: object, depth: number): void {
  if (!isWithin(doc, depth)) throw new DbError(15, `BSONObj exceeded maximum nested object depth: ${depth}`);
}
