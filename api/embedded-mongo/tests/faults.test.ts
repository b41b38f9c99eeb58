import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { type Collection, MongoClient } from 'mongodb';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedMongo } from '../embedded.ts';
import { codeOf, type Numbered, temporaryFolder } from './kit.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'data.db');

/** Runs a database on the folder while `work` runs. */
async function within<T>(work: (rows: Collection<Numbered>) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedMongo({ folder });
  const client = new MongoClient(embedded.url);
  try {
    return await work(client.db('t').collection<Numbered>('rows'));
  } finally {
    await client.close();
    await embedded.close();
  }
}

const many = 2000;
const fill = (): Promise<unknown> =>
  within(async (rows) => {
    await rows.createIndex({ n: 1 });
    await rows.insertMany(Array.from({ length: many }, (_, i) => ({ _id: i, n: i, pad: 'x'.repeat(500) })));
  });

/** Every file of the folder with its bytes, to compare before and after. */
const contents = (): string[] =>
  ['data.db', 'data.db-wal'].map((name) => {
    try {
      return readFileSync(join(folder, name)).toString('base64');
    } catch {
      return '';
    }
  });

/** Returns the error of a failed start, which must not change the file. */
async function refusal(): Promise<string> {
  const before = contents();
  const said = await startEmbeddedMongo({ folder }).then(
    () => 'it started',
    ({ message }: Error) => message,
  );
  expect(contents()).toEqual(before);
  return said;
}

const child = fileURLToPath(new URL('./start-child.ts', import.meta.url));

test('a second process is told so in one sentence, and the first goes on', async () => {
  await within(async (rows) => {
    await rows.insertOne({ _id: 1 });
    const second = spawnSync(process.execPath, [child, folder], { encoding: 'utf8' });
    expect(second.stdout).toBe(`Another process has the database open: ${file()}\n`);
    await rows.insertOne({ _id: 2 });
    expect(await rows.countDocuments()).toBe(2);
  });
});

describe('a file that was damaged is refused in one sentence and left alone', () => {
  test.for<[what: string, damage: (bytes: Buffer) => Buffer, sentence: RegExp]>([
    ['its header', (bytes) => bytes.fill(0xaa, 0, 100), /^This file is not a database: .*data\.db$/],
    [
      'its end',
      (bytes) => bytes.subarray(0, bytes.length / 2),
      /^The database is damaged, its end is missing: .*data\.db$/,
    ],
    ['its catalogue', (bytes) => bytes.fill(0xaa, 100, 4096), /^The database is damaged: .*data\.db$/],
  ])('%s', async ([, damage, sentence]) => {
    await fill();
    writeFileSync(file(), damage(readFileSync(file())));
    expect(await refusal()).toMatch(sentence);
  });

  test('its log', async () => {
    const writer = spawn(process.execPath, [child, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(writer.stdout, 'data');
    const client = new MongoClient(`mongodb://${encodeURIComponent(join(folder, 'db.sock'))}/?directConnection=true`);
    await client.db('t').collection<Numbered>('rows').insertOne({ _id: 1 });
    // A driver that has noticed that its server is gone looks for it for half a minute before it closes.
    await client.close();
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const log = join(folder, 'data.db-wal');
    copyFileSync(log, join(folder, 'kept'));
    writeFileSync(log, readFileSync(log).fill(0xaa, 0, 16));
    expect(await refusal()).toMatch(/^The database's log is damaged: .*data\.db-wal$/);
    // After the repair all data is there.
    copyFileSync(join(folder, 'kept'), log);
    expect(await within((rows) => rows.countDocuments())).toBe(1);
  });
});

test('of a page that was damaged only what needs it fails, in one sentence, and nothing is written over it', async () => {
  await fill();
  const bytes = readFileSync(file());
  const lost = bytes.indexOf(`x${'x'.repeat(400)}`, Math.floor(bytes.length / 2));
  writeFileSync(file(), bytes.fill(0xaa, lost - (lost % 4096), lost - (lost % 4096) + 4096));
  await within(async (rows) => {
    await expect(rows.find().toArray()).rejects.toThrow(`The database is damaged: ${file()}`);
    expect(await rows.findOne({ _id: 0 })).toMatchObject({ n: 0 });
  });
});

test('a file of a newer version, and of another program, are refused and left alone', async () => {
  const sqlite = new DatabaseSync(file());
  sqlite.exec('CREATE TABLE own (x); PRAGMA user_version = 999');
  sqlite.close();
  expect(await refusal()).toBe(`The database was written by a newer version (its format is 999, ours 2): ${file()}`);
  for (const version of [0, 1, 2]) {
    const other = new DatabaseSync(file());
    other.exec(`PRAGMA user_version = ${version}`);
    other.close();
    expect(await refusal()).toBe(`This is a database of another program: ${file()}`);
  }
});

const isRoot = process.getuid?.() === 0;

/** An unprivileged user; the current one unless the tests run as root. */
const someone = isRoot ? { uid: 65_534, gid: 65_534 } : {};

/** Returns the error of a start by the unprivileged user. */
function startedBy(where: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, [child, where], { encoding: 'utf8', ...someone });
  return stdout || stderr;
}

/** Whether the unprivileged user may read this program. */
const mayRun = (): boolean =>
  spawnSync(process.execPath, ['-e', 'fs.accessSync(process.argv[1])', child], someone).status === 0;

test('a folder that may only be read is told so in one sentence', async (context) => {
  if (!mayRun()) return context.skip('another user cannot read this program here');
  await fill();
  chmodSync(folder, 0o555);
  chmodSync(file(), 0o444);
  expect(startedBy(folder)).toBe(`The database cannot be written to: ${folder}\n`);
  expect(startedBy(join(folder, 'new'))).toMatch(/^The folder of the database cannot be made: .*new\n$/);
  chmodSync(folder, 0o755);
  chmodSync(file(), 0o644);
  expect(await within((rows) => rows.countDocuments())).toBe(many);
});

/** Mounts a disk of three megabytes; undefined if mounting is not allowed. */
function smallDisk(): (() => void) | undefined {
  const where = join(folder, 'disk');
  mkdirSync(where);
  const { status } = spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', where]);
  return status === 0 ? () => void spawnSync('/bin/umount', ['-l', where]) : undefined;
}

test('a full disk refuses writes with a code of its own, loses nothing, and is over when there is room', async (context) => {
  const unmount = smallDisk();
  if (!unmount) return context.skip('no small disk can be mounted here');
  folder = join(folder, 'disk');
  try {
    await within(async (rows) => {
      await rows.createIndex({ n: 1 });
      const ballast = join(folder, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1024 * 1024));
      let kept = 0;
      let code: number | string | undefined;
      while (code === undefined) {
        code = await codeOf(rows.insertOne({ _id: kept, n: kept, pad: 'x'.repeat(20_000) }));
        if (code === undefined) kept++;
      }
      expect(code).toBe(14031);
      expect(await rows.countDocuments()).toBe(kept);
      expect(await rows.countDocuments({ n: { $gte: 0 } })).toBe(kept);
      truncateSync(ballast);
      await rows.insertOne({ _id: kept, n: kept });
      expect((await rows.find().sort({ n: 1 }).toArray()).map(({ _id }) => _id)).toEqual(
        Array.from({ length: kept + 1 }, (_, i) => i),
      );
    });
    expect(statSync(file()).size).toBeGreaterThan(0);
  } finally {
    unmount();
    folder = join(folder, '..');
  }
});
