import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '../embedded.ts';
import { copyDatabase, type Run } from '../operator/backup.ts';
import { checkFile, checkFolder } from '../operator/check-file.ts';
import { whole } from '../operator/files.ts';
import { copyOnline, type Progress } from '../operator/online-copy.ts';
import { Operator } from '../operator/operator.ts';
import { restoreDatabase } from '../operator/restore.ts';
import { openFile } from '../store/open.ts';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase, temporaryFolder } from './kit.ts';

const quiet = { onProgress: () => undefined, signal: new AbortController().signal };

let own: TestDatabase;
let run: Run;
let elsewhere: string;
let copies = 0;
beforeAll(async () => {
  own = await startTestDatabase();
  run = (command) => own.client.db('admin').command(command);
  elsewhere = temporaryFolder();
  const filler = own.db.collection<Numbered>('filler');
  await filler.insertMany(Array.from({ length: 6000 }, (_, n) => ({ _id: n, pad: 'x'.repeat(1500) })));
});
afterAll(async () => {
  await own.close();
  rmSync(elsewhere, { recursive: true });
});

async function idsIn(folder: string, name: string): Promise<Set<number>> {
  const embedded = await startEmbeddedMongo({ folder });
  const client = new MongoClient(embedded.url);
  const found = await client.db('test').collection<Numbered>(name).distinct('_id');
  await client.close();
  await embedded.close();
  return new Set(found);
}

test('a backup while eight write is whole, and holds every write acknowledged before it began', async () => {
  const rows = await own.fresh([], [{ key: { tags: 1 } }, { key: { u: 1 }, unique: true }]);
  const acknowledged: number[] = [];
  let next = 0;
  let isWriting = true;
  const write = async (): Promise<void> => {
    while (isWriting) {
      const n = next++;
      await rows.insertOne({ _id: n, u: `u${n}`, tags: ['a', `t${n % 9}`], pad: 'y'.repeat(n % 900) });
      acknowledged.push(n);
      if (n % 5 === 0) await rows.updateOne({ _id: n }, { $set: { tags: ['b'] } });
    }
  };
  const writers = Promise.all(Array.from({ length: 8 }, write));
  while (acknowledged.length < 200) await new Promise(setImmediate);
  for (const name of ['one.db', 'two.db']) {
    const before = [...acknowledged];
    const file = join(elsewhere, name);
    await copyDatabase(own.folder, run, file, quiet);
    const { faults, documents } = await checkFile(file, quiet);
    expect(faults.first).toEqual([]);
    expect(documents).toBeGreaterThanOrEqual(before.length);
    const restored = temporaryFolder();
    expect(await restoreDatabase({ ...quiet, folder: restored, file, now: new Date() })).toBeNull();
    const ids = await idsIn(restored, rows.collectionName);
    expect(before.filter((n) => !ids.has(n))).toEqual([]);
    rmSync(restored, { recursive: true });
  }
  isWriting = false;
  await writers;
  expect(existsSync(join(elsewhere, 'one.db-wal'))).toBe(false);
  expect(statSync(join(elsewhere, 'one.db')).mode & 0o777).toBe(0o600);
});

test('a running database is checked while it goes on, and no copy stays', async () => {
  const { faults, documents } = await checkFolder(own.folder, run, quiet);
  expect(faults.first).toEqual([]);
  expect(documents).toBeGreaterThanOrEqual(6000);
  expect(readdirSync(own.folder).filter((name) => name.startsWith('checking'))).toEqual([]);
});

test('the server writes into an empty file that whoever asks has made, and into nothing else', async () => {
  const taken = join(elsewhere, 'taken');
  writeFileSync(taken, 'mine');
  expect(await codeOf(run({ embeddedBackup: taken }))).toBe(2);
  expect(await codeOf(run({ embeddedBackup: join(elsewhere, 'missing') }))).toBe(2);
  expect(await codeOf(run({ embeddedBackup: 'data.db' }))).toBe(2);
  expect(readFileSync(taken, 'utf8')).toBe('mine');
});

