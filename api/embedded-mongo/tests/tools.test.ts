import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Framer } from '../server/framer.ts';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

/** The commands that mongodump, mongorestore, mongostat and mongotop send. */
let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

const bodyOf = (message: Buffer): Buffer => message.subarray(21);
const rawDocument = (doc: Document): Buffer => Buffer.from(serialize(doc));
const kind0 = (doc: Document): Buffer => Buffer.concat([Buffer.from([0]), rawDocument(doc)]);

/** Builds a message of these sections; `flags` and `operation` default to OP_MSG's. */
function message(sections: readonly Buffer[], { flags = 0, operation = 2013 } = {}): Buffer {
  const head = Buffer.alloc(20);
  const out = Buffer.concat([head, ...sections]);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(7, 4);
  out.writeInt32LE(operation, 12);
  out.writeUInt32LE(flags, 16);
  return out;
}

function sequence(name: string, ...docs: Buffer[]): Buffer {
  const inner = Buffer.concat([Buffer.from(`${name}\0`), ...docs]);
  const out = Buffer.alloc(5);
  out[0] = 1;
  out.writeInt32LE(inner.length + 4, 1);
  return Buffer.concat([out, inner]);
}

/** A connection that sends bytes, and waits for a reply or for the end. */
class Wire {
  readonly socket: Socket = connect(join(own.folder, 'db.sock'));
  readonly #framer = new Framer(1 << 20);

