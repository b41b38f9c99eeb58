import { collStats } from '../aggregate/coll-stats.ts';
import { run, aggregate as runPipeline } from '../aggregate/pipeline.ts';
import { compileStages, splitPipeline } from '../aggregate/stages.ts';
import { type Document, decodeTyped, encode } from '../bson/codec.ts';
import { badValue, checkedName, failedToParse } from '../bson/errors.ts';
import { mapKey } from '../bson/keys.ts';
import { partsOf } from '../bson/names.ts';
import { count as countMatches } from '../query/count.ts';
import { find } from '../query/find.ts';
import { valuesAt } from '../query/paths.ts';
import type { Work } from '../query/slice.ts';
import { collectionName, collectionOf, deadlineOf, type Handler } from './call.ts';
import type { Reply } from './cursors.ts';
import { amount, anything, collation, document, flag, ignored, integer, readFields, refused, text } from './fields.ts';

const firstBatch = 101;

export const aggregateShape = {
  pipeline: anything,
  cursor: document,
  hint: anything,
  let: refused,
  explain: flag,
  collation,
  allowDiskUse: ignored,
  bypassDocumentValidation: ignored,
};

export const aggregate: Handler = function* (call): Work<Reply> {
  const fields = readFields('aggregate', call.command, aggregateShape);
  const wholeDatabase = call.target === 1;
  if (!fields.cursor)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const { batchSize = firstBatch } = readFields('aggregate.cursor', fields.cursor, { batchSize: amount });
  const collection = wholeDatabase ? undefined : collectionOf(call);
  const options = { hint: fields.hint, deadline: deadlineOf(call) };
  const all = splitPipeline(fields.pipeline);
  const [first, ...rest] = all;
  const docs =
    first?.[0] === '$collStats' && !wholeDatabase
      ? yield* run(
          [collStats(`${call.db}.${collectionName(call)}`, collection, first[1])],
          compileStages(rest, call.now()),
          options.deadline,
        )
      : yield* runPipeline(collection, compileStages(all, call.now()), options);
  const ns = `${call.db}.${wholeDatabase ? '$cmd.aggregate' : collectionName(call)}`;
  return call.cursors.open(ns, encoded(docs), batchSize);
};

/** Encodes each document when its batch is requested. */
function* encoded(docs: readonly Document[]): Generator<Uint8Array> {
  for (const doc of docs) yield encode(doc);
}

export const countShape = {
  query: document,
  limit: integer,
  skip: amount,
  hint: anything,
  fields: ignored,
  collation,
};

export const count: Handler = function* (call) {
  const fields = readFields('count', call.command, countShape);
  const { query: filter = {}, limit = 0, skip, hint } = fields;
  const n = yield* countMatches(collectionOf(call), {
    filter,
    limit: Math.abs(limit),
    skip,
    hint,
    deadline: deadlineOf(call),
  });
  return { n, ok: 1 };
};

export const distinctShape = { key: text, query: document, hint: anything, collation };

export const distinct: Handler = function* (call) {
  const fields = readFields('distinct', call.command, distinctShape);
  const { key, query: filter = {}, hint } = fields;
  if (!key) throw badValue("The 'key' of distinct must be a non-empty string");
  const path = partsOf(checkedName(key));
  const values = new Map<string, unknown>();
  // Numbers keep their stored types; among equal values the first one found is returned.
  for (const match of find(collectionOf(call), { filter, hint, deadline: deadlineOf(call) })) {
    if (!match) yield;
    for (const value of match ? valuesAt(decodeTyped(match.bytes), path) : []) {
      const key = mapKey(value);
      if (!values.has(key)) values.set(key, value);
    }
  }
  const sorted = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
  return { values: sorted, ok: 1 } satisfies Document;
};
