/** @module-tag nightly */
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { deserialize, serialize } from 'bson';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Framer } from '../server/framer.ts';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';

const size = 20_000;
const half = size / 2;
/** Enough work for a scan to take far longer than any other command, even on a busy machine. */
const slow = { $or: Array.from({ length: 40 }, (_, n) => ({ story: new RegExp(`nobody says this ${n}`, 'i') })) };

let own: TestDatabase;
let rows: Collection<Numbered>;
beforeAll(async () => {
  own = await startTestDatabase();
  const story = 'a bicycle and what became of it '.repeat(10);
  rows = await own.fresh(Array.from({ length: size }, (_, n) => ({ n, story })));
});
// Closing waits for running scans, which may take long on a busy machine.
afterAll(() => own.close(), 180_000);

test.for<[name: string, run: () => Promise<unknown>]>([
  ['find', () => rows.find(slow).toArray()],
  ['count', () => rows.countDocuments(slow)],
  ['distinct', () => rows.distinct('n', slow)],
  ['aggregate', () => rows.aggregate([{ $match: slow }, { $group: { _id: 1, n: { $sum: 1 } } }]).toArray()],
  [
    'stages',
    () =>
      rows
        .aggregate([{ $limit: 5000 }, { $project: { story: 1, x: { $add: ['$n', 1] } } }, { $match: slow }])
        .toArray(),
  ],
  ['updateMany', () => rows.updateMany({ n: { $gte: 0 } }, { $inc: { m: 1 } })],
  ['findOneAndUpdate', () => rows.findOneAndUpdate(slow, { $inc: { m: 1 } })],
  ['deleteMany', () => rows.deleteMany({ n: { $lt: half } })],
])('during a %s of everything, others are answered', async ([, run]) => {
  let isDone = false;
  const long = run().finally(() => {
    isDone = true;
  });
  // Both use connections of their own; the first is running when the second arrives.
  await own.db.command({ ping: 1 });
  await own.db.command({ ping: 1 });
  expect(await rows.findOne({ _id: size - 1 })).toMatchObject({ n: size - 1 });
  expect(isDone).toBe(false);
  await long;
});

test('a write beside a scan is on disk and seen before the scan ends', async () => {
  const scan = rows.find({ ...slow, late: { $exists: false } }).toArray();
  await own.db.command({ ping: 1 });
  await rows.insertOne({ _id: size, story: 'Nobody says this 7' });
  expect(await rows.countDocuments({ _id: size })).toBe(1);
  // It was inserted after the scan's position.
  expect(await scan).toMatchObject([{ _id: size }]);
  await rows.deleteOne({ _id: size });
});

test('a client that hangs up during its scan leaves the others alone', async () => {
  const other = new MongoClient(own.embedded.url);
  const scans = Array.from({ length: 5 }, () =>
    codeOf(other.db('test').collection(rows.collectionName).countDocuments(slow)),
  );
  await own.db.command({ ping: 1 });
  await other.close();
  await Promise.all(scans);
  expect(await rows.countDocuments({ n: { $gte: size - 10 } })).toBe(10);
});

const message = (doc: Document, flags: number): Buffer => {
  const body = serialize({ ...doc, $db: 'test' });
  const out = Buffer.alloc(21 + body.length);
  out.writeInt32LE(out.length, 0);
  out.writeInt32LE(2013, 12);
  out.writeUInt32LE(flags, 16);
  out.set(body, 21);
  return out;
};

test('what a client sends without end behind a long command stays on its side', async () => {
  const many = 2000;
  const socket = connect(join(own.folder, 'db.sock'));
  socket.write(message({ count: rows.collectionName, query: slow }, 0));
  for (let i = 0; i < many; i++) socket.write(message({ ping: 1, comment: 'x'.repeat(1024) }, 0));
  const framer = new Framer(1 << 20);
  let replies = 0;
  let kept = 0;
  for await (const chunk of socket) {
    if (!replies) kept = socket.writableLength;
    replies += [...framer.push(chunk)].length;
    if (replies > many) break;
  }
  expect(kept).toBeGreaterThan(1 << 20);
  expect(replies).toBe(many + 1);
});

test('what a client sends behind a long command on one connection waits for that', async () => {
  const name = rows.collectionName;
  const socket = connect(join(own.folder, 'db.sock'));
  const updates = [{ q: { n: { $gte: half } }, u: { $set: { done: true } }, multi: true }];
  socket.write(
    Buffer.concat([
      message({ update: name, updates, writeConcern: { w: 0 } }, 2),
      message({ count: name, query: { done: true } }, 0),
    ]),
  );
  const [chunk] = await once(socket, 'data');
  const [reply] = [...new Framer(1 << 20).push(chunk)];
  expect(deserialize((reply as Buffer).subarray(21))).toMatchObject({ n: half, ok: 1 });
  socket.destroy();
});

test('a stop ends reads as interrupted, and finishes writes', async () => {
  const other = new MongoClient(own.embedded.url, { retryReads: false });
  await other.db('test').command({ ping: 1 });
  const scan = codeOf(other.db('test').collection(rows.collectionName).find(slow).toArray());
  const write = rows.updateMany({ n: { $gte: half } }, { $set: { stopped: true } });
  await own.db.command({ ping: 1 });
  await own.db.command({ ping: 1 });
  await own.embedded.close();
  expect(await scan).toBe(11600);
  expect(await write).toMatchObject({ modifiedCount: half });
  await other.close();
});
