import { countsAll, leadingOf, run } from '../aggregate/pipeline.ts';
import { compileStages, type Stage, splitPipeline } from '../aggregate/stages.ts';
import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { exactScan } from '../query/count.ts';
import { filterFor, type Match } from '../query/execute.ts';
import { find, type Query, type Report } from '../query/find.ts';
import { atOnce, gather } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import { prepare } from '../update/apply.ts';
import { aggregateShape, countShape, distinctShape } from './aggregate.ts';
import type { Call } from './call.ts';
import { statementOf as deletion } from './delete.ts';
import { around, countScan, fastCount, noStage, type Shown, stagesOf, tree } from './explain-stages.ts';
import { readFields } from './fields.ts';
import { findShape } from './find.ts';
import { findAndModifyShape, modification } from './find-and-modify.ts';
import { changedBy } from './modify.ts';
import { statementOf as updating } from './update.ts';
import { readWrite } from './writes.ts';

/** An explained query: its plan, and its statistics if it was run. */
export interface Explained {
  query: Query;
  shown: Shown;
  rejected: Document[];
  nReturned: number;
  keys: number;
  docs: number;
  /** The stages of an aggregation after its query. */
  stages?: Document[];
}

type Explain = (call: Call, collection: Collection | undefined) => Explained;

/**
 * Runs a query for its plan. `wrap` adds the stage of the command that uses the matches; that stage applies the limit
 * itself.
 */
function explainQuery(
  collection: Collection | undefined,
  query: Query,
  projection?: Document,
  wrap?: (input: Shown, matches: Match[]) => Shown,
): Explained {
  const report: Report = { rejected: [], effort: { keys: 0, docs: 0, matched: 0 } };
  const matches = atOnce(gather(find(collection, query, report)));
  const { plan, effort, rejected } = report;
  const of = (one: Report['plan']): Shown =>
    one ? stagesOf(one, wrap ? { ...query, limit: 0, skip: 0 } : query, effort, matches.length, projection) : noStage;
  const shown = wrap ? wrap(of(plan), matches) : of(plan);
  return {
    query,
    shown,
    rejected: rejected.map((one) => tree(of(one), false)),
    nReturned: shown.done.nReturned as number,
    keys: effort.keys,
    docs: effort.docs,
  };
}

const explainFind: Explain = ({ command }, collection) => {
  const { filter = {}, sort, skip, limit, hint, projection } = readFields('find', command, findShape);
  return explainQuery(collection, { filter, sort, skip, limit, hint }, projection);
};

/** Explains a count that reads no documents; undefined if it has to read some. */
function explainCountScan(collection: Collection | undefined, query: Query): Explained | undefined {
  filterFor(query.filter);
  const scan = collection && exactScan(collection, query);
  if (!collection || !scan) return undefined;
  const keys = scan.ranges.reduce((n, range) => n + collection.read.measure(scan.index, range), 0);
  return { query, shown: countScan(scan, keys), rejected: [], nReturned: keys, keys, docs: 0 };
}

/** Explains a count at the start of an aggregation. */
function explainWholeCount(collection: Collection | undefined, query: Query): Explained | undefined {
  if (!collection || Object.keys(query.filter).length || query.hint !== undefined)
    return explainCountScan(collection, query);
  return { query, shown: fastCount, rejected: [], nReturned: collection.read.count(), keys: 0, docs: 0 };
}

const explainCount: Explain = ({ command }, collection) => {
  const { query: filter = {}, limit = 0, skip, hint } = readFields('count', command, countShape);
  const query: Query = { filter, limit: Math.abs(limit), skip, hint };
  const whole = !query.limit && !skip;
  const counted = (n: number) => ({ nCounted: n, nSkipped: skip ?? 0 });
  if (collection && whole && !Object.keys(filter).length) {
    const shown = around({ stage: 'COUNT' }, counted(collection.read.count()), fastCount);
    return { query, shown, rejected: [], nReturned: 0, keys: 0, docs: 0 };
  }
  const scanned = whole ? explainCountScan(collection, query) : undefined;
  if (scanned)
    return { ...scanned, shown: around({ stage: 'COUNT' }, counted(scanned.nReturned), scanned.shown), nReturned: 0 };
  return explainQuery(collection, query, undefined, (input, matches) =>
    around({ stage: 'COUNT' }, counted(matches.length), input),
  );
};

