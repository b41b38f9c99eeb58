import type { Document } from '../bson/codec.ts';
import { badValue, unsupported } from '../bson/errors.ts';
import { compare, keyOf } from '../bson/keys.ts';
import { entriesOf, isPosition, partsOf, positionOf } from '../bson/names.ts';
import { emptyArray } from '../bson/order.ts';
import { isDocument, numberOf } from '../bson/values.ts';

export type Sort = readonly (readonly [path: string, direction: 1 | -1])[];

/** Parses a sort. Throws BadValue for invalid directions. */
export function sortOf(sort: Document | undefined): Sort {
  return entriesOf(sort ?? {}).map(([path, given]) => {
    if (isDocument(given) && '$meta' in given) throw unsupported('$meta');
    const direction = numberOf(given);
    if (direction !== 1 && direction !== -1)
      throw badValue(`Illegal key in $sort specification: ${path}: ${JSON.stringify(given)}`);
    if (path.split('.').includes('')) throw badValue('FieldPath field names may not be empty strings.');
    return [path, direction];
  });
}

/** Returns a document's sort key. An array sorts by its smallest element ascending, its greatest descending. */
export function sorter(sort: Sort): (doc: unknown) => Buffer {
  const columns = sort.map(([path, direction]) => ({ path: partsOf(path), direction }));
  const directions = sort.map(([, direction]) => direction);
  return (doc) =>
    keyOf(
      columns.map(({ path, direction }) => pick(doc, path, 0, direction)),
      directions,
    );
}

function pick(v: unknown, path: readonly string[], at: number, direction: number): unknown {
  const part = path[at];
  if (Array.isArray(v)) {
    if (part === undefined) return v.length ? extreme(v, direction) : emptyArray;
    if (isPosition(part)) return pick(v[positionOf(part)], path, at + 1, direction);
    // As in MongoDB's own sort keys, an element that is no document has no fields.
    const items = v.map((item) => (isDocument(item) ? pick(item, path, at, direction) : undefined));
    return items.length ? extreme(items, direction) : undefined;
  }
  if (part === undefined) return v;
  return pick(isDocument(v) && Object.hasOwn(v, part) ? v[part] : undefined, path, at + 1, direction);
}

const extreme = (values: readonly unknown[], direction: number): unknown =>
  values.reduce((best, v) => (compare(v, best) * direction < 0 ? v : best));
