import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type CommandStartedEvent, GridFSBucket, Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

test('the driver sees a standalone server', async () => {
  const hello = await own.db.command({ hello: 1 });
  expect(hello).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21, logicalSessionTimeoutMinutes: 30 });
  for (const field of ['setName', 'msg', 'topologyVersion', 'compression']) expect(hello).not.toHaveProperty(field);
  expect(await own.db.admin().buildInfo()).toMatchObject({ version: '7.0.0' });
  expect(await own.db.admin().serverStatus()).toMatchObject({ ok: 1, process: 'embedded' });
});

test('a write that wants no answer is done', async () => {
  const collection = await own.fresh([]);
  await collection.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
  await expect.poll(() => collection.countDocuments()).toBe(1);
});

test('what one node can give, it gives; what it cannot, it refuses', async () => {
  const collection = await own.fresh([{}]);
  await collection.insertOne({ _id: 2 }, { writeConcern: { w: 'majority', journal: true } });
  const options = { readPreference: 'secondaryPreferred', readConcern: { level: 'majority' }, maxTimeMS: 500 } as const;
  expect(await collection.find({}, options).toArray()).toHaveLength(2);
  expect(await codeOf(collection.insertOne({ _id: 3 }, { writeConcern: { w: 2 } }))).toBe(2);
});

test('transactions are refused as by a standalone server', async () => {
  const collection = await own.fresh([]);
  const insert = { insert: collection.collectionName, documents: [{ _id: 1 }] };
  const within = { ...insert, txnNumber: Long.ONE, autocommit: false, startTransaction: true };
  expect(await codeOf(own.db.command(within))).toBe(20);
  const session = own.client.startSession();
  session.startTransaction();
  await expect(collection.insertOne({ _id: 1 }, { session })).rejects.toThrow('does not support retryable writes');
  await session.endSession();
  expect(await collection.countDocuments()).toBe(0);
});

test('commands that do not exist are refused', async () => {
  await expect(own.db.command({ nonsense: 1 })).rejects.toMatchObject({
    code: 59,
    codeName: 'CommandNotFound',
    message: "no such command: 'nonsense' (not supported by the embedded database)",
  });
  expect(await codeOf(own.db.command({ toString: 1 }))).toBe(59);
});

test('an answer that no message can hold is refused, and the database goes on', async () => {
  const collection = await own.fresh([]);
  for (const letter of 'abcde') await collection.insertOne({ _id: letter.charCodeAt(0), s: letter.repeat(15_000_000) });
  expect(await codeOf(collection.distinct('s'))).toBe(10334);
  expect(await collection.countDocuments()).toBe(5);
  await collection.deleteMany({});
});

test('an error quotes the beginning of what is long', async () => {
  const collection = await own.fresh([{ s: 'x'.repeat(15_000_000) }, { list: Array(500_000).fill('y') }]);
  const updates = ['s.x', 'list.x'].flatMap((path, _id) =>
    Array.from({ length: 6 }, () => ({ q: { _id }, u: { $set: { [path]: 1 } } })),
  );
  const reply = await own.db.command({ update: collection.collectionName, ordered: false, updates });
  expect(reply.writeErrors).toHaveLength(12);
  for (const { code, errmsg } of reply.writeErrors) {
    expect(code).toBe(28);
    expect(errmsg.length).toBeLessThan(500);
  }
  await collection.drop();
});

test('results come in batches', async () => {
  const collection = await own.fresh(Array.from({ length: 1000 }, (_, i) => ({ i })));
  const commands: CommandStartedEvent[] = [];
  const client = new MongoClient(own.embedded.url, { monitorCommands: true });
  client.on('commandStarted', (event) => commands.push(event));
  const same = client.db('test').collection(collection.collectionName);
  expect(await same.find({}, { batchSize: 100 }).toArray()).toHaveLength(1000);
  expect(commands.filter(({ commandName }) => commandName === 'getMore')).toHaveLength(9);
  const cursor = same.find({}, { batchSize: 7 });
  await cursor.next();
  await cursor.close();
  expect(commands.at(-1)?.commandName).toBe('killCursors');
  expect(await codeOf(own.db.command({ getMore: 99999, collection: 'x' }))).toBe(43);
  await client.close();
});

