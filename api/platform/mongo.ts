import {
  type ClientSession,
  type Collection,
  type CommandFailedEvent,
  type CommandSucceededEvent,
  type Db,
  type Document,
  type Filter,
  type IndexDescription,
  type IndexSpecification,
  MongoBulkWriteError,
  MongoClient,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type Sort,
} from 'mongodb';
import { dateWrite } from './dated-writes.ts';
import { buildIndexes } from './index-builds.ts';
import { type Command, commandChannel } from './telemetry/work.ts';
import { writtenValues } from './written-values.ts';

export type Mongo = { client: MongoClient; db: Db; close(): Promise<void> };

const duplicateKey = 11_000;

const operationTimeoutMs = 8_000;
/** The longest time that a timer of Node can take. */
const maxTimerMs = 2 ** 31 - 1;

type OpenOptions = {
  dbName: string;
  /** Timeout of one operation in milliseconds; half of it for connecting and sending. 0 for none. */
  timeoutMs?: number;
  /** Whether metrics or traces observe its commands. */
  isObserved?: boolean;
};

/** Reports each command when it has ended: the driver rounds durations to milliseconds. */
function reportCommands(client: MongoClient): void {
  const running = new Map<number, Pick<Command, 'collection' | 'startedAt'>>();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    const about: unknown = commandName === 'getMore' ? command.collection : command[commandName];
    running.set(requestId, { collection: typeof about === 'string' ? about : '', startedAt: performance.now() });
  });
  const end = ({ requestId, commandName: name }: CommandSucceededEvent | CommandFailedEvent, hasFailed: boolean) => {
    const started = running.get(requestId);
    running.delete(requestId);
    if (started) commandChannel.publish({ name, ...started, ms: performance.now() - started.startedAt, hasFailed });
  };
  client.on('commandSucceeded', (event) => end(event, false));
  client.on('commandFailed', (event) => end(event, true));
}
/**
 * How every command reads and writes. They override those of the URL and of the cluster, since promises rest on them:
 * `api/README.md`, "MongoDB in a cluster", has the reasons.
 */
const concerns = {
  // Not as `writeConcern` and `readConcern`: parts of these in a URL would win.
  w: 'majority',
  journal: true,
  readConcernLevel: 'local',
  readPreference: 'primary',
  retryWrites: true,
  retryReads: true,
} as const;

/** Connects to a database. The options suit the embedded one, a server, a replica set and a cluster alike. */
export async function openMongo(
  url: string,
  { dbName, timeoutMs = operationTimeoutMs, isObserved = false }: OpenOptions,
): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: 'headbadge',
    monitorCommands: isObserved,
    ignoreUndefined: true,
    ...concerns,
    // A write that no majority confirms in time is refused like one that the server does not answer.
    wtimeoutMS: timeoutMs / 2,
    maxPoolSize: 64,
    // The driver's own `timeoutMS` has no effect since version 7.
    connectTimeoutMS: timeoutMs / 2,
    serverSelectionTimeoutMS: timeoutMs / 2,
    waitQueueTimeoutMS: timeoutMs / 2,
    socketTimeoutMS: timeoutMs,
    // Notices a hanging server sooner than the driver's default would. One without timeouts is not given up.
    heartbeatFrequencyMS: timeoutMs ? 5_000 : maxTimerMs,
  });
  if (isObserved) reportCommands(client);
  await client.connect();
  return { client, db: telling(client.db(dbName)), close: () => client.close() };
}

/** Error codes of a snapshot that the server cannot give, or does not hold for so long. */
const snapshotCodes = new Set<unknown>([72, 123, 239, 246]);

/**
 * Reads with a session that shows the database at one moment, if the server has such sessions: a replica set or a
 * cluster does.
 * @param read is called a second time, without a session, if the server gives up the snapshot
 * @returns whether everything was read at one moment
 */
export async function withSnapshot(
  client: MongoClient,
  read: (session: ClientSession | undefined) => Promise<void>,
): Promise<boolean> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 });
  if (setName || msg === 'isdbgrid') {
    const session = client.startSession({ snapshot: true });
    try {
      await read(session);
      return true;
    } catch (error) {
      if (!(error instanceof MongoServerError && snapshotCodes.has(error.code))) throw error;
    } finally {
      await session.endSession();
    }
  }
  await read(undefined);
  return false;
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
const withoutTimeout = { socketTimeoutMS: 0 };

type Write = (...args: unknown[]) => Promise<unknown>;
type WritableCollection = Record<(typeof writes)[number], Write> & Omit<Collection, (typeof writes)[number]>;
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
    const createIndexes = collection.createIndexes.bind(collection);
    collection.createIndexes = (specs, options) =>
      buildIndexes(collection, specs, (some) => createIndexes(some, { ...withoutTimeout, ...options }));
    collection.createIndex = async (key: IndexSpecification, options?: object) => {
      const [name = ''] = await collection.createIndexes([{ ...options, key: key as IndexDescription['key'] }]);
      return name;
    };
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

/** Error codes of servers that are full, too slow, shutting down, failing over or short of a majority. */
const outOfServiceCodes = new Set<unknown>([
  ...[6, 7, 50, 64, 89, 91, 100, 133, 189, 262, 9001, 10_107, 11_600, 11_602, 13_435, 13_436, 14_031],
]);

/** The driver gives the error of a bulk write that no majority confirmed no code. */
const codeOf = (error: MongoServerError): unknown =>
  (error instanceof MongoBulkWriteError && error.result.getWriteConcernError()?.code) || error.code;

/** Whether the database is down, too slow or full: a retry may succeed. */
export function isOutOfService(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isOutOfService);
  // The driver wraps whatever ends a batch, also a lost connection, into a server's error.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof Error)
    return isOutOfService(error.errorResponse);
  if (error instanceof MongoServerError) return outOfServiceCodes.has(codeOf(error));
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
