import type { Filter } from 'mongodb';
import type { Page } from '#contract/paging.ts';

/** A place in a list: a row's sort value and id. */
export type Position = { at: number; id: string };

/** Writes the cursor of a page: the sort value (a time or a number) of the row before it, and that row's id. */
export const cursorOf = ({ at, id }: Position): string => Buffer.from(JSON.stringify([at, id])).toString('base64url');

/** Reads the position of a cursor; null if it is invalid. */
export function positionOf(cursor: string): Position | null {
  try {
    const [at, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return typeof at === 'number' && typeof id === 'string' ? { at, id } : null;
  } catch {
    return null;
  }
}

/**
 * Filters the rows after a cursor in a list sorted descending by `field`, then by `_id`. The bound on `field` alone is
 * redundant: it lets an index start at the right place. An invalid cursor starts at the top.
 */
export function after<T>(field: string, cursor: string | undefined, of: (at: number) => Date | number): Filter<T> {
  const position = cursor ? positionOf(cursor) : null;
  if (!position) return {};
  const at = of(position.at);
  return {
    [field]: { $lte: at },
    $or: [{ [field]: { $lt: at } }, { [field]: at, _id: { $lt: position.id } }],
  } as Filter<T>;
}

/** Filters the rows before a cursor, for a list that is read from there to its top. */
export function before<T>(field: string, cursor: string, of: (at: number) => Date | number): Filter<T> {
  const position = positionOf(cursor);
  if (!position) return {};
  const at = of(position.at);
  return {
    [field]: { $gte: at },
    $or: [{ [field]: { $gt: at } }, { [field]: at, _id: { $gt: position.id } }],
  } as Filter<T>;
}

/** Builds a page of `limit` items from rows that were read with a limit of one more. */
export function page<Row, Item>(
  rows: Row[],
  limit: number,
  item: (row: Row) => Item,
  at: (row: Row) => Position,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(item), next: rows.length > limit && last ? cursorOf(at(last)) : null };
}
