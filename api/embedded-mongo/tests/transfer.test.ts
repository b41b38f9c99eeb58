import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as bson from 'bson';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Door, openDoor } from '../operator/door.ts';
import { exportDatabase } from '../operator/transfer/export.ts';
import { importDatabase } from '../operator/transfer/import.ts';
import { listeningSocket } from '../running.ts';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase, temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

let own: TestDatabase;
let base: string;
let names = 0;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());
beforeEach(() => {
  base = temporaryFolder();
});
afterEach(() => rmSync(base, { recursive: true }));

const database = () => own.client.db(`transfer${names++}`);
const filesOf = (folder: string) => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);

/** A value of every type, and values that text formats tend to lose. */
const everything = {
  int: new bson.Int32(5),
  long: new bson.Long(5),
  double: new bson.Double(5),
  zero: new bson.Double(-0),
  nan: new bson.Double(Number.NaN),
  infinite: new bson.Double(Number.NEGATIVE_INFINITY),
  decimal: bson.Decimal128.fromString('1.10'),
  largest: bson.Long.MAX_VALUE,
  date: new Date(5),
  early: new Date(-1e14),
  bytes: new bson.Binary(Buffer.from('abc'), 128),
  uuid: new bson.UUID('0198c0de-0000-7000-8000-000000000000'),
  objectId: new bson.ObjectId('0123456789abcdef01234567'),
  time: new bson.Timestamp({ t: 4294967295, i: 1 }),
  pattern: new bson.BSONRegExp('a/b', 'im'),
  code: new bson.Code('x', { a: 1 }),
  ends: [new bson.MinKey(), new bson.MaxKey(), null],
  text: 'é\u2028\u2029\u0085\r\n\u0000"\\',
  empty: [{}, [], ''],
};

test('what is exported and imported is the same, byte for byte, and exports to the same files', async () => {
  const [from, to] = [database(), database()];
  await from.collection('all').insertOne({ _id: 1 as never, ...everything });
  await from.collection('many.rows').insertMany(Array.from({ length: 2500 }, (_, n) => ({ _id: n as never, n })));
  await from.collection('many.rows').createIndexes([
    { key: { n: -1, x: 1 }, unique: true, name: 'n' },
    { key: { x: 1 }, partialFilterExpression: { x: { $gt: 1.5 } }, name: 'p' },
    { key: { at: 1 }, expireAfterSeconds: 60, name: 'ttl' },
  ]);
  await from.createCollection('odd name/ü');
  const [first, second] = [join(base, 'a'), join(base, 'b')];
  expect(await exportDatabase(from, first, quiet)).toEqual({ collections: 3, documents: 2501 });
  expect(await importDatabase(to, first, { ...quiet, replace: false })).toEqual({ collections: 3, documents: 2501 });
  await exportDatabase(to, second, quiet);
  expect(filesOf(second)).toEqual(filesOf(first));
  expect(readdirSync(first).sort()).toEqual(['all.json', 'export.ejson', 'many.rows.json', 'odd%20name%2F%C3%BC.json']);
  const raw = { raw: true } as const;
  const bytes = async (db: typeof from) => (await db.collection('all').find({}, raw).toArray())[0];
  expect(await bytes(to)).toEqual(await bytes(from));
  expect((await to.collection('many.rows').indexes()).map(({ name }) => name)).toEqual(['_id_', 'n', 'p', 'ttl']);
  expect((await to.listCollections().toArray()).map(({ name }) => name).sort()).toEqual([
    'all',
    'many.rows',
    'odd name/ü',
  ]);
});

test('a document a line, in canonical Extended JSON', async () => {
  const db = database();
  await db.collection('c').insertMany([
    { _id: 1 as never, l: new bson.Long(2) },
    { _id: 2 as never, d: new Date(7), t: 'a\nb' },
  ]);
  await exportDatabase(db, join(base, 'x'), quiet);
  expect(readFileSync(join(base, 'x/c.json'), 'utf8')).toBe(
    '{"_id":{"$numberInt":"1"},"l":{"$numberLong":"2"}}\n' +
      '{"_id":{"$numberInt":"2"},"d":{"$date":{"$numberLong":"7"}},"t":"a\\nb"}\n',
  );
});

test('an export goes into an empty folder only, and leaves nothing when it fails', async () => {
  const db = database();
  await db.collection('c').insertMany([{ _id: 1 as never }, { _id: 2 as never, sly: { $date: 'no date' } }]);
  writeFileSync(join(base, 'here'), '');
  await expect(exportDatabase(db, base, quiet)).rejects.toThrow(`${base} is not empty.`);
  const folder = join(base, 'new');
  await expect(exportDatabase(db, folder, quiet)).rejects.toThrow(/^The document 2 of c cannot be written/);
  expect(readdirSync(folder)).toEqual([]);
});

test('a bad line is named by file and number, and nothing is written', async () => {
  const [from, to] = [database(), database()];
  await from.collection('a').insertOne({ _id: 1 as never });
  await from.collection('b').insertMany([{ _id: 1 as never }, { _id: 2 as never }]);
  const folder = join(base, 'x');
  await exportDatabase(from, folder, quiet);
  const bring = () => importDatabase(to, folder, { ...quiet, replace: false });
  const file = join(folder, 'b.json');
  const good = readFileSync(file);
  appendFileSync(file, '{"_id": 3,\n');
  await expect(bring()).rejects.toThrow(/^b\.json, line 3: /);
  writeFileSync(file, Buffer.concat([good, Buffer.from([0x22, 0xff, 0x22])]));
  await expect(bring()).rejects.toThrow('b.json, line 3: it is not UTF-8.');
  writeFileSync(file, `${good}[1]\n`);
  await expect(bring()).rejects.toThrow('b.json, line 3: it is no document');
  truncateSync(file, good.indexOf('\n') + 1);
  await expect(bring()).rejects.toThrow('b.json holds 1 documents, but 2 were exported: it is not complete.');
  rmSync(file);
  await expect(bring()).rejects.toThrow('is missing');
  rmSync(join(folder, 'export.ejson'));
  await expect(bring()).rejects.toThrow('There is no complete export');
  expect(await to.listCollections().toArray()).toEqual([]);
});

