type Fields = Record<string, unknown>;
type Update = Fields | Fields[];

/** By the database's clock, which all processes have in common. */
const updated = (update: Update, field: string): Update =>
  Array.isArray(update)
    ? [...update, { $set: { [field]: '$$NOW' } }]
    : { ...update, $currentDate: { ...(update.$currentDate as Fields | undefined), [field]: true } };
/** A whole document has no way to ask for that clock. */
const whole = (document: Fields, field: string): Fields => ({ ...document, [field]: new Date() });

/** One of the writes of a bulk: under the name of its kind stands what it holds. */
function inBulk(write: Record<string, Fields>, field: string): Record<string, Fields> {
  const dated = ({ document, replacement, update, ...rest }: Fields): Fields => ({
    ...rest,
    ...(document ? { document: whole(document as Fields, field) } : {}),
    ...(replacement ? { replacement: whole(replacement as Fields, field) } : {}),
    ...(update ? { update: updated(update as Update, field) } : {}),
  });
  return Object.fromEntries(Object.entries(write).map(([kind, content]) => [kind, dated(content)]));
}

/** What a collection's method is given, so that each document that it writes notes in a field when that was. */
export function dateWrite(method: string, field: string, given: readonly unknown[]): unknown[] {
  const [first, second, ...rest] = given;
  switch (method) {
    case 'insertOne':
      return [whole(first as Fields, field), second, ...rest];
    case 'insertMany':
      return [(first as Fields[]).map((document) => whole(document, field)), second, ...rest];
    case 'bulkWrite':
      return [(first as Record<string, Fields>[]).map((write) => inBulk(write, field)), second, ...rest];
    case 'replaceOne':
    case 'findOneAndReplace':
      return [first, whole(second as Fields, field), ...rest];
    case 'updateOne':
    case 'updateMany':
    case 'findOneAndUpdate':
      return [first, updated(second as Update, field), ...rest];
    default:
      return [...given];
  }
}
