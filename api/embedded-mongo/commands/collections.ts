import { encode } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { compile } from '../query/match.ts';
import type { Collection } from '../store/collection.ts';
import { fileSize } from '../store/sizes.ts';
import { type Call, collectionName, collectionOf, type Handler, ok } from './call.ts';
import { collation, document, flag, ignored, readFields, refused } from './fields.ts';

const everything = Number.POSITIVE_INFINITY;

const ofDatabase = ({ store, db }: Call): Collection[] =>
  store.collections().filter((collection) => collection.db === db);

export const create: Handler = (call) => {
  const name = collectionName(call);
  readFields('create', call.command, {
    capped: refused,
    timeseries: refused,
    viewOn: refused,
    pipeline: refused,
    validator: refused,
    clusteredIndex: refused,
    expireAfterSeconds: refused,
    encryptedFields: refused,
    changeStreamPreAndPostImages: refused,
    validationLevel: ignored,
    validationAction: ignored,
    storageEngine: ignored,
    indexOptionDefaults: ignored,
    size: ignored,
    max: ignored,
    autoIndexId: ignored,
    idIndex: ignored,
    collation,
  });
  if (call.store.find(call.db, name)) throw new DbError(48, `Collection ${call.db}.${name} already exists.`);
  call.store.ensure(call.db, name);
  return ok;
};

export const drop: Handler = (call) => {
  readFields('drop', call.command, {});
  const collection = collectionOf(call);
  if (!collection) return ok;
  const nIndexesWas = collection.indexes.length;
  call.store.drop(collection);
  return { nIndexesWas, ns: collection.ns, ok: 1 };
};

export const dropDatabase: Handler = (call) => {
  for (const collection of ofDatabase(call)) call.store.drop(collection);
  return { dropped: call.db, ok: 1 };
};

export const listCollections: Handler = (call) => {
  const { filter = {}, nameOnly } = readFields('listCollections', call.command, {
    filter: document,
    nameOnly: flag,
    authorizedCollections: ignored,
    cursor: ignored,
  });
  const rows = ofDatabase(call).map(({ name, indexes }) => ({
    name,
    type: 'collection',
    ...(!nameOnly && { options: {}, info: { readOnly: false }, idIndex: indexes[0]?.spec }),
  }));
  return call.cursors.open(`${call.db}.$cmd.listCollections`, rows.filter(compile(filter)).map(encode), everything);
};

/** Each database's part of the file by its number of documents: their sizes would take a scan. */
function sizesOnDisk({ store }: Call): (db: string) => number {
  const counts = new Map<string, number>();
  for (const { db, read } of store.collections()) counts.set(db, (counts.get(db) ?? 0) + read.count());
  const all = counts.values().reduce((sum, count) => sum + count, 0);
  return (db) => Math.round((fileSize(store) * (counts.get(db) ?? 0)) / (all || 1));
}

export const listDatabases: Handler = (call) => {
  const fields = readFields('listDatabases', call.command, {
    filter: document,
    nameOnly: flag,
    authorizedDatabases: ignored,
    let: refused,
  });
  const names = [...new Set(call.store.collections().map(({ db }) => db))].sort();
  const sizeOf = fields.nameOnly ? undefined : sizesOnDisk(call);
  const shown = names.map((name) => ({ name, ...(sizeOf && { sizeOnDisk: sizeOf(name), empty: false }) }));
  const databases = shown.filter(compile(fields.filter ?? {}));
  if (fields.nameOnly) return { databases, ok: 1 };
  return { databases, totalSize: databases.reduce((size, { sizeOnDisk = 0 }) => size + sizeOnDisk, 0), ok: 1 };
};
