import { DbError } from './errors.ts';
import { isDocument } from './values.ts';

/** MongoDB's limit for the nesting of a stored document, which leaves room for the command around it. */
export const maxStoredDepth = 180;
/** MongoDB's limit for the nesting of any document. */
export const maxDepth = 200;

function isWithin(v: unknown, depth: number): boolean {
  if (Array.isArray(v)) return depth > 0 && v.every((item) => isWithin(item, depth - 1));
  if (!isDocument(v)) return true;
  if (depth <= 0) return false;
  for (const key in v) if (!isWithin(v[key], depth - 1)) return false;
  return true;
}

/** Throws Overflow if a document is nested more deeply than `depth`. */
export function assertDepth(doc: unknown, depth: number): void {
  if (!isWithin(doc, depth)) throw new DbError(15, `BSONObj exceeded maximum nested object depth: ${depth}`);
}