test('a cursor whose collection is dropped says so', async () => {
  const collection = await own.fresh(Array.from({ length: 10 }, () => ({})));
  const cursor = collection.find({}, { batchSize: 2 });
  await cursor.next();
  await collection.drop();
  expect(await codeOf(cursor.toArray())).toBe(175);
});

test('a large document is stored, a larger one refused', async () => {
  const collection = await own.fresh([]);
  await collection.insertOne({ _id: 1, x: 'x'.repeat(15_000_000) });
  expect((await collection.findOne())?.x).toHaveLength(15_000_000);
  expect(await codeOf(collection.updateOne({ _id: 1 }, { $set: { y: 'x'.repeat(3_000_000) } }))).toBe(17419);
});

test('files by GridFS', async () => {
  const bucket = new GridFSBucket(own.client.db('files'));
  const data = Buffer.alloc(1_000_000, 'abcdefg');
  const upload = bucket.openUploadStream('x.bin');
  await pipeline(Readable.from([data]), upload);
  const parts: Buffer[] = [];
  for await (const part of bucket.openDownloadStream(upload.id)) parts.push(part);
  expect(Buffer.concat(parts).equals(data)).toBe(true);
  await bucket.delete(upload.id);
  expect(await own.client.db('files').collection('fs.chunks').countDocuments()).toBe(0);
});

test('a field named __proto__ is a field', async () => {
  const collection = await own.fresh([]);
  await collection.insertOne(JSON.parse('{ "_id": 1, "__proto__": { "x": 1 } }'));
  await collection.updateOne({ _id: 1 }, { $set: { y: 1 } });
  const found = await collection.findOne();
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
  expect(Object.keys(found ?? {})).toEqual(['_id', '__proto__', 'y']);
});

test('databases and collections come and go', async () => {
  const db = own.client.db('other');
  await db.createCollection('a');
  expect(await codeOf(db.createCollection('a'))).toBe(48);
  expect(await codeOf(db.createCollection('b', { capped: true, size: 1000 }))).toBe(115);
  await db.collection('b').insertOne({ x: 1 });
  expect((await db.listCollections().toArray()).map(({ name }) => name)).toEqual(['a', 'b']);
  expect(await db.listCollections({ name: 'b' }, { nameOnly: true }).toArray()).toEqual([
    { name: 'b', type: 'collection' },
  ]);
  expect(await db.stats()).toMatchObject({ collections: 2, objects: 1 });
  expect((await db.admin().listDatabases()).databases.map(({ name }) => name)).toContain('other');
  await db.collection('a').drop();
  await db.dropDatabase();
  expect(await db.listCollections().toArray()).toEqual([]);
  expect(await codeOf(db.collection('bad$name').insertOne({}))).toBe(73);
});

test('one command that fails does not take its neighbours along', async () => {
  const collection = await own.fresh([{ a: 'text' }]);
  const writes = Array.from({ length: 40 }, (_, i) =>
    i % 4 ? collection.insertOne({ _id: 100 + i }) : collection.updateOne({ _id: 0 }, { $inc: { a: 1 } }),
  );
  const results = await Promise.allSettled(writes);
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  expect(await collection.countDocuments()).toBe(31);
});

test.for<[name: string, bytes: Buffer]>([
  ['noise', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a length of 0', Buffer.alloc(64)],
])('a client that sends %s is hung up on, others go on', async ([, bytes]) => {
  const socket: Socket = connect(join(own.folder, 'db.sock'));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  await expect(own.db.command({ ping: 1 })).resolves.toMatchObject({ ok: 1 });
});
