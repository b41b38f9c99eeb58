import { BSON, type Db, type Document, MongoClient } from 'mongodb';
import { telling } from '#api/platform/mongo.ts';
import type { TestDatabase } from './database.ts';

const { calculateObjectSize } = BSON;

/** A connection that counts the commands sent to the database and the documents returned. */
export class WatchedDatabase {
  readonly db: Db;
  readonly #client: MongoClient;
  #commands: string[] = [];
  #found: { collection: string; _id: string }[] = [];
  #bytes = 0;

  constructor({ url, db }: TestDatabase) {
    this.#client = new MongoClient(url, { monitorCommands: true, ignoreUndefined: true });
    this.db = telling(this.#client.db(db.databaseName));
    this.#client.on('commandStarted', ({ commandName, command }) => {
      this.#commands.push(`${commandName} ${command[commandName]}`);
    });
    this.#client.on('commandSucceeded', ({ reply }) => {
      const { cursor } = reply as { cursor?: { ns: string; firstBatch?: Document[]; nextBatch?: Document[] } };
      const collection = cursor?.ns.slice(cursor.ns.indexOf('.') + 1) ?? '';
      for (const one of cursor?.firstBatch ?? cursor?.nextBatch ?? []) {
        this.#found.push({ collection, _id: one._id });
        this.#bytes += calculateObjectSize(one);
      }
    });
  }

  /** Returns the commands that `work` sends, in order, the documents found, and their number and bytes in total. */
  async during(work: () => Promise<unknown>) {
    this.#commands = [];
    this.#found = [];
    this.#bytes = 0;
    await work();
    const [commands, found] = [[...this.#commands], [...this.#found]];
    return { commands, found, documents: found.length, bytes: this.#bytes };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