const explainDistinct: Explain = ({ command }, collection) => {
  const { query: filter = {}, hint } = readFields('distinct', command, distinctShape);
  return explainQuery(collection, { filter, hint });
};

const explainAggregate: Explain = (call, collection) => {
  const { pipeline, hint } = readFields('aggregate', call.command, aggregateShape);
  const leading = leadingOf(compileStages(splitPipeline(pipeline), call.now()), { hint });
  const { query, rest } = leading;
  const counted = countsAll(leading) ? explainWholeCount(collection, query) : undefined;
  const cursor = counted ?? explainQuery(collection, query);
  if (!rest.length) return cursor;
  const stages: Document[] = [];
  const after = ({ name, spec }: Stage, nReturned: number): void => void stages.push({ [name]: spec, nReturned });
  const docs = atOnce(gather(find(collection, query))).map(({ doc }) => doc);
  atOnce(run(docs, rest, undefined, after));
  return { ...cursor, stages };
};

/** Returns the only statement of an explained write. Throws if there are more. */
function onlyOf(name: string, field: string, command: Document): unknown {
  const { statements } = readWrite(name, field, command);
  if (statements.length !== 1) throw new DbError(16, 'explained write batches must be of size 1');
  return statements[0];
}

function explainModify(collection: Collection | undefined, call: Call, statement: ReturnType<typeof updating>) {
  const { filter, sort, hint, multi, upsert, update, arrayFilters } = statement;
  const query: Query = { filter, sort, hint, limit: multi ? 0 : 1 };
  const prepared = prepare(update, arrayFilters, call.now());
  return explainQuery(collection, query, undefined, (input, matches) => {
    const context = { inserting: false, now: call.now() };
    const changed = matches.filter(({ bytes }) => Buffer.compare(changedBy(prepared, bytes, context), bytes) !== 0);
    const wouldInsert = upsert && !matches.length;
    const work = { nMatched: matches.length, nWouldModify: changed.length, nWouldUpsert: Number(wouldInsert) };
    return around({ stage: 'UPDATE' }, work, input);
  });
}

const explainRemoval = (collection: Collection | undefined, query: Query): Explained =>
  explainQuery(collection, query, undefined, (input, matches) =>
    around({ stage: 'DELETE' }, { nWouldDelete: matches.length }, input),
  );

const explainUpdate: Explain = (call, collection) => {
  return explainModify(collection, call, updating(onlyOf('update', 'updates', call.command)));
};

const explainDelete: Explain = ({ command }, collection) => {
  const { filter, limit, hint } = deletion(onlyOf('delete', 'deletes', command), 0);
  return explainRemoval(collection, {
    filter,
    limit,
    hint,
  });
};

const explainFindAndModify: Explain = (call, collection) => {
  const fields = readFields(call.name, call.command, findAndModifyShape);
  const { query: filter = {}, sort, hint } = fields;
  if (fields.remove) return explainRemoval(collection, { filter, sort, hint, limit: 1 });
  return explainModify(collection, call, modification(call, fields));
};

const explainers: Record<string, Explain> = {
  find: explainFind,
  count: explainCount,
  distinct: explainDistinct,
  aggregate: explainAggregate,
  update: explainUpdate,
  delete: explainDelete,
  findAndModify: explainFindAndModify,
  findandmodify: explainFindAndModify,
};

/** The explainer of a command; undefined if the command cannot be explained. */
export const explainerOf = (name: string): Explain | undefined =>
  Object.hasOwn(explainers, name) ? explainers[name] : undefined;
