import { type Document, encode } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { equal } from '../bson/keys.ts';
import { isPosition } from '../bson/names.ts';
import { isDocument, numberOf } from '../bson/values.ts';
import { compile } from '../query/match.ts';
import type { Work } from '../query/slice.ts';
import type { Collection, Gap } from '../store/collection.ts';
import type { Index } from '../store/index.ts';
import { again, type Call, collectionName, collectionOf, type Handler } from './call.ts';
import type { Reply } from './cursors.ts';
import {
  anything,
  collation,
  document,
  documents,
  flag,
  ignored,
  integer,
  readFields,
  refused,
  text,
} from './fields.ts';

/** The multikey flags are bits of an integer, one for each component. */
const maxComponents = 31;

const cannot = (message: string): DbError => new DbError(67, message);

function keyPattern(key: Document): Document {
  const entries = Object.entries(key);
  if (!entries.length) throw cannot('Index keys cannot be an empty object.');
  if (entries.length > maxComponents)
    throw cannot(`more than ${maxComponents} components are not supported by the embedded database`);
  return Object.fromEntries(
    entries.map(([path, given]) => {
      const direction = numberOf(given);
      if (direction !== 1 && direction !== -1)
        throw cannot(`the index type ${JSON.stringify(given)} of '${path}' is not supported by the embedded database`);
      const parts = path.split('.');
      const isOperator = (part: string, i: number): boolean =>
        part.startsWith('$') && !(i > 0 && ['$ref', '$id', '$db'].includes(part));
      if (parts.includes('') || parts.some(isOperator))
        throw cannot(`'${path}' cannot be indexed: a part of it is empty or begins with $`);
      if (parts.some(isPosition))
        throw cannot(`'${path}' names an array position, which the embedded database does not index`);
      return [path, direction];
    }),
  );
}

const partialOperators = new Set(['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists', '$and', '$or']);

/** Allows what MongoDB allows in a partial index, except `$type`. */
function assertPartial(filter: Document): void {
  compile(filter);
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(visit);
    if (!isDocument(part)) return;
    for (const [key, operand] of Object.entries(part)) {
      const allowed = !key.startsWith('$') || (partialOperators.has(key) && !(key === '$exists' && !operand));
      if (!allowed) throw cannot(`Expression not supported in partial index: ${key}`);
      visit(operand);
    }
  };
  visit(filter);
}

const indexShape = {
  v: ignored,
  key: document,
  name: text,
  unique: flag,
  sparse: flag,
  background: ignored,
  hidden: refused,
  collation,
  expireAfterSeconds: integer,
  partialFilterExpression: document,
  storageEngine: ignored,
  ns: ignored,
  prepareUnique: refused,
  weights: refused,
  default_language: refused,
  language_override: refused,
  wildcardProjection: refused,
  bits: refused,
  min: refused,
  max: refused,
};

/** The known options of a specification. */
const knownOf = (given: Document): Document =>
  Object.fromEntries(Object.entries(given).filter(([field]) => Object.hasOwn(indexShape, field)));

/** Normalizes a specification for storage. */
function specOf(given: Document): Document {
  for (const field of Object.keys(given))
    if (!Object.hasOwn(indexShape, field))
      throw new DbError(
        197,
        `The field '${field}' is not valid for an index specification. Specification: ${JSON.stringify(given)}`,
      );
  const fields = readFields('createIndexes.indexes', given, indexShape);
  const { name, unique, sparse, expireAfterSeconds, partialFilterExpression } = fields;
  if (!fields.key || !name) throw new DbError(40414, 'an index needs a key and a name');
  const key = keyPattern(fields.key);
  if (expireAfterSeconds !== undefined && (Object.keys(key).length > 1 || '_id' in key))
    throw cannot('TTL indexes are single-field indexes, compound indexes do not support TTL');
  if (expireAfterSeconds !== undefined && expireAfterSeconds < 0)
    throw cannot('TTL index expireAfterSeconds has to be 0 or more');
  if (sparse && partialFilterExpression) throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
  if (partialFilterExpression) assertPartial(partialFilterExpression);
  return {
    v: 2,
    key,
    name,
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(partialFilterExpression && { partialFilterExpression }),
  };
}

const same = (a: unknown, b: unknown): boolean => equal(a ?? null, b ?? null);
/** The fields that distinguish two indexes; the rest are options of an index. */
const signature = ['key', 'unique', 'sparse', 'partialFilterExpression'];

