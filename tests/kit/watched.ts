import { BSON, type Db, type Document, MongoClient } from 'mongodb';
import { telling } from '#api/platform/mongo.ts';
import type { TestDatabase } from './database.ts';

const { calculateObjectSize } = BSON;

/** A connection that counts the commands sent to the database and the documents returned. */
export class WatchedDatabase {
  readonly db: Db;
  readonly #client: MongoClient;
  #commands: string[] = [];
  #documents = 0;
  #bytes = 0;

  constructor({ url, db }: TestDatabase) {
    this.#client = new MongoClient(url, { monitorCommands: true, ignoreUndefined: true });
    this.db = telling(this.#client.db(db.databaseName));
    this.#client.on('commandStarted', ({ commandName, command }) => {
      this.#commands.push(`${commandName} ${command[commandName]}`);
    });
    this.#client.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
      const found = cursor?.firstBatch ?? cursor?.nextBatch ?? [];
      this.#documents += found.length;
      for (const one of found) this.#bytes += calculateObjectSize(one as Document);
    });
  }

  /** Returns the commands that `work` sends, in order, and the number and bytes of the returned documents. */
  async during(work: () => Promise<unknown>): Promise<{ commands: string[]; documents: number; bytes: number }> {
    this.#commands = [];
    this.#documents = 0;
    this.#bytes = 0;
    await work();
    return { commands: [...this.#commands], documents: this.#documents, bytes: this.#bytes };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