test('two copies at once are refused; one whose client goes away or that is stopped ends, and the next can begin', async () => {
  const file = join(elsewhere, 'operated.db');
  await copyDatabase(own.folder, run, file, quiet);
  const sqlite = openFile(file, 'NORMAL');
  const operator = new Operator(sqlite);
  const copyFor = (gone: AbortSignal) => {
    const copy = join(elsewhere, `copy-${copies++}`);
    writeFileSync(copy, '');
    return codeOf(operator.run({ embeddedBackup: copy }, { guest: false, gone }));
  };
  const client = new AbortController();
  const first = copyFor(client.signal);
  expect(await copyFor(quiet.signal)).toBe(117);
  client.abort(new Error('gone'));
  expect(await first).toBe('gone');
  const second = copyFor(quiet.signal);
  await operator.run({ embeddedBackupStop: 1 }, { guest: false, gone: quiet.signal });
  expect(await second).toBe(11601);
  const third = copyFor(quiet.signal);
  await operator.stop();
  expect(await third).toBe(11600);
  expect(operator.stop()).toBeUndefined();
  expect(await copyFor(quiet.signal)).toBeUndefined();
  sqlite.close();
});

test('copies that meet transactions all the time come to their end', async () => {
  const sqlite = openFile(join(elsewhere, 'busy.db'), 'NORMAL');
  sqlite.exec('CREATE TABLE ticks (n INTEGER)');
  let isBusy = true;
  const tick = (): void => {
    if (!isBusy) return;
    sqlite.exec('BEGIN IMMEDIATE; INSERT INTO ticks VALUES (1)');
    for (const end = performance.now() + 4; performance.now() < end; );
    sqlite.exec('COMMIT');
    setImmediate(tick);
  };
  tick();
  for (let n = 0; n < 8; n++) {
    const file = join(elsewhere, `busy-${n}`);
    writeFileSync(file, '');
    await copyOnline(sqlite, file, quiet);
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
  }
  isBusy = false;
  sqlite.close();
});

test('a copy that is stopped ends at once and leaves nothing, of a running database and of a closed one', async () => {
  const closed = temporaryFolder();
  const whence = join(elsewhere, 'to-stop.db');
  await copyDatabase(own.folder, run, whence, quiet);
  await restoreDatabase({ ...quiet, folder: closed, file: whence, now: new Date() });
  const stop = new AbortController();
  const path = join(elsewhere, 'stopped');
  const copy = (folder: string, through: Run | null, onProgress: (progress: Progress) => void) =>
    whole(path, false, (part) => copyDatabase(folder, through, part, { signal: stop.signal, onProgress }));
  const seen: Progress[] = [];
  await whole(path, false, (part) =>
    copyDatabase(closed, null, part, { ...quiet, onProgress: (progress) => seen.push(progress) }),
  );
  rmSync(path);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen.map(({ done }) => done)).toEqual(seen.map(({ done }) => done).sort((a, b) => a - b));
  expect(new Set(seen.map(({ total }) => total)).size).toBe(1);
  await expect(copy(closed, null, () => stop.abort(new Error('enough')))).rejects.toThrow('enough');
  await expect(copy(own.folder, run, () => undefined)).rejects.toThrow('enough');
  expect(readdirSync(elsewhere).filter((name) => /stopped/.test(name))).toEqual([]);
  rmSync(closed, { recursive: true });
});

