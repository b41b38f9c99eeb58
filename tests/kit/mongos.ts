import { type Document, MongoClient } from 'mongodb';
import { keepsUnique, type ShardKey } from '#api/platform/placement.ts';
import { MongoRelay } from './mongo-relay.ts';
import { shardingFault } from './sharded-writes.ts';

const ok = { ok: 1 };
const refusal = ({ code, message }: { code: number; message: string }) => ({ ok: 0, code, errmsg: message });
const found = (ns: string, firstBatch: Document[]) => ({ ...ok, cursor: { id: 0n, ns, firstBatch } });

/**
 * A router in front of a database that answers as mongos does, and refuses what mongos refuses. It has one shard, since
 * it has one database.
 */
export class Mongos {
  /** The catalog: shard keys by namespace. */
  readonly keys = new Map<string, ShardKey>();
  /** Hashed indexes, which the database behind it lacks, by namespace. */
  readonly #hashed = new Set<string>();
  readonly #client: MongoClient;
  #relay: MongoRelay | undefined;

  private constructor(url: string) {
    this.#client = new MongoClient(url);
  }

  static async open(url: string): Promise<Mongos> {
    const router = new Mongos(url);
    router.#relay = await MongoRelay.open(url, (command) => router.#treat(command));
    return router;
  }

  /** The address with a database. */
  urlOf(name: string): string {
    return (this.#relay?.url ?? '').replace('/?', `/${name}?`);
  }

  async #treat(command: Document) {
    const [name = ''] = Object.keys(command);
    const collection: string = command[name];
    if (/^(hello|ismaster)$/i.test(name))
      return {
        // Without sessions the driver asks for no retryable writes, which the database behind it lacks.
        change: ({ setName: _, logicalSessionTimeoutMinutes: __, ...reply }: Document) => ({
          ...reply,
          msg: 'isdbgrid',
        }),
      };
    if (name === 'enableSharding') return { reply: ok };
    if (name === 'shardCollection') return { reply: await this.#shard(collection, command.key) };
    if (name === 'find' && command.$db === 'config') {
      const rows = [...this.keys].map(([_id, key]) => ({ _id, key }));
      const all = collection === 'collections' ? rows : [{ _id: command.filter._id, primary: 'shard-a' }];
      return { reply: found(`config.${collection}`, all) };
    }
    const ns = `${command.$db}.${collection}`;
    const key = this.keys.get(ns);
    if (name === 'createIndexes') {
      for (const { key: index, unique } of command.indexes) {
        if (Object.values(index).includes('hashed')) {
          this.#hashed.add(`${ns} ${JSON.stringify(index)}`);
          return { reply: ok };
        }
        if (unique && key && !keepsUnique(index, key))
          return { reply: refusal({ code: 67, message: `cannot create unique index over ${JSON.stringify(index)}` }) };
      }
    }
    const fault = key && shardingFault(key, command);
    return fault ? { reply: refusal({ ...fault, message: `${name} ${ns}: ${fault.message}` }) } : undefined;
  }

  async #shard(ns: string, key: ShardKey): Promise<Document> {
    const [database = '', ...rest] = ns.split('.');
    const collection = this.#client.db(database).collection(rest.join('.'));
    // A collection that is not there has none, and is created.
    const indexes = await collection
      .listIndexes()
      .toArray()
      .catch(() => []);
    for (const index of indexes)
      if (index.unique && !keepsUnique(index.key, key))
        return refusal({ code: 72, message: `can't shard collection '${ns}' with unique index on ${index.name}` });
    const isEmpty = (await collection.findOne()) === null;
    if (!isEmpty && !this.#hashed.has(`${ns} ${JSON.stringify(key)}`))
      return refusal({ code: 72, message: 'Please create an index that starts with the proposed shard key' });
    this.keys.set(ns, key);
    return { ...ok, collectionsharded: ns };
  }

  async close(): Promise<void> {
    await this.#relay?.close();
    await this.#client.close();
  }
}