test('what the server refuses is named by its line, and the collections stay as they were', async () => {
  const [from, to] = [database(), database()];
  await from.collection('a').insertMany([
    { _id: 1 as never, u: 1 },
    { _id: 2 as never, u: 2 },
  ]);
  await from.collection('a').createIndex({ u: 1 }, { unique: true });
  const folder = join(base, 'x');
  await exportDatabase(from, folder, quiet);
  const file = join(folder, 'a.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"u":{"$numberInt":"2"}', '"u":{"$numberInt":"1"}'));
  await to.collection('a').insertOne({ _id: 9 as never });
  await expect(importDatabase(to, folder, { ...quiet, replace: true })).rejects.toThrow(
    /^a\.json, line 2: the server refuses it: E11000/,
  );
  expect(await to.collection('a').distinct('_id')).toEqual([9]);
});

test('documents that are there are kept, unless they may be replaced', async () => {
  const [from, to] = [database(), database()];
  await from.collection('a').insertOne({ _id: 1 as never });
  await to.collection('a').insertOne({ _id: 9 as never });
  const folder = join(base, 'x');
  await exportDatabase(from, folder, quiet);
  await expect(importDatabase(to, folder, { ...quiet, replace: false })).rejects.toThrow('--replace');
  expect(await to.collection('a').distinct('_id')).toEqual([9]);
  await importDatabase(to, folder, { ...quiet, replace: true });
  expect(await to.collection('a').distinct('_id')).toEqual([1]);
});

test('an import that is interrupted, even in the moment of the exchange, can be repeated', async () => {
  const [from, to] = [database(), database()];
  await from.collection('a').insertOne({ _id: 1 as never });
  await from.collection('b').insertOne({ _id: 2 as never });
  const folder = join(base, 'x');
  await exportDatabase(from, folder, quiet);
  const stop = new AbortController();
  const onProgress = ({ what }: { what: string }): void => {
    if (what === 'b') stop.abort(new Error('stopped'));
  };
  await expect(importDatabase(to, folder, { onProgress, signal: stop.signal, replace: false })).rejects.toThrow(
    'stopped',
  );
  const left = (await to.listCollections().toArray()).map(({ name }) => name).sort();
  expect(left).toEqual(['importing__a', 'importing__b']);
  // One collection has its final name already, the other has not.
  const { id } = JSON.parse(readFileSync(join(folder, 'export.ejson'), 'utf8'));
  await to.collection('importing').insertOne({ _id: id });
  await to.renameCollection('importing__a', 'a');
  await importDatabase(to, folder, { ...quiet, replace: false });
  expect((await to.listCollections().toArray()).map(({ name }) => name).sort()).toEqual(['a', 'b']);
  expect(await to.collection('b').distinct('_id')).toEqual([2]);
});

test('renameCollection answers as MongoDB does', async () => {
  const db = database();
  const admin = own.client.db('admin');
  await db.collection('a').insertOne({ _id: 1 as never, x: 1 });
  await db.collection('a').createIndex({ x: 1 }, { unique: true, name: 'x' });
  await db.createCollection('b');
  const rename = (from: string, to: string, extra = {}) =>
    codeOf(admin.command({ renameCollection: `${db.databaseName}.${from}`, to: `${db.databaseName}.${to}`, ...extra }));
  expect(await codeOf(db.command({ renameCollection: 'x.a', to: 'x.b' }))).toBe(13);
  expect(await rename('none', 'c')).toBe(26);
  expect(await rename('a', 'b')).toBe(48);
  expect(await rename('a', 'a')).toBe(20);
  expect(await rename('a', '$c')).toBe(73);
  expect(await rename('a', 'b', { dropTarget: true })).toBeUndefined();
  expect(await db.collection('a').countDocuments()).toBe(0);
  expect(await db.collection('b').countDocuments({ x: 1 })).toBe(1);
  expect(await codeOf(db.collection('b').insertOne({ _id: 2 as never, x: 1 }))).toBe(11000);
});

test('whoever comes through the door finds the database, but none of the commands of its operator', async () => {
  const door: Door = await openDoor(() => listeningSocket(own.folder), 0);
  const port = Number(new URL(door.url.replace('mongodb:', 'http:')).port);
  await expect(openDoor(() => listeningSocket(own.folder), port)).rejects.toThrow(
    /^Port \d+ of 127\.0\.0\.1 is in use\./,
  );
  const client = new MongoClient(door.url);
  const rows = client.db('test').collection<Numbered>('door');
  await rows.insertOne({ _id: 1 });
  expect(await own.db.collection('door').countDocuments()).toBe(1);
  const file = join(base, 'file');
  writeFileSync(file, '');
  for (const command of [{ embeddedBackup: file }, { embeddedBackupProgress: 1 }, { embeddedBackupStop: 1 }])
    expect(await codeOf(client.db('admin').command(command))).toBe(13);
  expect(await codeOf(own.client.db('admin').command({ embeddedBackupProgress: 1 }))).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toBe('');
  await client.close();
  await door.close();
  expect(existsSync(file)).toBe(true);
  await expect(new MongoClient(door.url, { serverSelectionTimeoutMS: 300 }).connect()).rejects.toThrow();
});
