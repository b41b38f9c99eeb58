import { type Db, MongoClient, MongoServerError } from 'mongodb';

export type Mongo = { client: MongoClient; db: Db; close(): Promise<void> };

const duplicateKey = 11_000;

/** Connects to a database. The settings hold for the embedded one, a server, a replica set and a cluster alike. */
export async function openMongo(url: string, { dbName }: { dbName: string }): Promise<Mongo> {
  const client = new MongoClient(url, {
    appName: 'headbadge',
    ignoreUndefined: true,
    maxPoolSize: 20,
    serverSelectionTimeoutMS: 5_000,
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

type Write = (...given: unknown[]) => Promise<unknown>;
type Writing = Record<(typeof writes)[number], Write>;
/** Hears in which collection something was written. */
type Listener = (collection: string) => void;
const listeners = Symbol('listeners');
type Telling = Db & { [listeners]?: Set<Listener> };

/** Makes a database tell of the writes that go through it. */
export function telling(db: Telling): Db {
  const heardBy = new Set<Listener>();
  const open = db.collection.bind(db) as (name: string, ...more: unknown[]) => Writing;
  const tellingCollection = (name: string, ...more: unknown[]) => {
    const collection = open(name, ...more);
    const tell = () => {
      for (const listener of heardBy) listener(name);
    };
    for (const one of writes) {
      const write = collection[one].bind(collection);
      collection[one] = (...given) => (isQuiet(given) ? write(...given) : write(...given).finally(tell));
    }
    return collection;
  };
  db.collection = tellingCollection as unknown as Db['collection'];
  db[listeners] = heardBy;
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

/** Whether a write was refused because a document with this id, or this unique value, is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;
