type Fields = Record<string, unknown>;

/** The ids that a filter names; null where it may mean others. */
function idsOfFilter(filter: Fields | undefined): string[] | null {
  const id = filter?._id;
  if (typeof id === 'string') return [id];
  const among = (id as { $in?: unknown } | undefined)?.$in;
  return Array.isArray(among) && among.every((one) => typeof one === 'string') ? among : null;
}

const allOf = (each: (string[] | null)[]): string[] | null => (each.every((ids) => ids !== null) ? each.flat() : null);

/** The ids of the documents that a collection's method may write, by what it is given; null where that does not say. */
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
