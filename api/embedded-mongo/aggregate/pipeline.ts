import type { Document } from '../bson/codec.ts';
import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { isDocument, isRegex, numberOf } from '../bson/values.ts';
import { count, sample } from '../query/count.ts';
import { assertInTime, find, type Query } from '../query/find.ts';
import { valuesAt } from '../query/paths.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';
import { evaluateLet } from './expressions.ts';
import {
  copies,
  limitOf,
  matchOf,
  runPlainStage,
  type Stage,
  sampleSizeOf,
  skipOf,
  sortSpecOf,
  stagesOf,
} from './stages.ts';

/** Where a pipeline runs. */
export interface Scope {
  store: Store;
  db: string;
  variables: Document;
  deadline?: number | undefined;
}

/** The beginning of a pipeline that the query planner can do, and the stages after it. */
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

/** Whether a pipeline's rest begins with a count of all that the query finds, which an index alone may answer. */
export const countsAll = ({ query, rest: [first] }: Leading): boolean =>
  first?.[0] === '$group' && !query.sort && !query.skip && !query.limit && countedAs(first[1]) !== undefined;

/** The name that `{ _id: constant, name: { $sum: 1 } }` counts under, as countDocuments() sends it. */
function countedAs(spec: unknown): string | undefined {
  if (!isDocument(spec)) return undefined;
  const { _id, ...rest } = spec;
  const [entry, ...more] = Object.entries(rest);
  const isCount = entry && !more.length && isDocument(entry[1]) && numberOf(entry[1].$sum) === 1;
  return isCount && Object.keys(entry[1] as Document).length === 1 && (_id === null || typeof _id === 'number')
    ? entry[0]
    : undefined;
}

/** Runs a pipeline over a collection, which may not exist. */
export function aggregate(
  scope: Scope,
  collection: Collection | undefined,
  pipeline: unknown,
  hint?: unknown,
): Document[] {
  const leading = leadingOf(scope, stagesOf(pipeline), hint);
  const { query, rest } = leading;
  const [name, spec] = rest[0] ?? [];
  if (countsAll(leading)) {
    const n = count(collection, query);
    return run(scope, n ? [{ _id: (spec as Document)._id, [countedAs(spec) as string]: n }] : [], rest.slice(1));
  }
  if (name === '$sample' && collection && !query.sort && !query.skip && !query.limit) {
    const found = sample(collection, query, sampleSizeOf(spec));
    return run(
      scope,
      found.map(({ doc }) => doc),
      rest.slice(1),
    );
  }
  const docs = [...find(collection, query)].map(({ doc }) => doc);
  return run(scope, docs, rest);
}

/** Runs stages one after the other; `after` is told how many documents each has left. */
export function run(
  scope: Scope,
  docs: Document[],
  stages: readonly Stage[],
  after?: (stage: Stage, count: number) => void,
): Document[] {
  let out = docs;
  for (const stage of stages) {
    assertInTime(scope.deadline);
    out = runStageOf(scope, out, stage);
    after?.(stage, out.length);
  }
  return out;
}

function runStageOf(scope: Scope, docs: Document[], stage: Stage): Document[] {
  const [name, spec] = stage;
  if (name === '$lookup') {
    const join = joinOf(spec);
    return docs.map((doc) => {
      assertInTime(scope.deadline);
      return { ...doc, [join.as]: joined(scope, doc, join) };
    });
  }
  if (name === '$facet') {
    if (!isDocument(spec)) throw new DbError(40169, 'the $facet specification must be a non-empty object');
    return [
      Object.fromEntries(
        Object.entries(spec).map(([key, pipeline]) => [key, run(scope, copies(docs), stagesOf(pipeline))]),
      ),
    ];
  }
  if (name === '$unionWith') {
    const { coll, pipeline = [] } = isDocument(spec) ? spec : { coll: spec };
    if (typeof coll !== 'string') throw badValue('$unionWith needs the name of a collection');
    return [...docs, ...aggregate(scope, scope.store.find(scope.db, coll), pipeline)];
  }
  return runPlainStage(docs, stage, scope.variables);
}

interface Join {
  from: string;
  as: string;
  localField?: string;
  foreignField?: string;
  let: Document;
  pipeline: unknown[];
}

function joinOf(spec: unknown): Join {
  if (!isDocument(spec)) throw new DbError(9, 'the $lookup specification must be an object');
  const { from, as, localField, foreignField, let: bound = {}, pipeline = [], ...unknown } = spec;
  const [name] = Object.keys(unknown);
  if (name) throw new DbError(9, `unknown argument to $lookup: ${name}`);
  if (typeof from !== 'string' || typeof as !== 'string')
    throw new DbError(9, "$lookup needs 'from' and 'as' as strings");
  if (as.includes('.')) throw unsupported("$lookup with a nested 'as'");
  if (!isDocument(bound) || !Array.isArray(pipeline))
    throw new DbError(9, "$lookup's 'let' and 'pipeline' are malformed");
  if (localField === undefined && foreignField === undefined) {
    if (!('pipeline' in spec))
      throw new DbError(9, "$lookup requires either 'pipeline' or both 'localField' and 'foreignField'");
    return { from, as, let: bound, pipeline };
  }
  if (typeof localField !== 'string' || typeof foreignField !== 'string')
    throw new DbError(9, "$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  return { from, as, localField, foreignField, let: bound, pipeline };
}

function joined(scope: Scope, doc: Document, join: Join): Document[] {
  const first: Document[] = [];
  if (join.localField && join.foreignField) {
    const values = [...valuesAt(doc, join.localField.split('.'))];
    if (values.some(isRegex)) throw unsupported('$lookup by a regular expression');
    first.push({ $match: { [join.foreignField]: { $in: values.length ? values : [null] } } });
  }
  const bound = evaluateLet(join.let, doc, scope.variables);
  const inner = { ...scope, variables: { ...scope.variables, ...bound } };
  return aggregate(inner, scope.store.find(scope.db, join.from), [...first, ...join.pipeline]);
}
