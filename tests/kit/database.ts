import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { type Mongo, openMongo } from '#api/platform/mongo.ts';
import { newDatabaseName, testServer } from './server.ts';

/** An empty database of its own: the embedded one, or a new one on the server of `TEST_MONGODB_URL`. */
export class TestDatabase {
  readonly mongo: Mongo;
  readonly url: string;
  /** A folder that goes with the database. */
  readonly folder: string;
  readonly #embedded: EmbeddedMongo | null;

  private constructor(mongo: Mongo, url: string, folder: string, embedded: EmbeddedMongo | null) {
    this.mongo = mongo;
    this.url = url;
    this.folder = folder;
    this.#embedded = embedded;
  }

  static async open(): Promise<TestDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'headbadge-db-'));
    const embedded = testServer ? null : await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
    const url = testServer ?? embedded?.url ?? '';
    const mongo = await openMongo(url, { dbName: newDatabaseName() });
    return new TestDatabase(mongo, url, folder, embedded);
  }

  get db() {
    return this.mongo.db;
  }

  async close(): Promise<void> {
    await this.db.dropDatabase();
    await this.mongo.close();
    await this.#embedded?.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
