import type { Db, Document, MongoClient } from 'mongodb';
import type { Placements, ShardKey } from './placement.ts';

/** A cluster's catalog of collections and databases, which mongos answers. */
type Catalog = { key: Document; unsplittable?: boolean };

const textOf = (key: Document): string =>
  `{ ${Object.entries(key)
    .map(([field, kind]) => `${field}: ${JSON.stringify(kind)}`)
    .join(', ')} }`;

/** The kind of server that answers: a router of a sharded cluster, or a phrase that names another kind. */
export async function kindOf(client: MongoClient): Promise<string> {
  const { msg, setName } = await client.db('admin').command({ hello: 1 });
  if (msg === 'isdbgrid') return 'router';
  return setName ? `the replica set ${setName}` : 'a single server';
}

/** Sharding takes as long as its index takes to build. */
const withoutTimeout = { socketTimeoutMS: 0 };

/** The shard keys that a cluster has given to collections. */
async function keysOf(client: MongoClient, database: string): Promise<Map<string, Document>> {
  const prefix = `${database}.`;
  const rows = await client.db('config').collection<Catalog & { _id: string }>('collections').find().toArray();
  return new Map(
    rows
      // Since MongoDB 8 the catalog also lists collections that are on one shard.
      .filter(({ _id, unsplittable }) => _id.startsWith(prefix) && !unsplittable)
      .map(({ _id, key }) => [_id.slice(prefix.length), key]),
  );
}

async function shardOne(client: MongoClient, db: Db, name: string, key: ShardKey): Promise<void> {
  // A collection with documents needs the index first.
  await db.collection(name).createIndex(key);
  await client.db('admin').command({ shardCollection: `${db.databaseName}.${name}`, key }, withoutTimeout as object);
}

/**
 * Shards the collections that have a shard key. Idempotent.
 * @param say receives a line for each collection
 * @returns whether every collection is where it should be
 */
export async function shardAll(
  client: MongoClient,
  db: Db,
  placements: Placements,
  say: (line: string) => void,
): Promise<boolean> {
  await client.db('admin').command({ enableSharding: db.databaseName });
  const before = await keysOf(client, db.databaseName);
  const staying: string[] = [];
  let isRight = true;
  for (const [name, { key }] of Object.entries(placements).sort(([a], [b]) => a.localeCompare(b))) {
    const found = before.get(name);
    if (!key && !found) staying.push(name);
    else if (!key || (found && textOf(found) !== textOf(key))) {
      isRight = false;
      say(
        `${name}: sharded by ${textOf(found ?? {})}, but it should be ${key ? `by ${textOf(key)}` : 'on one shard'}.`,
      );
    } else if (found) say(`${name}: is sharded by ${textOf(key)}.`);
    else {
      await shardOne(client, db, name, key);
      say(`${name}: now sharded by ${textOf(key)}.`);
    }
  }
  const row = await client.db('config').collection<{ _id: string; primary: string }>('databases').findOne({
    _id: db.databaseName,
  });
  say(`On ${row?.primary ?? 'one shard'}, unless you moved them: ${staying.join(', ')}.`);
  return isRight;
}
