import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '../embedded.ts';
import { startTestDatabase, type TestDatabase, temporaryFolder } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase('FULL');
});
afterAll(() => own.close());

test('the socket is for this user alone', () => {
  expect(statSync(join(own.folder, 'db.sock')).mode & 0o777).toBe(0o600);
});

test('a second start on the same folder is refused in one sentence, and harms nothing', async () => {
  const second = startEmbeddedMongo({ folder: own.folder });
  await expect(second).rejects.toThrow(/^Another process has the database open: .*data\.db$/);
  await expect(own.db.command({ ping: 1 })).resolves.toMatchObject({ ok: 1 });
});

test('what was written is there after a restart, its indexes too', async () => {
  const folder = temporaryFolder();
  for (const round of [1, 2]) {
    const embedded = await startEmbeddedMongo({ folder });
    const client = new MongoClient(embedded.url);
    const bikes = client.db('d').collection<{ _id: number; name: string }>('bikes');
    await bikes.createIndex({ name: 1 }, { unique: true });
    await bikes.insertOne({ _id: round, name: `bike ${round}` });
    expect(await bikes.countDocuments({ name: /^bike/ })).toBe(round);
    expect((await bikes.indexes()).map(({ name }) => name)).toEqual(['_id_', 'name_1']);
    await client.close();
    await embedded.close();
  }
  rmSync(folder, { recursive: true });
});

test('where the path of the socket would be too long, a note in the folder says where it is', async () => {
  const base = temporaryFolder();
  const folder = join(base, 'x'.repeat(120));
  const embedded = await startEmbeddedMongo({ folder });
  const socket = readFileSync(join(folder, 'db.sock.path'), 'utf8').trim();
  expect(statSync(join(socket, '..')).mode & 0o777).toBe(0o700);
  const client = new MongoClient(`mongodb://${encodeURIComponent(socket)}/?directConnection=true`);
  await client.db('d').command({ ping: 1 });
  await client.close();
  await embedded.close();
  expect(() => statSync(socket)).toThrow('ENOENT');
  rmSync(base, { recursive: true });
});

test('a file that is no database is refused in one sentence and left alone', async () => {
  const folder = temporaryFolder();
  const noise = Buffer.alloc(8192, 'not a database. ');
  writeFileSync(join(folder, 'data.db'), noise);
  await expect(startEmbeddedMongo({ folder })).rejects.toThrow(/^This file is not a database: /);
  expect(readFileSync(join(folder, 'data.db')).equals(noise)).toBe(true);
  rmSync(folder, { recursive: true });
});

test('a file of a newer version is refused in one sentence', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const sqlite = new DatabaseSync(join(folder, 'data.db'));
  sqlite.exec('PRAGMA user_version = 999');
  sqlite.close();
  await expect(startEmbeddedMongo({ folder })).rejects.toThrow(/^The database was written by a newer version/);
  rmSync(folder, { recursive: true });
});

test('rate-limiter-flexible counts, blocks and forgets', async () => {
  const limiter = new RateLimiterMongo({
    storeClient: own.client,
    dbName: 'limits',
    keyPrefix: 'login',
    points: 3,
    duration: 60,
  });
  const rows = own.client.db('limits').collection('login');
  await expect.poll(async () => (await rows.indexes()).length).toBe(3);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => limiter.consume('someone')));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  expect((await limiter.get('someone'))?.consumedPoints).toBe(10);
  await rows.updateOne({ key: 'login:someone' }, { $set: { expire: new Date(0) } });
  await expect(limiter.consume('someone')).resolves.toMatchObject({ consumedPoints: 1 });
  await limiter.penalty('someone', 5);
  await limiter.block('other', 60);
  await expect(limiter.consume('other')).rejects.toMatchObject({ remainingPoints: 0 });
  expect(await limiter.delete('someone')).toBe(true);
});
