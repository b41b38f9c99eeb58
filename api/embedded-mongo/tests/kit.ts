import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Collection, type Db, type Document, type IndexDescription, MongoClient } from 'mongodb';
import { type EmbeddedMongo, startEmbeddedMongo } from '../embedded.ts';

/** Documents whose `_id` is a small number, as most tests use. */
export interface Numbered extends Document {
  _id: number;
}

/** A database in a folder that is removed at the end. */
export interface TestDatabase {
  folder: string;
  embedded: EmbeddedMongo;
  client: MongoClient;
  db: Db;
  /** Creates a collection with the given documents, numbered from 0, and the given indexes. */
  fresh(docs: readonly Document[], indexes?: readonly IndexDescription[]): Promise<Collection<Numbered>>;
  close(): Promise<void>;
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'embedded-test-'));

/** Starts a database that does not sync to disk, unless the test is about that. */
export async function startTestDatabase(synchronous: 'FULL' | 'NORMAL' = 'NORMAL'): Promise<TestDatabase> {
  const folder = temporaryFolder();
  const embedded = await startEmbeddedMongo({ folder, synchronous });
  const client = new MongoClient(embedded.url);
  const db = client.db('test');
  let collections = 0;
  return {
    folder,
    embedded,
    client,
    db,
    async fresh(docs, indexes = []) {
      const collection = db.collection<Numbered>(`c${collections++}`);
      if (indexes.length) await collection.createIndexes([...indexes]);
      if (docs.length) await collection.insertMany(docs.map((doc, i) => ({ _id: i, ...doc })));
      return collection;
    },
    async close() {
      await client.close();
      await embedded.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the code of the error that a promise rejects with; undefined if it resolves. */
export const codeOf = (run: Promise<unknown>): Promise<number | string | undefined> =>
  run.then(
    () => undefined,
    (error: { code?: number; message: string }) => error.code ?? error.message,
  );
