import { type Document, decode, encode } from '../bson/codec.ts';
import { badValue, DbError, unsupported } from '../bson/errors.ts';
import { encodeName, entriesOf } from '../bson/names.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { asksForTypes, compile } from '../query/match.ts';
import { sortedByKey } from '../query/merge-sort.ts';
import { resetPatternBudget } from '../query/pattern/bounded.ts';
import { giveWay, type Work } from '../query/slice.ts';
import { sorter, sortOf } from '../query/sort.ts';
import { bucketGroup, countGroup, group } from './group.ts';
import { transformOf } from './transforms.ts';

/** A pipeline stage: its name and its operand. */
export type Stage = readonly [name: string, spec: unknown];

const here = new Set([
  ...['$match', '$sort', '$skip', '$limit', '$project', '$addFields', '$set', '$unset', '$group', '$count'],
  ...['$sortByCount', '$bucket', '$unwind', '$lookup', '$unionWith', '$facet', '$sample', '$replaceRoot'],
  ...['$replaceWith', '$collStats'],
]);

export const isStage = (name: string): boolean => here.has(name);

const notHere = new Set([
  ...['$out', '$merge', '$graphLookup', '$geoNear', '$currentOp', '$indexStats'],
  ...['$planCacheStats', '$listLocalSessions', '$listSessions', '$search', '$searchMeta', '$vectorSearch', '$fill'],
  ...['$densify', '$documents', '$redact', '$setWindowFields', '$bucketAuto', '$listSampledQueries', '$querySettings'],
]);

/** Splits a pipeline into its stages. Throws for an invalid stage. */
export function stagesOf(pipeline: unknown): Stage[] {
  if (!Array.isArray(pipeline)) throw new DbError(14, "'pipeline' option must be specified as an array");
  return pipeline.map((stage): Stage => {
    const entries = isDocument(stage) ? entriesOf(stage) : [];
    const [entry] = entries;
    if (!entry || entries.length !== 1)
      throw new DbError(40323, 'A pipeline stage specification object must contain exactly one field.');
    return entry;
  });
}

/** Parses the operand of `$limit`. */
export function limitOf(spec: unknown): number {
  const limit = numberOf(spec);
  if (limit === undefined || !Number.isInteger(limit))
    throw new DbError(5107201, 'invalid argument to $limit stage: Expected a number');
  if (limit <= 0) throw new DbError(15958, 'the limit must be positive');
  return limit;
}

/** Parses the operand of `$skip`. */
export function skipOf(spec: unknown): number {
  const skip = numberOf(spec);
  if (skip === undefined || !Number.isInteger(skip) || skip < 0)
    throw new DbError(5107200, 'invalid argument to $skip stage: Expected a non-negative number');
  return skip;
}

/** Parses the operand of `$sort`, which must name at least one field. */
export function sortSpecOf(spec: unknown): Document {
  if (!isDocument(spec)) throw new DbError(15973, 'the $sort key specification must be an object');
  if (!Object.keys(spec).length) throw new DbError(15976, '$sort stage must have at least one sort key');
  for (const [path, given] of entriesOf(spec)) {
    const direction = numberOf(given);
    if (direction === undefined && !isDocument(given))
      throw new DbError(15974, `Illegal key in $sort specification: ${path}`);
    if (direction !== undefined && direction !== 1 && direction !== -1)
      throw new DbError(15975, '$sort key ordering must be 1 (for ascending) or -1 (for descending)');
    if (path.split('.').includes('')) throw new DbError(15998, 'FieldPath field names may not be empty strings.');
  }
  sortOf(spec);
  return spec;
}

/** Parses the operand of `$sample`. */
export function sampleSizeOf(spec: unknown): number {
  if (!isDocument(spec)) throw new DbError(28745, 'the $sample stage specification must be an object');
  for (const [name] of entriesOf(spec))
    if (name !== 'size') throw new DbError(28748, `unrecognized option to $sample: ${name}`);
  if (!('size' in spec)) throw new DbError(28749, '$sample stage must specify a size');
  const size = numberOf(spec.size);
  if (size === undefined) throw new DbError(28746, 'size argument to $sample must be a number');
  if (!Number.isInteger(size) || size <= 0)
    throw new DbError(28747, 'size argument to $sample must be a positive integer');
  return size;
}

