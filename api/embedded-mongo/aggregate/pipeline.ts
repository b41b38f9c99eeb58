import type { Document } from '../bson/codec.ts';
import { unsupported } from '../bson/errors.ts';
import { partsOf } from '../bson/names.ts';
import { isDocument, isRegex, numberOf } from '../bson/values.ts';
import { count, sample } from '../query/count.ts';
import type { Match } from '../query/execute.ts';
import { assertInTime, find, type Query } from '../query/find.ts';
import { valuesAt } from '../query/paths.ts';
import { gather, giveWay, type Work } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';
import { checkPipeline } from './check.ts';
import { evaluateLet } from './expressions.ts';
import { facetsOf, type Join, joinOf, unionOf } from './sources.ts';
import {
  cloneAll,
  limitOf,
  matchOf,
  runPlainStage,
  type Stage,
  sampleSizeOf,
  skipOf,
  sortSpecOf,
  stagesOf,
} from './stages.ts';
import { isTransform } from './transforms.ts';

/** Maximum number of documents that a stage processes before it yields. */
const pieceSize = 250;

/** The store, database and variables that a pipeline runs with. */
export interface Scope {
  store: Store;
  db: string;
  variables: Document;
  deadline?: number | undefined;
}

/** The start of a pipeline that the query planner can run, and the remaining stages. */
export interface Leading {
  query: Query;
  rest: Stage[];
}

/** Splits leading `$match`, `$sort`, `$skip` and `$limit` off a pipeline. */
export function leadingOf(scope: Scope, stages: readonly Stage[], hint?: unknown): Leading {
  const rest = [...stages];
  const take = (name: string): unknown => (rest[0]?.[0] === name ? rest.shift()?.[1] : undefined);
  const filters: Document[] = [];
  for (let spec = take('$match'); spec !== undefined; spec = take('$match')) filters.push(matchOf(spec));
  const filter = filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
  const query: Query = { filter, variables: scope.variables, hint, deadline: scope.deadline };
  if (rest[0]?.[0] === '$sort') query.sort = sortSpecOf(take('$sort'));
  if (rest[0]?.[0] === '$skip') query.skip = skipOf(take('$skip'));
  if (rest[0]?.[0] === '$limit') query.limit = limitOf(take('$limit'));
  return { query, rest };
}

/** Whether the remaining stages begin with a count of all matches, which an index alone may answer. */
export const countsAll = ({ query, rest: [first] }: Leading): boolean =>
  first?.[0] === '$group' && !query.sort && !query.skip && !query.limit && countedAs(first[1]) !== undefined;

/** Returns the field name of `{ _id: constant, name: { $sum: 1 } }`, which countDocuments() sends. */
function countedAs(spec: unknown): string | undefined {
  if (!isDocument(spec)) return undefined;
  const { _id, ...rest } = spec;
  const [entry, ...more] = Object.entries(rest);
  const isCount = entry && !more.length && isDocument(entry[1]) && numberOf(entry[1].$sum) === 1;
  return isCount && Object.keys(entry[1] as Document).length === 1 && (_id === null || typeof _id === 'number')
    ? entry[0]
    : undefined;
}

/** Runs a pipeline over a collection, which need not exist. */
export function* aggregate(
  scope: Scope,
  collection: Collection | undefined,
  pipeline: unknown,
  hint?: unknown,
): Work<Document[]> {
  const stages = stagesOf(pipeline);
  checkPipeline(stages, scope.variables);
  return yield* runOver(scope, collection, stages, hint);
}

function* runOver(
  scope: Scope,
  collection: Collection | undefined,
  stages: readonly Stage[],
  hint?: unknown,
): Work<Document[]> {
  const leading = leadingOf(scope, stages, hint);
  const { query, rest } = leading;
  const [name, spec] = rest[0] ?? [];
  if (countsAll(leading)) {
    const n = yield* count(collection, query);
    return yield* run(scope, n ? [{ _id: (spec as Document)._id, [countedAs(spec) as string]: n }] : [], rest.slice(1));
  }
  if (name === '$sample' && collection && !query.sort && !query.skip && !query.limit) {
    const found = yield* sample(collection, query, sampleSizeOf(spec));
    return yield* run(
      scope,
      found.map(({ doc }) => doc),
      rest.slice(1),
    );
  }
  const docs = yield* gather(decoded(find(collection, query)));
  return yield* run(scope, docs, rest);
}

/** Decodes each match as it is found, because decoding all at the end would block other commands. */
function* decoded(matches: Iterable<Match | undefined>): Generator<Document | undefined> {
  for (const match of matches) yield match?.doc;
}

/** Runs stages one after the other. `after` receives the number of documents that each stage returned. */
export function* run(
  scope: Scope,
  docs: Document[],
  stages: readonly Stage[],
  after?: (stage: Stage, count: number) => void,
): Work<Document[]> {
  let out = docs;
  for (const stage of stages) {
    assertInTime(scope.deadline);
    yield* giveWay();
    out = yield* runStageOf(scope, out, stage);
    after?.(stage, out.length);
  }
  return out;
}

function* runStageOf(scope: Scope, docs: Document[], stage: Stage): Work<Document[]> {
  const [name, spec] = stage;
  if (name === '$lookup') {
    const join = joinOf(spec);
    const out: Document[] = [];
    for (const doc of docs) {
      assertInTime(scope.deadline);
      out.push({ ...doc, [join.as]: yield* joined(scope, doc, join) });
      yield* giveWay();
    }
    return out;
  }
  if (name === '$facet') {
    const facets: [string, Document[]][] = [];
    for (const [key, pipeline] of facetsOf(spec))
      facets.push([key, yield* run(scope, yield* cloneAll(docs), pipeline)]);
    return [Object.fromEntries(facets)];
  }
  if (name === '$unionWith') {
    const { coll, stages } = unionOf(spec);
    return [...docs, ...(yield* runOver(scope, scope.store.find(scope.db, coll), stages))];
  }
  if (name !== '$match' && !isTransform(name)) return yield* runPlainStage(docs, stage, scope.variables);
  return yield* inPieces(scope, docs, stage);
}

/** Runs a per-document stage in batches. Runs it once without documents too, so that its errors are thrown. */
function* inPieces(scope: Scope, docs: Document[], stage: Stage): Work<Document[]> {
  const out: Document[] = [];
  for (let at = 0; at === 0 || at < docs.length; at += pieceSize) {
    assertInTime(scope.deadline);
    for (const doc of yield* runPlainStage(docs.slice(at, at + pieceSize), stage, scope.variables)) out.push(doc);
    yield* giveWay();
  }
  return out;
}

function* joined(scope: Scope, doc: Document, join: Join): Work<Document[]> {
  const first: Document[] = [];
  if (join.localField && join.foreignField) {
    const values = [...valuesAt(doc, partsOf(join.localField))];
    if (values.some(isRegex)) throw unsupported('$lookup by a regular expression');
    first.push({ $match: { [join.foreignField]: { $in: values.length ? values : [null] } } });
  }
  const bound = evaluateLet(join.let, doc, scope.variables);
  const inner = { ...scope, variables: { ...scope.variables, ...bound } };
  return yield* runOver(inner, scope.store.find(scope.db, join.from), stagesOf([...first, ...join.pipeline]));
}