test('a backup under a name that exists is refused, or replaces it whole', async () => {
  const path = join(elsewhere, 'named');
  writeFileSync(path, 'old');
  const make = (text: string) => async (part: string) => writeFileSync(part, text);
  await expect(whole(path, false, make('new'))).rejects.toThrow('--force');
  const failing = async (part: string): Promise<void> => {
    writeFileSync(part, 'half');
    throw new Error('no room');
  };
  await expect(whole(path, true, failing)).rejects.toThrow('no room');
  expect(readFileSync(path, 'utf8')).toBe('old');
  await expect(whole(join(path, 'below'), false, make('new'))).rejects.toThrow();
  await expect(whole(join(elsewhere, 'no', 'x'), false, make('new'))).rejects.toThrow(
    `There is no folder ${join(elsewhere, 'no')}.`,
  );
  await whole(path, true, make('new'));
  expect(readFileSync(path, 'utf8')).toBe('new');
  await whole(path, true, async (part) => void mkdirSync(part));
  await whole(path, true, async (part) => void mkdirSync(join(part, 'inner'), { recursive: true }));
  expect(readdirSync(path)).toEqual(['inner']);
  expect(readdirSync(elsewhere).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('a restore keeps what was there aside, its companions too, and starts on what was restored', async () => {
  const [source, target] = [temporaryFolder(), temporaryFolder()];
  for (const [folder, ids] of [
    [source, [1, 2]],
    [target, [8, 9]],
  ] as const) {
    const embedded = await startEmbeddedMongo({ folder });
    const client = new MongoClient(embedded.url);
    await client
      .db('test')
      .collection<Numbered>('rows')
      .insertMany(ids.map((_id) => ({ _id })));
    await client.close();
    await embedded.close();
    mkdirSync(join(folder, 'photos'));
    writeFileSync(join(folder, 'photos', `of-${ids[0]}`), 'pixels');
  }
  const file = join(elsewhere, 'source.db');
  await copyDatabase(source, null, file, quiet);
  const options = { ...quiet, folder: target, file, now: new Date('2026-05-04T03:02:01Z') };
  const previous = await restoreDatabase({ ...options, companion: { from: join(source, 'photos'), name: 'photos' } });
  expect(previous).toBe(join(target, 'before-restore-2026-05-04T03-02-01'));
  expect(readdirSync(join(target, 'photos'))).toEqual(['of-1']);
  expect(readdirSync(join(previous as string, 'photos'))).toEqual(['of-8']);
  expect(await idsIn(target, 'rows')).toEqual(new Set([1, 2]));
  expect(await idsIn(previous as string, 'rows')).toEqual(new Set([8, 9]));
  // Node's compile cache is elsewhere if the whole process has one cache folder.
  const left = readdirSync(target).filter((name) => name !== 'compiled');
  expect(left.sort()).toEqual(['before-restore-2026-05-04T03-02-01', 'data.db', 'photos']);
  rmSync(source, { recursive: true });
  rmSync(target, { recursive: true });
});

test('a restore over a database in use, or of a bad backup, is refused and changes nothing', async () => {
  const file = join(elsewhere, 'good.db');
  await copyDatabase(own.folder, run, file, quiet);
  const before = readdirSync(own.folder).sort();
  const restore = (folder: string, from: string) => restoreDatabase({ ...quiet, folder, file: from, now: new Date() });
  await expect(restore(own.folder, file)).rejects.toThrow(/^Another process has the database open/);
  expect(readdirSync(own.folder).sort()).toEqual(before);
  const target = temporaryFolder();
  writeFileSync(join(target, 'data.db'), 'what was there');
  const bytes = readFileSync(file);
  const cut = join(elsewhere, 'cut.db');
  writeFileSync(cut, bytes.subarray(0, bytes.length - 40_960));
  await expect(restore(target, cut)).rejects.toThrow(/^The backup is not right, nothing was changed\./);
  await expect(restore(target, join(own.folder, 'data.db'))).rejects.toThrow('in use');
  await expect(restore(target, join(elsewhere, 'none'))).rejects.toThrow('There is no');
  expect(readdirSync(target)).toEqual(['data.db']);
  expect(readFileSync(join(target, 'data.db'), 'utf8')).toBe('what was there');
  const previous = await restore(target, file);
  expect(readFileSync(join(previous as string, 'data.db'), 'utf8')).toBe('what was there');
  rmSync(target, { recursive: true });
});

test('what a killed database had in its log is aside too, and is not read into the restored one', async () => {
  const file = join(elsewhere, 'before-log.db');
  await copyDatabase(own.folder, run, file, quiet);
  const [killed, target] = [temporaryFolder(), temporaryFolder()];
  const embedded = await startEmbeddedMongo({ folder: killed });
  const client = new MongoClient(embedded.url);
  await client.db('test').collection<Numbered>('logged').insertOne({ _id: 7 });
  for (const name of ['data.db', 'data.db-wal']) cpSync(join(killed, name), join(target, name));
  await client.close();
  await embedded.close();
  expect(statSync(join(target, 'data.db-wal')).size).toBeGreaterThan(0);
  const previous = (await restoreDatabase({ ...quiet, folder: target, file, now: new Date() })) as string;
  expect(readdirSync(target).sort()).toEqual([previous.slice(target.length + 1), 'data.db']);
  expect(await idsIn(previous, 'logged')).toEqual(new Set([7]));
  expect(await idsIn(target, 'logged')).toEqual(new Set());
  expect((await idsIn(target, 'filler')).size).toBe(6000);
  for (const folder of [killed, target]) rmSync(folder, { recursive: true });
});
