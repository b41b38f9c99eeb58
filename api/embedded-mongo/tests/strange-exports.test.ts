import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '../operator/refusal.ts';
import { exportDatabase } from '../operator/transfer/export.ts';
import { importDatabase } from '../operator/transfer/import.ts';
import { startTestDatabase, type TestDatabase, temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };
const makePipe = '/usr/bin/mkfifo';

type Said = Record<string, unknown> & { collections: Record<string, unknown>[] };

let own: TestDatabase;
let base: string;
let folder: string;
let tries = 0;
beforeAll(async () => {
  own = await startTestDatabase();
  base = temporaryFolder();
  const from = own.client.db('from');
  await from.collection('a').insertOne({ _id: 1 as never });
  await from.collection('a').createIndex({ n: 1 });
  await from.collection('b').insertOne({ _id: 2 as never });
  await exportDatabase(from, join(base, 'good'), quiet);
  writeFileSync(join(base, 'diary'), 'dear diary\n');
});
afterAll(async () => {
  await own.close();
  rmSync(base, { recursive: true });
});
beforeEach(() => {
  folder = join(base, `export-${tries++}`);
  cpSync(join(base, 'good'), folder, { recursive: true });
});

/** Returns the error of an import, which must be a sentence for people and have written nothing. */
async function refusal(): Promise<string> {
  const to = own.client.db(`to${tries}`);
  const error = await importDatabase(to, folder, { ...quiet, replace: true }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  expect(await to.listCollections().toArray()).toEqual([]);
  return (error as Refusal).message.replaceAll(join(folder, 'export.ejson'), 'LIST');
}

const saying = (change: (said: Said) => unknown): void => {
  const path = join(folder, 'export.ejson');
  const said = JSON.parse(readFileSync(path, 'utf8')) as Said;
  writeFileSync(path, JSON.stringify(change(said)));
};
const withFirst = (more: Record<string, unknown>) => (said: Said) => ({
  ...said,
  collections: [{ ...said.collections[0], ...more }, ...said.collections.slice(1)],
});

describe('an import refuses a list that', () => {
  test.each([
    '..',
    '.',
    '',
    '../a.json',
    '/etc/passwd',
    '/tmp/a.json',
    '..\\a.json',
    'C:a.json',
    'a.json\0',
    7,
    null,
    {},
  ])('names the file %j', async (file) => {
    saying(withFirst({ file }));
    expect(await refusal()).toBe("LIST names files elsewhere: the one of a cannot be an export's.");
  });

  test.each([
    '',
    '$a',
    'a\0',
    'system.users',
    '.a',
    'a.',
    'a..b',
    'importing',
    'importing__a',
    'x'.repeat(300),
    7,
    null,
  ])('names the collection %j', async (name) => {
    saying(withFirst({ name }));
    expect(await refusal()).toBe('LIST names a collection that cannot be one.');
  });

  test.each([-1, 1.5, 1e308, '1', null, [[]], {}, { $numberLong: '9223372036854775807' }, { $numberDouble: 'NaN' }])(
    'counts %j documents',
    async (documents) => {
      saying(withFirst({ documents }));
      expect(await refusal()).toBe('LIST does not say how many documents a has.');
    },
  );

  test.each<[what: string, change: (said: Said) => unknown, says: string]>([
    ['is a list', () => [], 'LIST is of a format that this program does not know.'],
    ['is nothing', () => null, 'LIST is of a format that this program does not know.'],
    [
      'is of another format',
      (said) => ({ ...said, format: [1] }),
      'LIST is of a format that this program does not know.',
    ],
    ['has no hash', (said) => ({ ...said, id: 'x' }), 'LIST is of a format that this program does not know.'],
    [
      'has no collections',
      (said) => ({ ...said, collections: {} }),
      'LIST is of a format that this program does not know.',
    ],
    ['lists a text', (said) => ({ ...said, collections: ['a'] }), 'LIST lists something that is no collection.'],
    ['lists nothing', (said) => ({ ...said, collections: [null] }), 'LIST lists something that is no collection.'],
    ['has a list as options', withFirst({ options: [] }), 'LIST has options of a that are none.'],
    ['makes a view', withFirst({ options: { viewOn: 'b' } }), 'LIST has options of a that are none.'],
    ['has a text as indexes', withFirst({ indexes: 'n' }), 'LIST has indexes of a that are none.'],
    [
      'has an index of nothing',
      withFirst({ indexes: [{ name: 'x', key: {} }] }),
      'LIST has indexes of a that are none.',
    ],
    [
      'has an index without a name',
      withFirst({ indexes: [{ key: { a: 1 } }] }),
      'LIST has indexes of a that are none.',
    ],
    [
      'has very many indexes',
      withFirst({ indexes: Array(65).fill({ name: 'x', key: { a: 1 } }) }),
      'LIST has indexes of a that are none.',
    ],
    ['lists a collection twice', withFirst({ name: 'b' }), 'LIST lists the same name twice.'],
    ['reads a file twice', withFirst({ file: 'b.json' }), 'LIST lists the same file twice.'],
    [
      'counts too many',
      withFirst({ documents: Number.MAX_SAFE_INTEGER }),
      `a.json holds 1 documents, but ${Number.MAX_SAFE_INTEGER} were exported: it is not complete.`,
    ],
  ])('%s', async (_, change, says) => {
    saying(change);
    expect(await refusal()).toBe(says);
  });

  test('is larger than any list', async () => {
    truncateSync(join(folder, 'export.ejson'), 65 * 1024 * 1024);
    expect(await refusal()).toBe('LIST is too large for a list of collections.');
  });
});

describe('an import refuses a folder in which stands', () => {
  test.each<[what: string, name: string, make: (path: string) => void]>([
    ['a link for a collection', 'a.json', (path) => symlinkSync(join(base, 'diary'), path)],
    ['a link for the list', 'export.ejson', (path) => symlinkSync(join(base, 'good/export.ejson'), path)],
    ['a pipe for a collection', 'a.json', (path) => execFileSync(makePipe, [path])],
    ['a folder for a collection', 'a.json', (path) => mkdirSync(path)],
  ])('%s', async (_, name, make) => {
    rmSync(join(folder, name));
    make(join(folder, name));
    const said = await refusal();
    expect(said).toMatch(/ is (a link\. Only files are read|no file)\.$/);
    expect(said).not.toContain('dear');
  });

  test('a line without an end', async () => {
    truncateSync(join(folder, 'a.json'), 300 * 1024 * 1024);
    expect(await refusal()).toBe('a.json, line 2: it is longer than any document.');
  });
});
