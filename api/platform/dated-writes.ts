type Fields = Record<string, unknown>;
type Update = Fields | Fields[];

/** Dates an update by the database's clock, which all processes share. */
const updated = (update: Update, field: string): Update =>
  Array.isArray(update)
    ? [...update, { $set: { [field]: '$$NOW' } }]
    : { ...update, $currentDate: { ...(update.$currentDate as Fields | undefined), [field]: true } };
/** Dates a whole document by this process's clock: inserts and replacements cannot use the database's. */
const whole = (document: Fields, field: string): Fields => ({ ...document, [field]: new Date() });

/** Dates one write of a `bulkWrite`, which has its operation's name as its only key. */
function inBulk(write: Record<string, Fields>, field: string): Record<string, Fields> {
  const dated = ({ document, replacement, update, ...rest }: Fields): Fields => ({
    ...rest,
    ...(document ? { document: whole(document as Fields, field) } : {}),
    ...(replacement ? { replacement: whole(replacement as Fields, field) } : {}),
    ...(update ? { update: updated(update as Update, field) } : {}),
  });
  return Object.fromEntries(Object.entries(write).map(([kind, content]) => [kind, dated(content)]));
}

/** Returns the arguments of a collection method, changed so that each written document stores the time in `field`. */
export function dateWrite(method: string, field: string, args: readonly unknown[]): unknown[] {
  const [first, second, ...rest] = args;
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
      return [...args];
  }
}
