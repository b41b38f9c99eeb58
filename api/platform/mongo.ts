import {
  type Db,
  type Document,
  type Filter,
  type IndexSpecification,
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type Sort,
} from 'mongodb';
import { dateWrite } from './dated-writes.ts';
import { writtenValues } from './written-values.ts';

export type Mongo = { client: MongoClient; db: Db; close(): Promise<void> };

const duplicateKey = 11_000;

const operationTimeoutMs = 8_000;

type OpenOptions = {
  dbName: string;
  /** Timeout of one operation in milliseconds; half of it for connecting and sending. */
  timeoutMs?: number;
};

/** Connects to a database. The options suit the embedded one, a server, a replica set and a cluster alike. */
export async function openMongo(url: string, { dbName, timeoutMs = operationTimeoutMs }: OpenOptions): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: 'headbadge',
    ignoreUndefined: true,
    maxPoolSize: 64,
    // The driver's own `timeoutMS` has no effect since version 7.
    connectTimeoutMS: timeoutMs / 2,
    serverSelectionTimeoutMS: timeoutMs / 2,
    waitQueueTimeoutMS: timeoutMs / 2,
    socketTimeoutMS: timeoutMs,
    // Notices a hanging server sooner than the driver's default would.
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
const quiet = Symbol('quiet');
/** Option of a write that emits no event, so that no cache is invalidated. */
export const quietly = { [quiet]: true } as { comment?: string };
const counting = Symbol('counting');
/** Option of a write that changes nothing but counters and the order by them. */
export const countersOnly = { [counting]: true } as { comment?: string };
const hasOption = (option: symbol, args: unknown[]) =>
  args.some((one) => typeof one === 'object' && one !== null && option in one);

/** Building an index takes time in proportion to the rows, so it has no timeout. */
const indexBuilds = ['createIndex', 'createIndexes'] as const;
const withoutTimeout = { socketTimeoutMS: 0 };

type Write = (...args: unknown[]) => Promise<unknown>;
type WritableCollection = Record<(typeof writes)[number] | (typeof indexBuilds)[number], Write>;
/** A write of this process. */
export type WriteEvent = {
  collection: string;
  /** The values of a field in the written documents; null if the write does not name them all. */
  valuesOf(field: string): string[] | null;
  /** Whether it changed nothing but counters and the order by them. */
  changesCountersOnly: boolean;
};
type Listener = (write: WriteEvent) => void;
const listeners = Symbol('listeners');
const dates = Symbol('dates');
type EmittingDb = Db & { [listeners]?: Set<Listener>; [dates]?: Map<string, string> };

/** Makes a database emit an event for each write that goes through it. */
export function telling(db: EmittingDb): Db {
  const writeListeners = new Set<Listener>();
  const dated = new Map<string, string>();
  const open = db.collection.bind(db) as (name: string, ...more: unknown[]) => WritableCollection;
  const emittingCollection = (name: string, ...more: unknown[]) => {
    const collection = open(name, ...more);
    for (const one of indexBuilds) {
      const build = collection[one].bind(collection);
      collection[one] = (keys, options) => build(keys, { ...withoutTimeout, ...(options as object) });
    }
    for (const one of writes) {
      const write = collection[one].bind(collection);
      collection[one] = (...args) => {
        if (hasOption(quiet, args)) return write(...args);
        const field = dated.get(name);
        return write(...(field ? dateWrite(one, field, args) : args)).finally(() => {
          const valuesOf = (of: string) => writtenValues(one, args, of);
          const event = { collection: name, valuesOf, changesCountersOnly: hasOption(counting, args) };
          for (const listener of writeListeners) listener(event);
        });
      };
    }
    return collection;
  };
  db.collection = emittingCollection as unknown as Db['collection'];
  db[listeners] = writeListeners;
  db[dates] = dated;
  return db;
}

/**
 * Calls the listener for each later write of this process: before the writer gets its result, and also after a failure,
 * because a failed write may have been partly done.
 */
export function onWrites(db: EmittingDb, listener: Listener): void {
  const writeListeners = db[listeners];
  if (!writeListeners) throw new Error('This database does not tell of its writes.');
  writeListeners.add(listener);
}

/**
 * Makes each later write of this process to a collection store its time in a field of the document. Other processes
 * that keep a copy in memory read new documents by that field. A quiet write stores nothing.
 */
export function dateWrites(db: EmittingDb, collection: string, field: string): void {
  const dated = db[dates];
  if (!dated) throw new Error('This database does not date its writes.');
  dated.set(collection, field);
}

/** Whether a write failed because a document with this id, or this unique value, exists already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;

/** Error codes of servers that are full, too slow, shutting down or failing over. */
const outOfServiceCodes = new Set<unknown>([
  ...[6, 7, 50, 89, 91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031],
]);

/** Whether the database is down, too slow or full: a retry may succeed. */
export function isOutOfService(error: unknown): boolean {
  // The driver wraps whatever ends a batch, also a lost connection, into a server's error.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isOutOfService(error.errorResponse);
  if (error instanceof MongoServerError) return outOfServiceCodes.has(error.code);
  return (
    error instanceof MongoNetworkError ||
    error instanceof MongoServerSelectionError ||
    (error instanceof Error && error.name === 'MongoWaitQueueTimeoutError')
  );
}

/** A list that is read in one batch: few and small rows. */
export type Reading<Row> = {
  filter: Filter<Row>;
  fields: Document;
  sort?: Sort;
  /** The index that serves it. */
  hint?: IndexSpecification;
  limit: number;
};

/**
 * Reads the rows of a list with one command and without a cursor. The driver's cursors parse each row separately and
 * are tracked, so what they read stays in memory for long, which is too expensive for the most frequent reads.
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
    // The driver retries a cursor's read on another server after a failover.
    const rows = db.collection<Row>(collection).find(filter, { projection: fields, ...(sort && { sort }) });
    return (await (hint ? rows.hint(hint as Document) : rows).limit(limit).toArray()) as unknown as Read[];
  }
}
