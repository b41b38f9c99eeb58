import { type Document, decodeTyped } from '../bson/codec.ts';
import { failedToParse } from '../bson/errors.ts';
import type { Match } from '../query/execute.ts';
import { projector } from '../query/project.ts';
import { type Call, collectionOf, deadlineOf, type Handler } from './call.ts';
import { eachMatch } from './each-match.ts';
import { anything, collation, document, documents, flag, ignored, type Read, readFields, refused } from './fields.ts';
import { modify, type Statement, updateOf } from './modify.ts';

export const findAndModifyShape = {
  query: document,
  sort: document,
  remove: flag,
  update: anything,
  new: flag,
  fields: document,
  upsert: flag,
  hint: anything,
  arrayFilters: documents,
  let: refused,
  bypassDocumentValidation: ignored,
  collation,
};

/** Converts the command to an update statement. */
export function modification(call: Call, fields: Read<typeof findAndModifyShape>): Statement {
  const { query: filter = {}, update, sort, hint, upsert = false, arrayFilters = [] } = fields;
  if (update === undefined) throw failedToParse('Either an update or remove=true must be specified');
  const typed = call.typed();
  return {
    filter,
    typedFilter: (typed.query as Document | undefined) ?? {},
    update: updateOf(typed.update),
    multi: false,
    upsert,
    hint,
    sort,
    arrayFilters,
  };
}

export const findAndModify: Handler = function* (call) {
  const fields = readFields(call.name, call.command, findAndModifyShape);
  const { query: filter = {}, sort, hint, upsert = false } = fields;
  const project = projector(fields.fields, call.now());
  const shown = (bytes: Uint8Array | undefined): Document | null =>
    bytes ? decodeTyped(project ? project(bytes) : bytes) : null;

  if (fields.remove) {
    if (fields.update !== undefined) throw failedToParse('Cannot specify both an update and remove=true');
    if (upsert) throw failedToParse('Cannot specify both upsert=true and remove=true');
    if (fields.new)
      throw failedToParse('Cannot specify both new=true and remove=true; remove always returns the deleted document');
    const collection = collectionOf(call);
    const query = { filter, sort, limit: 1, hint, deadline: deadlineOf(call) };
    let found: Match | undefined;
    yield* eachMatch(call, collection, query, (match, now) => {
      found = match;
      now.remove(match.id, match.doc);
    });
    return { lastErrorObject: { n: found ? 1 : 0 }, value: shown(found?.bytes), ok: 1 };
  }

  const { matched, after, upserted } = yield* modify(call, modification(call, fields));
  const before = matched[0]?.bytes;
  return {
    lastErrorObject: {
      n: before || upserted ? 1 : 0,
      updatedExisting: before !== undefined,
      ...(upserted && { upserted: decodeTyped(upserted)._id }),
    },
    value: shown(fields.new ? (upserted ?? after) : before),
    ok: 1,
  };
};
