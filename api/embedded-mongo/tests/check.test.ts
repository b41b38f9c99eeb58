import { closeSync, cpSync, existsSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedMongo } from '../embedded.ts';
import type { CheckProgress } from '../operator/check.ts';
import { checkFile, checkFolder } from '../operator/check-file.ts';
import { temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };
const size = 600;

let sound: string;
let folder: string;
let file: string;
beforeAll(async () => {
  sound = temporaryFolder();
  const embedded = await startEmbeddedMongo({ folder: sound, synchronous: 'NORMAL' });
  const client = new MongoClient(embedded.url);
  const bikes = client.db('site').collection<{ _id: number }>('bikes');
  await bikes.createIndexes([
    { key: { slug: 1 }, unique: true, name: 'slug' },
    { key: { terms: 1 }, name: 'terms' },
    { key: { at: -1 }, name: 'at', partialFilterExpression: { hidden: false } },
  ]);
  await bikes.insertMany(
    Array.from({ length: size }, (_, n) => ({
      _id: n,
      slug: `s${n}`,
      terms: ['a', `t${n % 7}`],
      at: n,
      hidden: n % 3 === 0,
    })),
  );
  await client.db('site').collection('empty').createIndex({ x: 1 });
  await client.close();
  await embedded.close();
});
afterAll(() => rmSync(sound, { recursive: true }));
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'data.db');
  cpSync(join(sound, 'data.db'), file);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Changes the closed file directly in SQLite. */
function damage(...statements: string[]): void {
  const sqlite = new DatabaseSync(file);
  for (const statement of statements) expect(sqlite.prepare(statement).run().changes).toBeGreaterThan(0);
  sqlite.close();
}

const faults = async () => (await checkFolder(folder, null, quiet)).faults;

test('a sound database has no faults, and what was checked is counted', async () => {
  const seen: CheckProgress[] = [];
  const onProgress = (progress: CheckProgress): void => void seen.push(progress);
  const { documents, entries, faults: none } = await checkFolder(folder, null, { ...quiet, onProgress });
  expect(seen.map(({ done }) => done)).toEqual([0, 500, size]);
  expect(seen.at(-1)).toEqual({ what: 'site.bikes', done: size, total: size });
  expect(none.first).toEqual([]);
  expect({ documents, entries }).toEqual({ documents: size, entries: size + 2 * size + (size / 3) * 2 });
});

test('a missing entry is named by document and index', async () => {
  damage(`DELETE FROM entries WHERE ix = 1 AND doc = 5`);
  const { first, count } = await faults();
  expect(first).toEqual(['site.bikes: document number 5 lacks an entry in index slug']);
  expect(count).toBe(1);
});

test('a stray entry is found: of a document that is gone, that says otherwise, or of no index', async () => {
  damage(
    `DELETE FROM docs_1 WHERE id = 9`,
    `INSERT INTO entries (ix, key, doc) SELECT ix, x'0301', doc FROM entries WHERE ix = 2 AND doc = 7 LIMIT 1`,
    `INSERT INTO entries (ix, key, doc) VALUES (77, x'01', 1)`,
  );
  const { first } = await faults();
  expect(first).toContain('1 entries belong to no index');
  expect(first).toContain('site.bikes: index slug has an entry of document number 9, which is not there');
  expect(first).toContain('site.bikes: index terms has an entry that document number 7 does not ask for');
});

test('a document that was changed without its entries is found, and one under a wrong _id', async () => {
  damage(
    `UPDATE docs_1 SET doc = (SELECT doc FROM docs_1 WHERE id = 11) WHERE id = 12`,
    `UPDATE docs_1 SET doc = x'00' WHERE id = 13`,
  );
  const { first } = await faults();
  expect(first).toContain('site.bikes: document number 12 is kept under another _id than its own');
  expect(first).toContain('site.bikes: document number 12 lacks an entry in index slug');
  expect(first.some((line) => line.startsWith('site.bikes: document number 13 cannot be read'))).toBe(true);
});

test('a unique index that does not hold is named with both documents', async () => {
  damage(
    `UPDATE docs_1 SET doc = (SELECT replace(doc, cast('s20' as blob), cast('s10' as blob)) FROM docs_1 WHERE id = 21) WHERE id = 21`,
  );
  damage(
    `UPDATE docs_1 SET doc = cast(doc as blob) WHERE id = 21`,
    `UPDATE entries SET key = (SELECT key FROM entries WHERE ix = 1 AND doc = 11) WHERE ix = 1 AND doc = 21`,
  );
  const { first } = await faults();
  expect(first).toContain('site.bikes: documents number 11 and 21 have the same key in the unique index slug');
});

test('an index that does not know of its arrays is named', async () => {
  damage(`UPDATE indexes SET multikey = 0 WHERE id = 2`);
  const { first, count } = await faults();
  expect(count).toBe(size);
  expect(first).toHaveLength(20);
  expect(first[0]).toBe('site.bikes: document number 1 has an array that index terms does not know of');
});

test('damaged pages, a cut file and a foreign one are faults in words', async () => {
  truncateSync(file, 4096 * 20);
  expect((await faults()).count).toBeGreaterThan(0);
  const text = join(folder, 'text');
  writeFileSync(text, 'not a database. '.repeat(600));
  expect((await checkFile(text, quiet)).faults.first).toEqual([`This file is not a database: ${text}`]);
  const foreign = join(folder, 'foreign.db');
  const sqlite = new DatabaseSync(foreign);
  sqlite.exec('CREATE TABLE x (y)');
  sqlite.close();
  expect((await checkFile(foreign, quiet)).faults.first[0]).toBe('the file is no database of this program');
});

test('a page of noise in the middle is found', async () => {
  const sqlite = new DatabaseSync(file);
  const { page } = sqlite.prepare(`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'entries'`).get() as {
    page: number;
  };
  sqlite.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096);
  closeSync(handle);
  const { count, first } = await faults();
  expect(count).toBeGreaterThan(0);
  expect(first.join('\n')).toMatch(/SQLite: |cannot be read/);
});

test('a folder without a database is refused and nothing is made', async () => {
  const empty = join(folder, 'none');
  await expect(checkFolder(empty, null, quiet)).rejects.toThrow(`There is no database in ${empty}.`);
  expect(existsSync(empty)).toBe(false);
});
