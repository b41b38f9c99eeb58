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
  return { client, db: client.db(dbName), close: () => client.close() };
}

/** Whether a write was refused because a document with this id, or this unique value, is there already. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey;
