import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Collection, MongoClient } from 'mongodb';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keyOf } from '../bson/keys.ts';
import { encodeName } from '../bson/names.ts';
import { startEmbeddedMongo } from '../embedded.ts';
import { checkFile, checkFolder } from '../operator/check-file.ts';
import { restoreDatabase } from '../operator/restore.ts';
import { codeOf, temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };
const size = 50;
const fields = (...entries: [name: string, value: unknown][]): Map<string, unknown> => new Map(entries);
const id = fields(['b', 1], ['7', 2]);
const value = fields(['b', 1], ['2024', 2]);
/** Version 1 put number-like names first in these two keys. */
const oldId = keyOf([{ [encodeName('7')]: 2, b: 1 }]);
const oldValue = keyOf([{ [encodeName('2024')]: 2, b: 1 }]);

let folder: string;
let file: string;

async function within<T>(run: (rows: Collection<{ _id: unknown }>) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const client = new MongoClient(embedded.url);
  try {
    return await run(client.db('t').collection<{ _id: unknown }>('rows'));
  } finally {
    await client.close();
    await embedded.close();
  }
}

function sql<T>(run: (sqlite: DatabaseSync) => T): T {
  const sqlite = new DatabaseSync(file);
  try {
    return run(sqlite);
  } finally {
    sqlite.close();
  }
}
const versionOf = (): unknown => sql((sqlite) => sqlite.prepare('PRAGMA user_version').get()?.user_version);

/** Creates a file of version 1. */
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'data.db');
  await within(async (rows) => {
    await rows.createIndexes([
      { key: { o: 1 }, unique: true },
      { key: { list: -1 }, partialFilterExpression: { n: { $gte: 10 } } },
      { key: { n: 1, o: 1 } },
    ]);
    await rows.insertOne({ _id: id, o: value, n: -1 } as never);
    await rows.insertMany(Array.from({ length: size }, (_, n) => ({ _id: n, o: n, n, list: [n, n + 1] })) as never);
  });
  sql((sqlite) => {
    const change = (text: string, ...values: (Uint8Array | number)[]): void =>
      expect(sqlite.prepare(text).run(...values).changes).toBe(1);
    change('UPDATE docs_1 SET key = ? WHERE id = 1', oldId);
    change('UPDATE entries SET key = ? WHERE ix = 1 AND doc = 1', oldValue);
    change('UPDATE entries SET key = ? WHERE ix = 3 AND doc = 1', Buffer.concat([keyOf([-1]), oldValue]));
    change('UPDATE indexes SET multikey = 0 WHERE id = 2');
    sqlite.exec('PRAGMA user_version = 1');
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Asserts that the migrated file is complete. */
async function expectWhole(): Promise<void> {
  await within(async (rows) => {
    expect(await rows.countDocuments()).toBe(size + 1);
    expect(await rows.countDocuments({ _id: id })).toBe(1);
    expect(await rows.countDocuments({ o: value } as never)).toBe(1);
    expect(await rows.countDocuments({ n: -1, o: value } as never)).toBe(1);
    expect(await codeOf(rows.insertOne({ _id: id, o: 'other' } as never))).toBe(11000);
    expect(await codeOf(rows.insertOne({ _id: 'other', o: value } as never))).toBe(11000);
  });
  expect(versionOf()).toBe(2);
  expect((await checkFolder(folder, null, quiet)).faults.first).toEqual([]);
}

test('a file of version 1 is found in by its keys, and keeps what is unique', async () => {
  await expectWhole();
  await within(async (rows) => {
    await rows.deleteOne({ _id: id });
    expect(await rows.find().hint({ o: 1 }).toArray()).toHaveLength(size);
  });
  expect((await checkFolder(folder, null, quiet)).faults.first).toEqual([]);
});

test('a start that breaks off changes nothing, and the next starts again', async () => {
  sql((sqlite) =>
    sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON entries WHEN new.doc = 40
      BEGIN SELECT RAISE(ABORT, 'broken off'); END`),
  );
  const entries = (): unknown => sql((sqlite) => sqlite.prepare('SELECT * FROM entries').all());
  const before = entries();
  await expect(within(async () => undefined)).rejects.toThrow('broken off');
  expect(versionOf()).toBe(1);
  expect(entries()).toEqual(before);
  sql((sqlite) => sqlite.exec('DROP TRIGGER broken'));
  await expectWhole();
});

test('a backup of version 1 is right as it is, and is brought up to date when it was restored', async () => {
  const backup = join(folder, 'backup.db');
  // A backup is one file, without a log.
  sql((sqlite) => sqlite.exec('PRAGMA journal_mode = DELETE'));
  cpSync(file, backup);
  expect((await checkFile(backup, quiet)).faults.first).toEqual([]);
  await restoreDatabase({ folder, file: backup, now: new Date(0), ...quiet });
  expect(versionOf()).toBe(1);
  await expectWhole();
});
