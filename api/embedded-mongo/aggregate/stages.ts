import type { Document } from '../bson/codec.ts';
import { badValue, DbError } from '../bson/errors.ts';
import { entriesOf } from '../bson/names.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { compile } from '../query/match.ts';
import { sortedByKey } from '../query/merge-sort.ts';
import { reshapeOf } from '../query/project.ts';
import { giveWay, type Work } from '../query/slice.ts';
import { sorter, sortOf } from '../query/sort.ts';
import { groupOf } from './group.ts';

type Run = (docs: Document[]) => Work<Document[]>;

/** A validated pipeline stage. */
export interface Stage {
  name: string;
  spec: unknown;
  run: Run;
}

/** Splits a pipeline into the names and operands of its stages. */
export function splitPipeline(pipeline: unknown): [name: string, spec: unknown][] {
  if (!Array.isArray(pipeline)) throw new DbError(14, "'pipeline' option must be specified as an array");
  return pipeline.map((stage) => {
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

/** Applies a function to each document and leaves out those that it gives nothing for. */
const each = (apply: (doc: Document) => Document | undefined): Run =>
  function* (docs) {
    const out: Document[] = [];
    for (const doc of docs) {
      const made = apply(doc);
      if (made) out.push(made);
      yield* giveWay();
    }
    return out;
  };

const whole = (apply: (docs: Document[]) => Document[]): Run =>
  function* (docs) {
    yield* giveWay();
    return apply(docs);
  };

function matching(spec: unknown): Run {
  const matches = compile(matchOf(spec));
  return each((doc) => (matches(doc) ? doc : undefined));
}

function sorting(spec: unknown): Run {
  const key = sorter(sortOf(sortSpecOf(spec)));
  return function* (docs) {
    const keyed: { doc: Document; key: Buffer }[] = [];
    for (const doc of docs) {
      keyed.push({ doc, key: key(doc) });
      yield* giveWay();
    }
    return (yield* sortedByKey(keyed)).map(({ doc }) => doc);
  };
}

const kinds: Record<string, (spec: unknown, now: number) => Run> = {
  $match: matching,
  $sort: sorting,
  $group: groupOf,
  $project: (spec, now) => each(reshapeOf(spec, now)),
  $skip(spec) {
    const skip = skipOf(spec);
    return whole((docs) => docs.slice(skip));
  },
  $limit(spec) {
    const limit = limitOf(spec);
    return whole((docs) => docs.slice(0, limit));
  },
  $sample(spec) {
    const size = sampleSizeOf(spec);
    return whole((docs) => shuffled(docs, size));
  },
};

/** The error for a stage that this server does not have, or that is in the wrong place. */
export function refusedStage(name: string): DbError {
  if (name === '$collStats') return new DbError(40602, '$collStats is only valid as the first stage in a pipeline.');
  if (name === '$changeStream') return new DbError(40573, 'The $changeStream stage is only supported on replica sets');
  if (!name.startsWith('$')) return badValue(`A pipeline stage name has to begin with $: '${name}'`);
  return new DbError(40324, `Unrecognized pipeline stage name: '${name}' (not supported by the embedded database)`);
}

/** Compiles stages. Throws for an invalid one before anything is read. @param now milliseconds since 1970 */
export const compileStages = (stages: readonly (readonly [name: string, spec: unknown])[], now: number): Stage[] =>
  stages.map(([name, spec]) => {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) throw refusedStage(name);
    return { name, spec, run: kind(spec, now) };
  });
