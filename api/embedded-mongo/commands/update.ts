import { type Document, decode, decodeTyped } from '../bson/codec.ts';
import { badValue, DbError } from '../bson/errors.ts';
import { giveWay } from '../query/slice.ts';
import type { Call, Handler } from './call.ts';
import { anything, collation, document, documents, flag, readFields, refused } from './fields.ts';
import { modify, type Statement, updateOf } from './modify.ts';
import { readWrite, runStatements } from './writes.ts';

/** Parses one statement of an update command. */
export function statementOf(given: unknown): Statement {
  if (!(given instanceof Uint8Array)) throw badValue('updates have to be documents');
  const typed = decodeTyped(given);
  const fields = readFields('update.updates', decode(given), {
    q: document,
    u: anything,
    c: refused,
    multi: flag,
    upsert: flag,
    hint: anything,
    collation,
    arrayFilters: documents,
  });
  if (!fields.q) throw new DbError(40414, "BSON field 'update.updates.q' is missing but a required field");
  return {
    filter: fields.q,
    typedFilter: typed.q as Document,
    update: updateOf(typed.u),
    multi: fields.multi ?? false,
    upsert: fields.upsert ?? false,
    hint: fields.hint,
    arrayFilters: fields.arrayFilters ?? [],
  };
}

export const update: Handler = function* (call: Call) {
  const { command } = call;
  const upserted: Document[] = [];
  let nModified = 0;
  const { statements, ordered } = readWrite('update', 'updates', command);
  // An invalid statement refuses the whole command.
  const updates = statements.map(statementOf);
  const outcome = yield* runStatements({ statements: updates, ordered }, function* (statement, index) {
    if (index > 0) yield* giveWay();
    const result = yield* modify(call, statement);
    nModified += result.modified;
    if (result.upserted) upserted.push({ index, _id: decodeTyped(result.upserted)._id });
    return result.matched.length + (result.upserted ? 1 : 0);
  });
  const { n, writeErrors } = outcome;
  return { n, nModified, ...(upserted.length && { upserted }), ...(writeErrors && { writeErrors }), ok: 1 };
};
