import { DbError } from '../bson/errors.ts';
import { Match } from '../query/execute.ts';
import { find as findMatches } from '../query/find.ts';
import { projector } from '../query/project.ts';
import type { Collection } from '../store/collection.ts';
import { type Call, collectionName, deadlineOf, type Handler } from './call.ts';
import {
  amount,
  anything,
  collation,
  cursorId,
  document,
  flag,
  ignored,
  list,
  readFields,
  refused,
  text,
} from './fields.ts';

/** mongod's default size of the first batch. */
const firstBatch = 101;

export const findShape = {
  filter: document,
  sort: document,
  projection: document,
  hint: anything,
  skip: amount,
  limit: amount,
  batchSize: amount,
  singleBatch: flag,
  let: refused,
  collation,
  noCursorTimeout: ignored,
  allowPartialResults: ignored,
  allowDiskUse: ignored,
  oplogReplay: ignored,
  min: refused,
  max: refused,
  returnKey: refused,
  showRecordId: refused,
  tailable: refused,
  awaitData: refused,
};

/** The rest of a result as document numbers. Each document is read when its batch is requested. */
function* later(call: Call, collection: Collection | undefined, ids: readonly number[]): Generator<Match> {
  for (const id of ids) {
    const now = collection && call.store.find(collection.db, collection.name);
    if (!now || now.id !== collection.id)
      throw new DbError(175, `collection dropped between getMore calls: ${call.db}.${String(call.target)}`);
    const row = now.read.row(id);
    if (row) yield new Match(row);
  }
}

export const find: Handler = function* (call) {
  const fields = readFields('find', call.command, findShape);
  const { filter = {}, batchSize = firstBatch, singleBatch = false } = fields;
  const name = collectionName(call);
  const project = projector(fields.projection, call.now());
  const render = (match: Match): Uint8Array => {
    if (!project) return match.bytes;
    const picked = project(match.bytes);
    match.release();
    return picked;
  };
  const collection = call.store.find(call.db, name);
  const head: Uint8Array[] = [];
  const rest: number[] = [];
  const { sort, skip, limit, hint } = fields;
  const query = { filter, sort, skip, limit, hint, deadline: deadlineOf(call) };
  for (const match of findMatches(collection, query)) {
    if (!match) yield;
    else if (head.length < batchSize) head.push(render(match));
    else if (singleBatch) break;
    else {
      rest.push(match.id);
      match.release();
    }
  }
  const rows = function* (): Generator<Uint8Array> {
    yield* head;
    for (const match of later(call, collection, rest)) yield render(match);
  };
  return call.cursors.open(`${call.db}.${name}`, rows(), singleBatch ? Number.POSITIVE_INFINITY : batchSize);
};

export const getMore: Handler = (call) => {
  const {
    getMore: id = '',
    collection = '',
    batchSize,
  } = readFields('getMore', call.command, {
    getMore: cursorId,
    collection: text,
    batchSize: amount,
    maxTimeMS: ignored,
    term: ignored,
    lastKnownCommittedOpTime: ignored,
  });
  return call.cursors.more(id, `${call.db}.${collection}`, batchSize || Number.POSITIVE_INFINITY);
};

export const killCursors: Handler = (call) => {
  const { cursors = [] } = readFields('killCursors', call.command, { cursors: list });
  const ids = new Map(cursors.map((id, i) => [cursorId(id, `killCursors.cursors.${i}`), id]));
  const { killed, missing } = call.cursors.kill([...ids.keys()]);
  const given = (names: string[]): unknown[] => names.map((name) => ids.get(name));
  return { cursorsKilled: given(killed), cursorsNotFound: given(missing), cursorsAlive: [], cursorsUnknown: [], ok: 1 };
};
