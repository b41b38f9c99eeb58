type Fields = Record<string, unknown>;

/** Returns the ids that a filter names; null if it may match others. */
function idsOfFilter(filter: Fields | undefined): string[] | null {
  const id = filter?._id;
  if (typeof id === 'string') return [id];
  const ids = (id as { $in?: unknown } | undefined)?.$in;
  return Array.isArray(ids) && ids.every((one) => typeof one === 'string') ? ids : null;
}

const allOf = (each: (string[] | null)[]): string[] | null => (each.every((ids) => ids !== null) ? each.flat() : null);

/**
 * Returns the ids of the documents that a collection method may write, from its arguments; null if they do not name
 * them.
 */
export function writtenIds(method: string, [first]: readonly unknown[]): string[] | null {
  switch (method) {
    case 'insertOne':
      return idsOfFilter(first as Fields);
    case 'insertMany':
      return allOf((first as Fields[]).map(idsOfFilter));
    case 'bulkWrite':
      return allOf(
        (first as Record<string, { filter?: Fields; document?: Fields }>[]).flatMap((write) =>
          Object.values(write).map(({ filter, document }) => idsOfFilter(document ?? filter)),
        ),
      );
    case 'drop':
    case 'rename':
      return null;
    default:
      return idsOfFilter(first as Fields);
  }
}
