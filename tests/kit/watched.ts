import { type Db, MongoClient } from 'mongodb';
import { telling } from '#api/platform/mongo.ts';
import type { TestDatabase } from './database.ts';

/** A connection that tells which commands went to the database, and how many documents came back. */
export class WatchedDatabase {
  readonly db: Db;
  readonly #client: MongoClient;
  #commands: string[] = [];
  #documents = 0;

  constructor({ url, db }: TestDatabase) {
    this.#client = new MongoClient(url, { monitorCommands: true, ignoreUndefined: true });
    this.db = telling(this.#client.db(db.databaseName));
    this.#client.on('commandStarted', ({ commandName, command }) => {
      this.#commands.push(`${commandName} ${command[commandName]}`);
    });
    this.#client.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { firstBatch?: unknown[]; nextBatch?: unknown[] } };
      this.#documents += (cursor?.firstBatch ?? cursor?.nextBatch ?? []).length;
    });
  }

  /** The commands that `work` sends, in their order, and the documents that they are answered with. */
  async during(work: () => Promise<unknown>): Promise<{ commands: string[]; documents: number }> {
    this.#commands = [];
    this.#documents = 0;
    await work();
    return { commands: [...this.#commands], documents: this.#documents };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
