import type { Document } from '../bson/codec.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { count, sample } from '../query/count.ts';
import type { Match } from '../query/execute.ts';
import { assertInTime, find, type Query } from '../query/find.ts';
import { gather, giveWay, type Work } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import { limitOf, matchOf, type Stage, sampleSizeOf, skipOf, sortSpecOf } from './stages.ts';

/** Settings of one run of a pipeline. */
export interface Options {
  hint?: unknown;
  /** Milliseconds since 1970. */
  deadline?: number | undefined;
}

/** The start of a pipeline that the query planner can run, and the remaining stages. */
export interface Leading {
  query: Query;
  rest: Stage[];
}

/** Splits leading `$match`, `$sort`, `$skip` and `$limit` off a pipeline. */
export function leadingOf(stages: readonly Stage[], { hint, deadline }: Options): Leading {
  const rest = [...stages];
  const take = (name: string): unknown => (rest[0]?.name === name ? rest.shift()?.spec : undefined);
  const filters: Document[] = [];
  for (let spec = take('$match'); spec !== undefined; spec = take('$match')) filters.push(matchOf(spec));
  const filter = filters.length > 1 ? { $and: filters } : (filters[0] ?? {});
  const query: Query = { filter, hint, deadline };
  if (rest[0]?.name === '$sort') query.sort = sortSpecOf(take('$sort'));
  if (rest[0]?.name === '$skip') query.skip = skipOf(take('$skip'));
  if (rest[0]?.name === '$limit') query.limit = limitOf(take('$limit'));
  return { query, rest };
}

/** Whether the remaining stages begin with a count of all matches, which an index alone may answer. */
export const countsAll = ({ query, rest: [first] }: Leading): boolean =>
  first?.name === '$group' && !query.sort && !query.skip && !query.limit && countedAs(first.spec) !== undefined;

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
  collection: Collection | undefined,
  stages: readonly Stage[],
  options: Options,
): Work<Document[]> {
  const leading = leadingOf(stages, options);
  const { query, rest } = leading;
  const { name, spec } = rest[0] ?? {};
  const { deadline } = options;
  if (countsAll(leading)) {
    const n = yield* count(collection, query);
    return yield* run(
      n ? [{ _id: (spec as Document)._id, [countedAs(spec) as string]: n }] : [],
      rest.slice(1),
      deadline,
    );
  }
  if (name === '$sample' && !query.sort && !query.skip && !query.limit) {
    const found = yield* sample(collection, query, sampleSizeOf(spec));
    return yield* run(
      found.map(({ doc }) => doc),
      rest.slice(1),
      deadline,
    );
  }
  return yield* run(yield* gather(decoded(find(collection, query))), rest, deadline);
}

/** Decodes each match as it is found, because decoding all at the end would block other commands. */
function* decoded(matches: Iterable<Match | undefined>): Generator<Document | undefined> {
  for (const match of matches) yield match?.doc;
}

/** Runs stages one after the other. `after` receives the number of documents that each stage returned. */
export function* run(
  docs: Document[],
  stages: readonly Stage[],
  deadline?: number,
  after?: (stage: Stage, count: number) => void,
): Work<Document[]> {
  let out = docs;
  for (const stage of stages) {
    assertInTime(deadline);
    yield* giveWay();
    out = yield* stage.run(out);
    after?.(stage, out.length);
  }
  return out;
}