export function matchOf(spec: unknown): Document {
  if (!isDocument(spec)) throw new DbError(15959, 'the match filter must be an expression in an object');
  return spec;
}

function shuffled(docs: Document[], size: number): Document[] {
  const out = [...docs];
  const wanted = Math.min(size, out.length);
  for (let i = 0; i < wanted; i++) {
    const j = i + Math.floor(Math.random() * (out.length - i));
    [out[i], out[j]] = [out[j] as Document, out[i] as Document];
  }
  return out.slice(0, wanted);
}

function* sorted(docs: Document[], spec: Document): Work<Document[]> {
  const key = sorter(sortOf(spec));
  const keyed: { doc: Document; key: Buffer }[] = [];
  for (const doc of docs) {
    keyed.push({ doc, key: key(doc) });
    yield* giveWay();
  }
  return (yield* sortedByKey(keyed)).map(({ doc }) => doc);
}

/** Parses the operand of `$count`. */
export function countNameOf(spec: unknown): string {
  if (typeof spec !== 'string') throw new DbError(40156, 'the count field must be a non-empty string');
  if (!spec) throw new DbError(40157, 'the count field must be a non-empty string');
  if (spec.startsWith('$')) throw new DbError(40158, 'the count field cannot be a $-prefixed path');
  if (spec.includes('\0')) throw new DbError(40159, 'the count field cannot contain a null byte');
  if (spec.includes('.')) throw new DbError(40160, "the count field cannot contain '.'");
  return encodeName(spec);
}

function matchStage(docs: Document[], spec: unknown, variables: Document): Document[] {
  const filter = matchOf(spec);
  if (asksForTypes(filter)) throw unsupported('$type after the first stages of a pipeline');
  const matches = compile(filter, variables);
  return docs.filter((doc) => {
    resetPatternBudget();
    return matches(doc);
  });
}

/** Copies documents for stages that run in parallel and change their input. */
export function* cloneAll(docs: readonly Document[]): Work<Document[]> {
  const out: Document[] = [];
  for (const doc of docs) {
    out.push(decode(encode(doc)));
    yield* giveWay();
  }
  return out;
}

/** Runs a stage that needs only its documents. */
export function* runPlainStage(docs: Document[], [name, spec]: Stage, variables: Document): Work<Document[]> {
  switch (name) {
    case '$match':
      return matchStage(docs, spec, variables);
    case '$sort':
      return yield* sorted(docs, sortSpecOf(spec));
    case '$group':
      return yield* group(docs, spec, variables);
    case '$bucket':
      return yield* sorted(yield* group(docs, bucketGroup(spec), variables), { _id: 1 });
    case '$sortByCount':
      return yield* sorted(yield* group(docs, countGroup(spec), variables), { count: -1 });
    case '$skip':
      return docs.slice(skipOf(spec));
    case '$limit':
      return docs.slice(0, limitOf(spec));
    case '$count':
      return docs.length ? [{ [countNameOf(spec)]: docs.length }] : [];
    case '$sample':
      return shuffled(docs, sampleSizeOf(spec));
  }
  const transform = transformOf(name, spec, variables);
  if (!transform) return assertStage([name, spec]);
  return docs.flatMap(transform);
}

/** Throws the error for a stage that is unknown, unsupported or in the wrong place. */
export function assertStage([name]: Stage): never {
  if (name === '$collStats') throw new DbError(40602, '$collStats is only valid as the first stage in a pipeline.');
  if (name === '$changeStream') throw new DbError(40573, 'The $changeStream stage is only supported on replica sets');
  if (notHere.has(name))
    throw new DbError(40324, `Unrecognized pipeline stage name: '${name}' (not supported by the embedded database)`);
  if (!name.startsWith('$')) throw badValue(`A pipeline stage name has to begin with $: '${name}'`);
  throw new DbError(40324, `Unrecognized pipeline stage name: '${name}'`);
}
