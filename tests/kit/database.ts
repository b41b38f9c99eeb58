import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { type Mongo, openMongo } from '#api/platform/mongo.ts';
import { startMongoHere } from './mongo-here.ts';
import { newDatabaseName, testServer } from './server.ts';
import { runFolder } from './setup-run.ts';

let shared: Promise<EmbeddedMongo> | undefined;

/**
 * The embedded server shared by this worker's tests; it ends with the process. Starting one for each file took half a
 * minute of a run.
 */
function sharedServer(): Promise<EmbeddedMongo> {
  shared ??= mkdtemp(join(runFolder() ?? tmpdir(), 'db-')).then(startMongoHere);
  return shared;
}

type Options = {
  /**
   * Whether the embedded server has a thread of its own and stores its files in the database's folder, for tests that
   * measure it or read them.
   */
  isAlone?: boolean;
};

/** An empty database with a name of its own, on the embedded server or on the one of `TEST_MONGODB_URL`. */
export class TestDatabase {
  readonly mongo: Mongo;
  readonly url: string;
  /** A temporary folder, deleted with the database. */
  readonly folder: string;
  readonly #ownServer: EmbeddedMongo | null;

  private constructor(mongo: Mongo, url: string, folder: string, ownServer: EmbeddedMongo | null) {
    this.mongo = mongo;
    this.url = url;
    this.folder = folder;
    this.#ownServer = ownServer;
  }

  static async open({ isAlone = false }: Options = {}): Promise<TestDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'headbadge-db-'));
    const ownServer = isAlone && !testServer ? await startEmbeddedMongo({ folder, synchronous: 'NORMAL' }) : null;
    const url = testServer ?? (ownServer ?? (await sharedServer())).url;
    const mongo = await openMongo(url, { dbName: newDatabaseName() });
    return new TestDatabase(mongo, url, folder, ownServer);
  }

  get db() {
    return this.mongo.db;
  }

  async close(): Promise<void> {
    await this.db.dropDatabase();
    await this.mongo.close();
    await this.#ownServer?.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
