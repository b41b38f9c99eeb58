type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The value at a path such as `owner.id`, which a filter has as one key and a document nested. */
const valueAt = (fields: Fields, path: string): unknown =>
  fields[path] ?? path.split('.').reduce<unknown>((at, name) => (isFields(at) ? at[name] : undefined), fields);

/** Returns the values that a filter or document names; null if it may match others. */
function valuesIn(fields: Fields | undefined, path: string): string[] | null {
  const value = fields && valueAt(fields, path);
  if (typeof value === 'string') return [value];
  const values = isFields(value) ? value.$in : undefined;
  return Array.isArray(values) && values.every((one) => typeof one === 'string') ? values : null;
}

const allOf = (each: (string[] | null)[]): string[] | null =>
  each.every((values) => values !== null) ? each.flat() : null;

/**
 * Returns the values of a field in the documents that a collection method may write, from its arguments; null if they
 * do not name them.
 */
export function writtenValues(method: string, [first]: readonly unknown[], field: string): string[] | null {
  switch (method) {
    case 'insertOne':
      return valuesIn(first as Fields, field);
    case 'insertMany':
      return allOf((first as Fields[]).map((document) => valuesIn(document, field)));
    case 'bulkWrite':
      return allOf(
        (first as Record<string, { filter?: Fields; document?: Fields }>[]).flatMap((write) =>
          Object.values(write).map(({ filter, document }) => valuesIn(document ?? filter, field)),
        ),
      );
    case 'drop':
    case 'rename':
      return null;
    default:
      return valuesIn(first as Fields, field);
  }
}
