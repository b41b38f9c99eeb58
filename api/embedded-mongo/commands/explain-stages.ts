import type { Document } from '../bson/codec.ts';
import { isOperatorDocument, isRegex } from '../bson/values.ts';
import type { Effort } from '../query/execute.ts';
import { type Query, soleId } from '../query/find.ts';
import type { Plan, Scan } from '../query/scan.ts';
import { sortOf } from '../query/sort.ts';

/** A stage as mongod shows it, with its statistics. */
export interface Shown {
  stage: Document;
  done: Document;
  inputs: Shown[];
}

/** Formats a filter as mongod does: every condition with its operator. */
export function parsed(filter: Document): Document {
  const parts = Object.entries(filter).flatMap(([path, operand]): Document[] => {
    if (path === '$comment') return [];
    if (['$and', '$or', '$nor'].includes(path)) return [{ [path]: (operand as Document[]).map(parsed) }];
    if (path.startsWith('$')) return [{ [path]: operand }];
    if (isRegex(operand)) return [{ [path]: { $regex: operand } }];
    if (!isOperatorDocument(operand)) return [{ [path]: { $eq: operand } }];
    return Object.entries(operand).map(([op, value]) => ({ [path]: { [op]: value } }));
  });
  const [only] = parts;
  return only && parts.length === 1 ? only : parts.length ? { $and: parts } : {};
}

/** The statistics of a finished stage. */
const done = (nReturned: number, seen: number, more: Document = {}): Document => ({
  nReturned,
  works: seen + 1,
  advanced: nReturned,
  needTime: Math.max(0, seen - nReturned),
  isEOF: 1,
  ...more,
});

const indexFields = (scan: Scan): Document => ({
  keyPattern: scan.index.spec.key,
  indexName: scan.index.name,
  isMultiKey: scan.index.multikey > 0,
  multiKeyPaths: Object.fromEntries(
    scan.index.paths.map((path, place) => [path, scan.index.isMultikeyAt(place) ? [path] : []]),
  ),
  isUnique: scan.index.unique,
  isSparse: scan.index.sparse,
  isPartial: scan.index.partialFilter !== undefined,
  indexVersion: 2,
});

function scanStage(scan: Scan, reverse: boolean, { keys, docs }: Effort): Shown {
  const direction = reverse ? 'backward' : 'forward';
  return {
    stage: { stage: 'IXSCAN', ...indexFields(scan), direction },
    done: done(docs, keys, { keysExamined: keys, dupsTested: keys, dupsDropped: keys - docs }),
    inputs: [],
  };
}

/** The stage that finds the documents, before sorting, skipping and projecting. */
function source(plan: Plan, query: Query, effort: Effort): Shown {
  const { docs, matched, keys } = effort;
  const filter = !plan.exact && Object.keys(query.filter).length ? { filter: parsed(query.filter) } : {};
  const read = done(matched, docs, { docsExamined: docs });
  if (!plan.scans) return { stage: { stage: 'COLLSCAN', ...filter, direction: 'forward' }, done: read, inputs: [] };
  if (soleId(query) !== undefined)
    return { stage: { stage: 'IDHACK' }, done: { ...read, keysExamined: keys }, inputs: [] };
  const scans = plan.scans.map((scan) => scanStage(scan, plan.reverse, effort));
  const [only] = scans;
  const input: Shown =
    only && scans.length === 1
      ? only
      : // For the branches of an $or only the sum was counted.
        {
          stage: { stage: 'OR' },
          done: done(docs, keys, { keysExamined: keys, dupsTested: keys, dupsDropped: keys - docs }),
          inputs: scans.map(({ stage }) => ({ stage, done: {}, inputs: [] })),
        };
  return { stage: { stage: 'FETCH', ...filter }, done: read, inputs: [input] };
}

const isSimple = (projection: Document): boolean =>
  Object.entries(projection).every(
    ([path, v]) => !path.includes('.') && (typeof v === 'number' || typeof v === 'boolean'),
  );

/** All stages of a query that returned `nReturned` documents. */
export function stagesOf(plan: Plan, query: Query, effort: Effort, nReturned: number, projection?: Document): Shown {
  const { skip = 0, limit = 0 } = query;
  let shown = source(plan, query, effort);
  const add = (stage: Document, count: number, seen = count): void => {
    shown = { stage, done: done(count, seen), inputs: [shown] };
  };
  const passed = nReturned ? nReturned + skip : Math.min(skip, effort.matched);
  const isSorted = !plan.sorted && sortOf(query.sort).length > 0;
  if (isSorted)
    add(
      { stage: 'SORT', sortPattern: query.sort, ...(limit && { limitAmount: skip + limit }), type: 'default' },
      passed,
      effort.matched + passed,
    );
  if (projection && Object.keys(projection).length)
    add(
      { stage: isSimple(projection) ? 'PROJECTION_SIMPLE' : 'PROJECTION_DEFAULT', transformBy: projection },
      skip ? passed : nReturned,
    );
  if (skip) add({ stage: 'SKIP', skipAmount: skip }, nReturned, passed);
  if (limit && !isSorted) add({ stage: 'LIMIT', limitAmount: limit }, nReturned);
  return shown;
}

/** Converts a tree of stages to a document, with or without statistics. */
export function tree({ stage, done: work, inputs }: Shown, withWork: boolean): Document {
  const [only] = inputs;
  return {
    ...stage,
    ...(withWork && work),
    ...(inputs.length === 1 && only && { inputStage: tree(only, withWork) }),
    ...(inputs.length > 1 && { inputStages: inputs.map((input) => tree(input, withWork)) }),
  };
}

/** Wraps stages in one that returns nothing, such as a write's or a count's. */
export const around = (stage: Document, work: Document, input: Shown): Shown => ({
  stage,
  done: { ...done(0, 1), ...work },
  inputs: [input],
});

/** The stage of a count that an index answers. */
export const countScan = (scan: Scan, keys: number): Shown => ({
  stage: { stage: 'COUNT_SCAN', ...indexFields(scan) },
  done: done(keys, keys, { keysExamined: keys }),
  inputs: [],
});

export const noStage: Shown = { stage: { stage: 'EOF' }, done: done(0, 0), inputs: [] };
export const fastCount: Shown = { stage: { stage: 'RECORD_STORE_FAST_COUNT' }, done: done(0, 0), inputs: [] };
