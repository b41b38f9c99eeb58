import { ObjectId } from 'bson';
import { type Document, decode, encode, idFirst } from '../bson/codec.ts';
import { assertDepth, maxStoredDepth } from '../bson/depth.ts';
import { DbError, failedToParse } from '../bson/errors.ts';
import { isDocument } from '../bson/values.ts';
import type { Match } from '../query/execute.ts';
import type { Work } from '../query/slice.ts';
import { type Prepared, prepare, type Update, upsertBase } from '../update/apply.ts';
import type { UpdateContext } from '../update/operators.ts';
import { type Call, collectionName, deadlineOf } from './call.ts';
import { eachMatch } from './each-match.ts';
import { assertId, assertOneId, assertStorable } from './insert.ts';
import { maxDocumentBytes } from './writes.ts';

/** One update statement. */
export interface Statement {
  filter: Document;
  /** The filter with typed numbers, which an upsert stores. */
  typedFilter: Document;
  update: Update;
  multi: boolean;
  upsert: boolean;
  hint?: unknown;
  sort?: Document | undefined;
  arrayFilters: Document[];
}

export interface Modified {
  matched: Match[];
  modified: number;
  /** The last changed document, after the change. */
  after?: Uint8Array;
  upserted?: Uint8Array;
}

/** Parses an update that was decoded with number types. Throws FailedToParse for invalid ones. */
export function updateOf(value: unknown): Update {
  if (Array.isArray(value) && value.every(isDocument)) return value;
  if (isDocument(value)) return value;
  throw failedToParse('Update argument must be either an object or an array');
}

/** Updates, replaces or upserts. */
export function* modify(call: Call, statement: Statement): Work<Modified> {
  const { filter, update, multi, upsert, hint, sort, arrayFilters } = statement;
  const prepared = prepare(update, arrayFilters, call.now());
  if (multi && prepared.isReplacement)
    throw failedToParse('multi update is not supported for replacement-style update');
  const name = collectionName(call);
  const collection = call.store.find(call.db, name);
  const query = { filter, sort, limit: multi ? 0 : 1, hint, deadline: deadlineOf(call) };
  const context: UpdateContext = { inserting: false, now: call.now() };
  const matched: Match[] = [];
  let modified = 0;
  let after: Uint8Array | undefined;
  yield* eachMatch(
    call,
    collection,
    query,
    (match, now) => {
      const { id, bytes } = match;
      matched.push(match);
      after = changedBy(prepared, bytes, context);
      if (Buffer.compare(after, bytes) === 0) return;
      if (after.length > maxDocumentBytes)
        throw new DbError(17419, 'Resulting document after update is larger than 16777216');
      now.replace(id, bytes, after);
      modified++;
    },
    upsert,
  );
  if (!matched.length && upsert)
    return { matched, modified: 0, upserted: insertUpsert(call, name, statement.typedFilter, prepared, context) };
  return after ? { matched, modified, after } : { matched, modified };
}

/** Applies an update to a stored document. Untouched fields keep their bytes. */
export function changedBy(
  { fields, mayBeDeep, apply }: Prepared,
  bytes: Uint8Array,
  context: UpdateContext,
): Uint8Array {
  const changed = apply(fields ? fields.only(bytes) : bytes, context);
  if (mayBeDeep) assertDepth(changed, maxStoredDepth);
  assertOneId(changed);
  const encoded = encode(changed);
  return idFirst(fields ? fields.replaced(bytes, encoded) : encoded);
}

function insertUpsert(
  call: Call,
  name: string,
  typedFilter: Document,
  { isReplacement, apply }: Prepared,
  context: UpdateContext,
): Uint8Array {
  const base = upsertBase(typedFilter);
  const start: Document = isReplacement ? ('_id' in base ? { _id: base._id } : {}) : base;
  const made = apply(encode(start), { ...context, inserting: true });
  const bytes = idFirst(encode('_id' in made ? made : { _id: new ObjectId(), ...made }));
  const doc = decode(bytes);
  assertId(doc);
  assertStorable(bytes, doc);
  call.store.ensure(call.db, name).insert(bytes, doc);
  return bytes;
}