/** Returns the existing or unfinished index that was asked for. Throws for one that contradicts it. */
function existing(collection: Collection, wanted: Document): Index | undefined {
  const about = (spec: Document): string =>
    `Requested index: ${JSON.stringify(wanted)}, existing index: ${JSON.stringify(spec)}`;
  for (const index of collection.all) {
    const { spec } = index;
    if (index.isId && same(spec.key, wanted.key)) return index;
    const isSame = signature.every((part) => same(spec[part], wanted[part]));
    const sameAge = same(spec.expireAfterSeconds, wanted.expireAfterSeconds);
    const sameName = spec.name === wanted.name;
    if (sameName && isSame && sameAge) return index;
    if (sameName && !isSame)
      throw new DbError(86, `An existing index has the same name as the requested index. ${about(spec)}`);
    if (sameName)
      throw new DbError(
        85,
        `An equivalent index already exists with the same name but different options. ${about(spec)}`,
      );
    if (isSame)
      throw new DbError(85, `Index already exists with a different name: ${String(spec.name)}. ${about(spec)}`);
  }
  return undefined;
}

export const createIndexes: Handler = (call) => {
  const { indexes = [], ignoreUnknownIndexOptions } = readFields('createIndexes', call.command, {
    indexes: documents,
    commitQuorum: ignored,
    ignoreUnknownIndexOptions: flag,
  });
  if (!indexes.length) throw new DbError(2, 'Must specify at least one index to create');
  const name = collectionName(call);
  const specs = (ignoreUnknownIndexOptions ? indexes.map(knownOf) : indexes).map(specOf);
  const createdCollectionAutomatically = !call.store.find(call.db, name);
  const collection = call.store.ensure(call.db, name);
  const numIndexesBefore = collection.indexes.length;
  // If another command is building the same index, both build it; the first to finish publishes it.
  const wanted = new Set(specs.map((spec) => existing(collection, spec) ?? collection.beginIndex(spec)));
  const ids = [...wanted].filter((index) => collection.building.includes(index)).map(({ id }) => id);
  return build(call, collection, ids, (numIndexesAfter) => {
    const note = numIndexesAfter === numIndexesBefore && { note: 'all indexes already exist' };
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
  });
};

/** The indexes that are still being built. Throws IndexBuildAborted if one was dropped. */
function unfinishedOf({ all, building }: Collection, ids: readonly number[]): Index[] {
  const there = new Set(all.map(({ id }) => id));
  if (ids.some((id) => !there.has(id))) throw new DbError(276, 'Index build aborted: an index was dropped meanwhile');
  return building.filter(({ id }) => ids.includes(id));
}

/** Fills new indexes, yielding in between. If one is refused, all of them are dropped. */
function* build(
  call: Call,
  begun: Collection,
  ids: readonly number[],
  reply: (numIndexes: number) => Reply,
): Work<Reply> {
  for (let gap: Gap | null = begun.gap(); ; yield) {
    // Dropping or renaming a collection drops its unfinished indexes.
    const collection = again(call, begun);
    try {
      const indexes = unfinishedOf(collection, ids);
      gap = indexes.length ? collection.fill(indexes, gap) : null;
      if (gap) continue;
      for (const index of indexes) collection.endIndex(index);
    } catch (error) {
      if (error instanceof DbError) collection.dropUnfinished(ids);
      throw error;
    }
    return reply(collection.indexes.length);
  }
}

export const listIndexes: Handler = (call) => {
  readFields('listIndexes', call.command, { cursor: ignored });
  const collection = collectionOf(call);
  if (!collection) throw new DbError(26, `ns does not exist: ${call.db}.${collectionName(call)}`);
  return call.cursors.open(
    collection.ns,
    collection.indexes.map(({ spec }) => encode(spec)),
    Number.POSITIVE_INFINITY,
  );
};

export const dropIndexes: Handler = (call) => {
  const { index: which } = readFields('dropIndexes', call.command, { index: anything });
  const collection = collectionOf(call);
  if (!collection) throw new DbError(26, `ns not found ${call.db}.${collectionName(call)}`);
  const nIndexesWas = collection.indexes.length;
  for (const wanted of Array.isArray(which) ? which : [which]) {
    if (wanted === '_id_' || same(wanted, { _id: 1 })) throw new DbError(72, 'cannot drop _id index');
    const chosen = collection.all.filter(
      (index) =>
        !index.isId &&
        (wanted === '*' || index.name === wanted || (isDocument(wanted) && same(index.spec.key, wanted))),
    );
    if (!chosen.length && wanted !== '*')
      throw new DbError(
        27,
        `index not found with name [${isDocument(wanted) ? JSON.stringify(wanted) : String(wanted)}]`,
      );
    for (const index of chosen) collection.dropIndex(index);
  }
  return { nIndexesWas, ok: 1 };
};
