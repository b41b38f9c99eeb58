import {
  type Db,
  type Document,
  type Filter,
  type IndexSpecification,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type Sort,
} from 'mongodb';
import { dateWrite } from './dated-writes.ts';
import { writtenIds } from './written-ids.ts';

export type Mongo = { client: MongoClient; db: Db; close(): Promise<void> };

const duplicateKey = 11_000;

/** Milliseconds for one operation. */
const operationTimeoutMs = 8_000;

type Opening = {
  dbName: string;
  /** Milliseconds in which one operation has to be answered; half of it to be sent. */
  timeoutMs?: number;
};

/** Connects to a database. The settings hold for the embedded one, a server, a replica set and a cluster alike. */
export async function openMongo(url: string, { dbName, timeoutMs = operationTimeoutMs }: Opening): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: 'headbadge',
    ignoreUndefined: true,
    maxPoolSize: 64,
    // The driver's own `timeoutMS` does nothing since its version 7.
    connectTimeoutMS: timeoutMs / 2,
    serverSelectionTimeoutMS: timeoutMs / 2,
    waitQueueTimeoutMS: timeoutMs / 2,
    socketTimeoutMS: timeoutMs,
    // Sooner than the driver would, it is noticed that a server hangs.
    heartbeatFrequencyMS: 5_000,
  });
  await client.connect();
  return { client, db: telling(client.db(dbName)), close: () => client.close() };
}

const writes = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'findOneAndUpdate',
  'findOneAndReplace',
  'findOneAndDelete',
  'bulkWrite',
  'drop',
  'rename',
] as const;
const unheard = Symbol('unheard');
/** An option of a write after which nothing has to be shown at once: nobody hears of it. */
export const quietly = { [unheard]: true } as { comment?: string };
const isQuiet = (given: unknown[]) => given.some((one) => typeof one === 'object' && one !== null && unheard in one);

/** The build of an index takes as long as there are rows. */
const builds = ['createIndex', 'createIndexes'] as const;
const withoutTimeout = { socketTimeoutMS: 0 };

type Write = (...given: unknown[]) => Promise<unknown>;
type Writing = Record<(typeof writes)[number] | (typeof builds)[number], Write>;
/** Hears in which collection something was written, and to which documents, where the write says that. */
type Listener = (collection: string, ids: string[] | null) => void;
const listeners = Symbol('listeners');
const dates = Symbol('dates');
type Telling = Db & { [listeners]?: Set<Listener>; [dates]?: Map<string, string> };

/** Makes a database tell of the writes that go through it. */
export function telling(db: Telling): Db {
  const heardBy = new Set<Listener>();
  const dated = new Map<string, string>();
  const open = db.collection.bind(db) as (name: string, ...more: unknown[]) => Writing;
  const tellingCollection = (name: string, ...more: unknown[]) => {
    const collection = open(name, ...more);
    for (const one of builds) {
      const build = collection[one].bind(collection);
      collection[one] = (keys, options) => build(keys, { ...withoutTimeout, ...(options as object) });
    }
    for (const one of writes) {
      const write = collection[one].bind(collection);
      collection[one] = (...given) => {
        if (isQuiet(given)) return write(...given);
        const field = dated.get(name);
        return write(...(field ? dateWrite(one, field, given) : given)).finally(() => {
          const ids = writtenIds(one, given);
          for (const listener of heardBy) listener(name, ids);
        });
      };
    }
    return collection;
  };
  db.collection = tellingCollection as unknown as Db['collection'];
  db[listeners] = heardBy;
  db[dates] = dated;
  return db;
}

/**
 * Hears of each write of this process from now on: before whoever wrote learns that it was carried out, and also when it
 * failed, for then nobody knows how far it came.
 */
export function onWrites(db: Telling, listener: Listener): void {
  const heardBy = db[listeners];
  if (!heardBy) throw new Error('This database does not tell of its writes.');
  heardBy.add(listener);
}

/**
 * From now on each write of this process to a collection notes in a field of the document when it was. Along that, other
 * processes that keep a copy in memory read what is new. A quiet write notes nothing.
 */
export function dateWrites(db: Telling, collection: string, field: string): void {
  const dated = db[dates];
  if (!dated) throw new Error('This database does not date its writes.');
  dated.set(collection, field);
}

/** Whether a write was refused because a document with this id, or this unique value, is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;

/** What servers say that are full, too slow, or about to stop or to hand over. */
const outOfServiceCodes = new Set<unknown>([
  ...[6, 7, 50, 89, 91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031],
]);

/** Whether a database failed that is down, too slow or full: the same may succeed later. */
export const isOutOfService = (error: unknown): boolean =>
  error instanceof MongoServerError
    ? outOfServiceCodes.has(error.code)
    : error instanceof MongoNetworkError ||
      error instanceof MongoServerSelectionError ||
      (error instanceof Error && error.name === 'MongoWaitQueueTimeoutError');

/** A list that is read at once: few rows, of little each. */
export type Reading<Row> = {
  filter: Filter<Row>;
  fields: Document;
  sort?: Sort;
  /** The index that serves it. */
  hint?: IndexSpecification;
  limit: number;
};

/**
 * The rows of a list, in one answer. The driver's cursor takes each row apart by itself and is remembered beside others,
 * so that what it read stays in memory for long; what is asked for most need not pay for that.
 */
export async function readRows<Row extends Document, Read>(
  db: Db,
  collection: string,
  { filter, fields, sort, hint, limit }: Reading<Row>,
): Promise<Read[]> {
  const level = db.readConcern?.level;
  const asked = { filter, projection: fields, ...(sort && { sort }), ...(hint && { hint }), limit };
  const command = { find: collection, ...asked, batchSize: limit, singleBatch: true };
  try {
    const { cursor } = await db.command(
      { ...command, ...(level && { readConcern: { level } }) },
      db.readPreference && { readPreference: db.readPreference },
    );
    return cursor.firstBatch;
  } catch (error) {
    if (!(error instanceof MongoNetworkError || error instanceof MongoServerError)) throw error;
    // A cursor is asked for again where another server takes over.
    const rows = db.collection<Row>(collection).find(filter, { projection: fields, ...(sort && { sort }) });
    return (await (hint ? rows.hint(hint as Document) : rows).limit(limit).toArray()) as unknown as Read[];
  }
}
