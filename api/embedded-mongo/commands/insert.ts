import { ObjectId } from 'bson';
import { type Document, decode, encode, idFirst } from '../bson/codec.ts';
import { assertDepth, maxStoredDepth } from '../bson/depth.ts';
import { badValue, DbError } from '../bson/errors.ts';
import { isRepeat, written } from '../bson/names.ts';
import { isDocument, isRegex } from '../bson/values.ts';
import { type Call, collectionName, type Handler } from './call.ts';
import { maxDocumentBytes, readWrite, runStatements } from './writes.ts';

/** Throws for a document with two `_id` fields. */
export function assertOneId(doc: Document): void {
  for (const name in doc)
    if (isRepeat(name) && written(name) === '_id') throw badValue("can't have multiple _id fields in one document");
}

/** Throws for a value that MongoDB does not accept as an `_id`. */
export function assertId(doc: Document): void {
  assertOneId(doc);
  const id = doc._id;
  if (Array.isArray(id)) throw new DbError(53, "The '_id' value cannot be of type array");
  if (isRegex(id)) throw new DbError(53, "The '_id' value cannot be of type regex");
  if (!isDocument(id)) return;
  for (const key of Object.keys(id))
    if (key.startsWith('$'))
      throw new DbError(52, `_id fields may not contain '$'-prefixed fields: ${key} is not valid for storage.`);
}

/** Throws for a document that is too large or too deeply nested to be stored. */
export function assertStorable(bytes: Uint8Array, doc: Document): void {
  assertDepth(doc, maxStoredDepth);
  if (bytes.length > maxDocumentBytes)
    throw new DbError(
      10334,
      `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${maxDocumentBytes}`,
    );
}

/** Stores a document as it was received: no value changes its type. */
// It never yields, so documents inserted together are on disk together.
function insertOne(call: Call, name: string, given: unknown): number {
  if (!(given instanceof Uint8Array)) throw badValue('documents have to be documents');
  let doc: Document = decode(given);
  let bytes = given;
  if ('_id' in doc) bytes = idFirst(given);
  else {
    const _id = new ObjectId();
    doc = { _id, ...doc };
    bytes = idFirst(withId(given, _id));
  }
  assertId(doc);
  assertStorable(bytes, doc);
  call.store.ensure(call.db, name).insert(bytes, doc);
  return 1;
}

function withId(bytes: Uint8Array, _id: ObjectId): Uint8Array {
  const id = encode({ _id });
  const out = Buffer.concat([bytes.subarray(0, -1), id.subarray(4)]);
  out.writeInt32LE(out.length, 0);
  return out;
}

export const insert: Handler = function* (call) {
  const name = collectionName(call);
  const outcome = yield* runStatements(readWrite('insert', 'documents', call.command), (given) =>
    insertOne(call, name, given),
  );
  return { ...outcome, ok: 1 };
};
