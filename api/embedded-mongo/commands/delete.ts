import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { giveWay } from '../query/slice.ts';
import { collectionOf, deadlineOf, type Handler } from './call.ts';
import { eachMatch } from './each-match.ts';
import { amount, anything, collation, document, readFields } from './fields.ts';
import { readWrite, runStatements } from './writes.ts';

interface Deletion {
  filter: Document;
  limit: number;
  hint?: unknown;
}

/** Parses one statement of a delete command. */
export function statementOf(given: unknown, index: number): Deletion {
  const {
    q: filter,
    limit,
    hint,
  } = readFields('delete.deletes', document(given, `delete.deletes.${index}`), {
    q: document,
    limit: amount,
    hint: anything,
    collation,
  });
  if (!filter || limit === undefined)
    throw new DbError(40414, `BSON field 'delete.deletes.${filter ? 'limit' : 'q'}' is missing but a required field`);
  if (limit > 1) throw new DbError(9, `The limit field in delete objects must be 0 or 1. Got ${limit}`);
  return { filter, limit, hint };
}

export const remove: Handler = function* (call) {
  const { statements, ordered } = readWrite('delete', 'deletes', call.command);
  // An invalid statement refuses the whole command.
  const deletions = statements.map(statementOf);
  const outcome = yield* runStatements({ statements: deletions, ordered }, function* ({ filter, limit, hint }, index) {
    if (index > 0) yield* giveWay();
    const collection = collectionOf(call);
    const query = { filter, limit, hint, deadline: deadlineOf(call) };
    let removed = 0;
    yield* eachMatch(call, collection, query, ({ id, doc }, now) => {
      now.remove(id, doc);
      removed++;
    });
    return removed;
  });
  return { ...outcome, ok: 1 };
};