  async ask(bytes: Buffer): Promise<Buffer | 'closed'> {
    this.socket.on('error', () => undefined);
    const answer = new Promise<Buffer | 'closed'>((resolve) => {
      this.socket.on('data', (chunk: Buffer) => {
        for (const one of this.#framer.push(chunk)) resolve(Buffer.from(one));
      });
      this.socket.once('close', () => resolve('closed'));
    });
    this.socket.write(bytes);
    const got = await answer;
    this.socket.removeAllListeners('data');
    return got;
  }
}

const ask = async (bytes: Buffer): Promise<Buffer | 'closed'> => {
  const wire = new Wire();
  const got = await wire.ask(bytes);
  wire.socket.destroy();
  return got;
};
const command = (doc: Document): Buffer => message([kind0({ ...doc, $db: 'test' })]);

test('an index with an option that nobody knows is made without it, where the client says so', async () => {
  const rows = await own.fresh([{ a: 1 }]);
  const indexes = [{ v: 1, key: { a: 1 }, name: 'a_1', unique: true, ns: 'old.rows', dropDups: true, safe: null }];
  const create = { createIndexes: rows.collectionName, indexes };
  expect(await codeOf(own.db.command(create))).toBe(197);
  expect(await codeOf(own.db.command({ ...create, ignoreUnknownIndexOptions: false }))).toBe(197);
  expect(await own.db.command({ ...create, ignoreUnknownIndexOptions: true })).toMatchObject({ numIndexesAfter: 2 });
  expect((await rows.indexes())[1]).toEqual({ v: 2, key: { a: 1 }, name: 'a_1', unique: true });
});

test('an option that MongoDB knows and this database has not is refused all the same', async () => {
  const rows = await own.fresh([{ a: 1 }]);
  const indexes = [{ key: { a: 1 }, name: 'a_1', hidden: true }];
  const create = { createIndexes: rows.collectionName, indexes, ignoreUnknownIndexOptions: true };
  expect(await codeOf(own.db.command(create))).toBe(115);
});

const statistics = (): Promise<Document> => own.client.db('admin').command({ serverStatus: 1, recordStats: 0 });

test('mongostat finds the numbers that it shows, and they count', async () => {
  const rows = await own.fresh([]);
  const before = await statistics();
  await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
  await rows.updateOne({ _id: 1 }, { $set: { a: 1 } });
  await rows.find({}, { batchSize: 2 }).toArray();
  await rows.deleteOne({ _id: 1 });
  await own.db.command({ ping: 1 });
  const after = await statistics();
  const more = Object.fromEntries(
    Object.entries(after.opcounters).map(([name, n]) => [name, Number(n) - before.opcounters[name]]),
  );
  expect(more).toEqual({ insert: 3, update: 1, query: 1, getmore: 1, delete: 1, command: 2 });
  expect(after.network.numRequests).toBeGreaterThan(before.network.numRequests);
  expect(after.network.bytesIn).toBeGreaterThan(before.network.bytesIn);
  expect(after.network.bytesOut).toBeGreaterThan(before.network.bytesOut);
  expect(after.connections.current).toBeGreaterThan(0);
  expect(after).toMatchObject({
    globalLock: { currentQueue: { readers: 0, writers: 0 }, activeClients: { readers: 0, writers: 0 } },
    mem: { bits: 64, supported: true },
    storageEngine: { name: 'sqlite' },
  });
});

test('what mongostat reads as whole numbers is one, by its type too', async () => {
  const answer = await ask(command({ serverStatus: 1 }));
  const status = deserialize(bodyOf(answer as Buffer), { promoteValues: false });
  expect(Number.isInteger(status.uptime.value)).toBe(true);
  for (const field of ['pid', 'uptimeMillis', 'uptimeEstimate']) expect(status[field]._bsontype).toBe('Long');
  for (const n of Object.values<Document>(status.opcounters)) expect(n._bsontype).toBe('Long');
});

test('a connection is counted while it lasts', async () => {
  const before = await statistics();
  const wire = new Wire();
  await wire.ask(command({ ping: 1 }));
  const during = await statistics();
  expect(during.connections.totalCreated).toBeGreaterThan(before.connections.totalCreated);
  wire.socket.destroy();
  await expect.poll(async () => (await statistics()).connections.current).toBeLessThan(during.connections.current);
});

test('mongotop finds the time of each collection, reads and writes apart', async () => {
  const rows = await own.fresh([{ a: 1 }]);
  const dropped = await own.fresh([{ a: 1 }]);
  const top = async (): Promise<Document> => (await own.client.db('admin').command({ top: 1 })).totals;
  const before = (await top())[rows.namespace];
  await rows.find().toArray();
  await rows.updateOne({}, { $set: { a: 2 } });
  await rows.countDocuments();
  await dropped.drop();
  const totals = await top();
  const after = totals[rows.namespace];
  const more = (part: string): number => after[part].count - before[part].count;
  expect(['total', 'readLock', 'writeLock', 'queries', 'update', 'commands', 'remove'].map(more)).toEqual([
    3, 2, 1, 1, 1, 1, 0,
  ]);
  expect(after.total.time).toBeGreaterThan(before.total.time);
  expect(totals.note).toBe('all times in microseconds');
  expect(totals).not.toHaveProperty([dropped.namespace]);
});

test('top is answered in the database admin only', async () => {
  expect(await codeOf(own.db.command({ top: 1 }))).toBe(13);
});

test('all parameters say that there are no commands for tests', async () => {
  const admin = own.client.db('admin');
  expect(await admin.command({ getParameter: '*' })).toMatchObject({
    enableTestCommands: false,
    featureCompatibilityVersion: { version: '7.0' },
  });
  expect(await admin.command({ getParameter: 1, enableTestCommands: 1 })).toEqual({ enableTestCommands: false, ok: 1 });
});

test('a change stream is refused as by any server alone', async () => {
  const rows = await own.fresh([]);
  for (const pipeline of [[{ $changeStream: {} }], [{ $match: {} }, { $changeStream: {} }]])
    expect(await codeOf(own.db.command({ aggregate: rows.collectionName, pipeline, cursor: {} }))).toBe(40573);
  await expect(rows.watch().next()).rejects.toMatchObject({
    code: 40573,
    message: 'The $changeStream stage is only supported on replica sets',
  });
});

test.for<[command: Document]>([
  [{ ping: 1 }],
  [{ find: 'rows' }],
  [{ insert: 'rows', documents: [{ x: 1 }] }],
  [{ count: 'rows' }],
  [{ nonsense: 1 }],
  [{ hello: 1 }],
])('ok is a double in the answer to %j', async ([asked]) => {
  const answer = deserialize(bodyOf((await ask(command(asked))) as Buffer), { promoteValues: false });
  expect(answer.ok._bsontype).toBe('Double');
});

describe('a malformed request', () => {
  const ping = { ping: 1, $db: 'test' };
  const cut = rawDocument({ ...ping, text: 'four' });
  cut.writeInt32LE(99, cut.length - 10);
  const short = Buffer.from([0, 99, 0, 0, 0, 0]);
  test.for<[name: string, bytes: Buffer, code: number]>([
    ['without a body', message([sequence('documents')]), 40587],
    ['with two bodies', message([kind0(ping), kind0(ping)]), 40430],
    ['with an unknown section', message([Buffer.from([9]), kind0(ping)]), 40432],
    ['with a section longer than it', message([short]), 22],
    ['that ends within a length', message([Buffer.from([0, 5])]), 22],
    ['with a text longer than its document', message([Buffer.from([0]), cut]), 22],
    ['with one sequence twice', message([kind0(ping), sequence('documents'), sequence('documents')]), 40431],
    [
      'with a field in body and sequence',
      message([kind0({ insert: 'rows', documents: [], $db: 'test' }), sequence('documents')]),
      40433,
    ],
    [
      'with a document longer than its sequence',
      message([kind0({ insert: 'rows', $db: 'test' }), sequence('documents', Buffer.from([99, 0, 0, 0, 0]))]),
      22,
    ],
    ['with a sequence without a name', message([kind0(ping), Buffer.from([1, 5, 0, 0, 0, 65])]), 22],
  ])('%s is answered, and its connection goes on', async ([, bytes, code]) => {
    const wire = new Wire();
    const answer = await wire.ask(bytes);
    expect(answer).not.toBe('closed');
    expect((answer as Buffer).readInt32LE(8)).toBe(7);
    expect(deserialize(bodyOf(answer as Buffer))).toMatchObject({ ok: 0, code });
    const next = await wire.ask(command({ ping: 1 }));
    expect(deserialize(bodyOf(next as Buffer))).toMatchObject({ ok: 1 });
    wire.socket.destroy();
  });

  test('of the old protocol is answered in the old protocol', async () => {
    const answer = await ask(message([Buffer.from('no end')], { operation: 2004 }));
    expect(deserialize((answer as Buffer).subarray(36))).toMatchObject({ ok: 0, code: 22 });
  });

  test.for<[name: string, bytes: Buffer]>([
    ['with a flag that one has to know', message([kind0(ping)], { flags: 4 })],
    ['of an unknown operation', message([kind0(ping)], { operation: 2999 })],
    ['without flags', Buffer.from('10000000010000000000000' + '0dd070000', 'hex')],
  ])('%s ends its connection, as MongoDB does', async ([, bytes]) => {
    const wire = new Wire();
    wire.socket.on('error', () => undefined);
    wire.socket.write(bytes);
    await once(wire.socket, 'close');
    expect(await own.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});
