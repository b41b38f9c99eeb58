import { emptyArray } from '../bson/order.ts';
import { isDocument } from '../bson/values.ts';

/** Collects the values that an index holds for a path. Returns whether it crossed an array. */
export function collect(v: unknown, path: readonly string[], at: number, out: unknown[]): boolean {
  const part = path[at];
  if (Array.isArray(v)) {
    if (part === undefined) out.push(...(v.length ? v : [emptyArray]));
    else {
      const before = out.length;
      for (const item of v) if (isDocument(item)) collect(item, path, at, out);
      if (out.length === before) out.push(undefined);
    }
    return true;
  }
  if (part !== undefined)
    return collect(isDocument(v) && Object.hasOwn(v, part) ? v[part] : undefined, path, at + 1, out);
  out.push(v);
  return false;
}
