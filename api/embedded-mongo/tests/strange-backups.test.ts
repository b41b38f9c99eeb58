import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedMongo } from '../embedded.ts';
import { copyDatabase } from '../operator/backup.ts';
import { restoreDatabase } from '../operator/restore.ts';
import { temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };
const makePipe = '/usr/bin/mkfifo';

let base: string;
let good: string;
let backup: string;
let target: string;
let tries = 0;
beforeAll(async () => {
  base = temporaryFolder();
  good = join(base, 'good');
  const embedded = await startEmbeddedMongo({ folder: join(base, 'source') });
  await embedded.close();
  mkdirSync(join(good, 'photos/bikes'), { recursive: true });
  await copyDatabase(join(base, 'source'), null, join(good, 'data.db'), quiet);
  writeFileSync(join(good, 'photos/bikes/1.webp'), 'pixels');
  mkdirSync(join(base, 'private'));
  writeFileSync(join(base, 'private/diary'), 'dear diary');
});
afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => {
  [backup, target] = [join(base, `backup-${tries}`), join(base, `target-${tries++}`)];
  cpSync(good, backup, { recursive: true });
});

const restore = () =>
  restoreDatabase({
    ...quiet,
    folder: target,
    file: join(backup, 'data.db'),
    companion: { from: join(backup, 'photos'), name: 'photos' },
    now: new Date(),
  });
const swap = (name: string, make: (path: string) => void) => {
  rmSync(join(backup, name), { recursive: true, force: true });
  make(join(backup, name));
};
const link = (to: string) => (path: string) => symlinkSync(join(base, to), path);
const pipe = (path: string) => void execFileSync(makePipe, [path]);

describe('a restore refuses a backup in which stands', () => {
  test.each<[what: string, name: string, make: (path: string) => void]>([
    ['a link for the database', 'data.db', link('good/data.db')],
    ['a pipe for the database', 'data.db', pipe],
    ['a folder for the database', 'data.db', (path) => mkdirSync(path)],
    ['a link for the photos', 'photos', link('private')],
    ['a file for the photos', 'photos', (path) => writeFileSync(path, '')],
    ['a link among the photos', 'photos/bikes/2.webp', link('private/diary')],
    ['a link that leads nowhere', 'photos/bikes/2.webp', link('nowhere')],
    ['a link for a folder of photos', 'photos/bikes', link('private')],
    ['a pipe among the photos', 'photos/bikes/2.webp', pipe],
  ])('%s', async (_, name, make) => {
    swap(name, make);
    await expect(restore()).rejects.toThrow(/ is (a link|no file|a link, or no f\w+)\./);
    expect(readdirSync(target)).toEqual([]);
  });
});

test('what is restored is for this account alone, whoever might read the backup', async () => {
  for (const path of ['photos', 'photos/bikes']) chmodSync(join(backup, path), 0o755);
  for (const path of ['data.db', 'photos/bikes/1.webp']) chmodSync(join(backup, path), 0o644);
  const before = process.umask(0o022);
  try {
    await restore();
  } finally {
    process.umask(before);
  }
  const modes = ['', 'photos', 'photos/bikes', 'data.db', 'photos/bikes/1.webp'].map((path) =>
    (statSync(join(target, path)).mode & 0o777).toString(8),
  );
  expect(modes).toEqual(['700', '700', '700', '600', '600']);
});
