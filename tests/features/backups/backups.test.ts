import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { EJSON } from 'bson';
import { type Db, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { listBackups } from '#api/features/backups/backups.format.ts';
import { BackupService } from '#api/features/backups/backups.service.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { type BackupJob, makeBackup } from '#api/features/backups/backups.write.ts';
import { type BackupPlace, openBackupPlace } from '#api/platform/backup-place.ts';
import { Leases } from '#api/platform/leases.ts';
import { createLog } from '#api/platform/logs.ts';
import { readBackup } from '#api/platform/settings/backup-setting.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { until } from '#tests/kit/until.ts';

const cli = join(import.meta.dirname, '../../../api/cli/db.ts');
const { MONGODB_URL: _, STORAGE_URL: __, ...inherited } = process.env;
const never = new AbortController().signal;
const minute = 60_000;

let base: string;
let s3: TestS3;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'headbadge-backups-'));
  s3 = await TestS3.open();
});
afterAll(async () => {
  await s3.close();
  rmSync(base, { recursive: true, force: true });
});

const envOf = (folder: string, env: Record<string, string>) => ({ ...inherited, DATA_DIR: folder, ...env });
/** Runs the real command, as an operator does. */
const db = (folder: string, args: string[], env: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; said: string }>((resolve) => {
    const child = execFile(process.execPath, [cli, ...args], { env: envOf(folder, env) }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });

/** A folder with a running database, some documents and two photos. */
async function running(name: string, bikes = 300) {
  const folder = join(base, name);
  const engine = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const client = await new MongoClient(engine.url).connect();
  const data = client.db('headbadge');
  const rows = Array.from({ length: bikes }, (_, n) => ({
    _id: `bike ${n}` as never,
    name: `Bike ${n} ${'x'.repeat(n)}`,
  }));
  await data.collection('bikes').insertMany(rows);
  await data.collection('bikes').createIndex({ name: 1 }, { unique: true });
  await data.collection('empty').createIndex({ at: 1 }, { expireAfterSeconds: 60 });
  for (const one of ['site', 'bikes/01/one/320.webp', 'bikes/01/two/320.webp'])
    putPhoto(folder, one, `bytes of ${one}`);
  putPhoto(folder, 'unfinished/half.part', 'half');
  const close = async () => {
    await client.close();
    await engine.close();
  };
  return { folder, data, close, url: engine.url };
}
function putPhoto(folder: string, path: string, text: string): void {
  const file = join(folder, 'photos', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** All documents and indexes, without what the backups write themselves. */
async function contentOf(data: Db): Promise<Record<string, string>> {
  const names = (await data.listCollections().toArray()).map(({ name }) => name);
  const own = new Set(['backups', 'leases', 'notes']);
  const read = async (name: string) => {
    const docs = await data.collection(name).find().sort({ _id: 1 }).toArray();
    const indexes = (await data.collection(name).listIndexes().toArray()).map(({ v: _v, ns: _ns, ...index }) => index);
    return [name, EJSON.stringify({ docs, indexes })] as const;
  };
  return Object.fromEntries(
    await Promise.all(
      names
        .filter((name) => !own.has(name))
        .sort()
        .map(read),
    ),
  );
}
async function contentIn(folder: string): Promise<Record<string, string>> {
  const engine = await startEmbeddedMongo({ folder, synchronous: 'NORMAL' });
  const client = await new MongoClient(engine.url).connect();
  try {
    return await contentOf(client.db('headbadge'));
  } finally {
    await client.close();
    await engine.close();
  }
}
function photosIn(folder: string): Record<string, string> {
  const entries = readdirSync(join(folder, 'photos'), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(files.sort().map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]));
}

const jobOf = (folder: string, at: string, more: Partial<BackupJob> = {}): BackupJob => ({
  dataDir: folder,
  mongodbUrl: undefined,
  hasPhotos: true,
  keep: 2,
  version: '1.0.0',
  site: '',
  at: new Date(at),
  ...more,
});
/** A bucket, or a part of one. */
function bucket(prefix: string): BackupPlace {
  const setting = readBackup({ BACKUP_TO: s3.url({ prefix }) }, '/data');
  if (!setting || Array.isArray(setting)) throw new Error('The address is wrong.');
  return openBackupPlace(setting.to);
}
const namesIn = async (place: BackupPlace) =>
  (await listBackups(place)).map(({ name, complete }) => `${name}${complete ? '' : ' incomplete'}`);

test('a backup in a bucket is restored into an empty folder with every document, index and photo', async () => {
  const site = await running('one');
  const env = { BACKUP_TO: s3.url({ prefix: '/one' }) };
  s3.faults.push('answer lost', null, 'internal error', null, 'slow down');
  const made = await db(site.folder, ['backup'], env);
  expect(made).toMatchObject({ code: 0, said: '' });
  expect(made.out).toMatch(/^Made 20\S+Z: \d+\.\d MB, 3 photo files\.\n$/);
  const [expected, photos] = [await contentOf(site.data), photosIn(site.folder)];
  await site.data.collection('bikes').deleteMany({});
  await site.close();
  expect((await db(base, ['backups'], env)).out).toMatch(/^20\S+Z {2}\d+\.\d MB, 3 photo files, version \S+\n$/);

  const empty = join(base, 'empty');
  const restored = await db(empty, ['restore', '--latest'], env);
  expect(restored).toMatchObject({ code: 0, said: '' });
  expect(await contentIn(empty)).toEqual(expected);
  expect(photosIn(empty)).toEqual(
    Object.fromEntries(Object.entries(photos).filter(([path]) => !path.includes('part'))),
  );
  expect(readdirSync(empty).filter((name) => name.startsWith('restoring'))).toEqual([]);
  for (const line of [made, restored]) expect(line.out + line.said).not.toContain(s3.secret);
});

test('a damaged or missing part is named, and nothing is restored', async () => {
  const place = bucket('/one');
  const [name = ''] = await namesIn(place);
  const key = [...s3.objects.keys()].find((one) => one.includes(`one/backups/${name}/data.db`)) ?? '';
  const before = s3.objects.get(key);
  if (!before) throw new Error('There is no part.');
  const env = { BACKUP_TO: s3.url({ prefix: '/one' }) };
  const target = join(base, 'damaged');
  s3.objects.set(key, { ...before, bytes: Buffer.from('other bytes') });
  expect((await db(target, ['restore', '--name', name], env)).said).toMatch(
    /is damaged: data\.db\.00001\.gz has changed/,
  );
  s3.objects.delete(key);
  expect((await db(target, ['restore', '--latest'], env)).said).toMatch(
    /is not complete: data\.db\.00001\.gz is missing/,
  );
  s3.objects.set(key, before);
  expect((await db(target, ['restore', '--name', '../one'], env)).said).toMatch(/There is no complete backup/);
  expect(existsSync(join(target, 'data.db'))).toBe(false);
});

test('a process that is killed in the middle leaves no backup; the next one is complete and tidies up', async () => {
  const site = await running('killed', 3000);
  const env = { BACKUP_TO: s3.url({ prefix: '/killed' }) };
  const old = await makeBackup(bucket('/killed'), jobOf(site.folder, '2026-08-01T00:00:00Z'), never);
  // The database is stored, and what follows is never answered.
  const asked = s3.requests.length;
  s3.stalled = /^PUT .*killed\/backups\/.*photos\.txt/;
  const child = spawn(process.execPath, [cli, 'backup'], { env: envOf(site.folder, env), stdio: 'ignore' });
  await until(async () => expect(s3.requests.slice(asked).filter((one) => s3.stalled?.test(one))).toHaveLength(1));
  child.kill('SIGKILL');
  await once(child, 'exit');
  s3.stalled = null;
  const left = await namesIn(bucket('/killed'));
  expect(left).toHaveLength(2);
  expect(left[0]).toContain('incomplete');
  expect(left[1]).toBe(old.name);
  const latest = join(base, 'killed-latest');
  expect((await db(latest, ['restore', '--latest'], env)).out).toContain(`Restored ${old.name}`);

  // The lease of the dead process ends by itself.
  await site.data.collection('leases').updateMany({}, { $set: { endsAt: new Date(0) } });
  const again = await db(site.folder, ['backup'], env);
  expect(again).toMatchObject({ code: 0 });
  const names = await namesIn(bucket('/killed'));
  expect(names).toHaveLength(2);
  expect(names.join()).not.toContain('incomplete');
  const state = await site.data.collection('backups').findOne({});
  expect(state).toMatchObject({ runningSince: null, failure: null });
  await site.close();
});

test('old backups go only after a new one is complete, and photos with the last backup that has them', async () => {
  const site = await running('rotated', 20);
  const target = join(base, 'target');
  const failing = openBackupPlace(target);
  await expect(makeBackup(failing, jobOf(site.folder, '2026-08-01T00:00:00Z'), never)).rejects.toThrow(
    `There is no folder ${target}.`,
  );
  mkdirSync(target);
  writeFileSync(join(target, 'mine.txt'), 'not a backup');
  const make = (day: number, place = openBackupPlace(target)) =>
    makeBackup(place, jobOf(site.folder, `2026-08-0${day}T00:00:00Z`), never);
  await make(1);
  rmSync(join(site.folder, 'photos/bikes/01/one'), { recursive: true });
  putPhoto(site.folder, 'bikes/01/three/320.webp', 'three');
  await make(2);
  const photo = (name: string) => existsSync(join(target, 'photos/bikes/01', name, '320.webp'));
  expect([photo('one'), photo('two'), photo('three')]).toEqual([true, true, true]);

  const another = jobOf(site.folder, '2026-08-03T00:00:00Z', { site: 'another' });
  await expect(makeBackup(openBackupPlace(target), another, never)).rejects.toThrow('of another site');

  // The stored part reads back as something else: the old ones stay.
  const lying = openBackupPlace(target);
  const get = lying.get.bind(lying);
  lying.get = async (key) => (key.endsWith('.gz') ? Buffer.from('zeros') : get(key));
  await expect(make(3, lying)).rejects.toThrow('cannot be read back');
  expect(await namesIn(openBackupPlace(target))).toEqual([
    '2026-08-03T00-00-00Z incomplete',
    '2026-08-02T00-00-00Z',
    '2026-08-01T00-00-00Z',
  ]);
  await make(4);
  expect(await namesIn(openBackupPlace(target))).toEqual(['2026-08-04T00-00-00Z', '2026-08-02T00-00-00Z']);
  expect([photo('one'), photo('two'), photo('three')]).toEqual([false, true, true]);
  expect(readFileSync(join(target, 'mine.txt'), 'utf8')).toBe('not a backup');
  await site.close();
});

test('a server is backed up as an export, which a server and an embedded database restore', async () => {
  const site = await running('server', 50);
  const url = site.url.replace('/?', '/headbadge?');
  const place = join(base, 'server-backups');
  mkdirSync(place);
  const env = { BACKUP_TO: place, MONGODB_URL: url };
  const elsewhere = join(base, 'elsewhere');
  const made = await db(elsewhere, ['backup'], env);
  expect(made).toMatchObject({ code: 0, said: '' });
  const expected = await contentOf(site.data);
  const embedded = join(base, 'from-export');
  expect(await db(embedded, ['restore', '--latest'], { BACKUP_TO: place })).toMatchObject({ code: 0 });
  expect(await contentIn(embedded)).toEqual(expected);
  expect((await db(elsewhere, ['restore', '--latest'], env)).said).toContain('--replace replaces them.');
  await site.data.collection('bikes').deleteMany({});
  expect(await db(elsewhere, ['restore', '--latest', '--replace'], env)).toMatchObject({ code: 0 });
  expect(await contentOf(site.data)).toEqual(expected);
  // A database file, into a server.
  const file = await running('file', 10);
  await makeBackup(openBackupPlace(place), jobOf(file.folder, '2030-01-01T00:00:00Z', { keep: 9 }), never);
  const moved = await contentOf(file.data);
  await file.close();
  expect(await db(elsewhere, ['restore', '--latest', '--replace'], env)).toMatchObject({ code: 0 });
  const now = await contentOf(site.data);
  expect(Object.fromEntries(Object.keys(moved).map((name) => [name, now[name]]))).toEqual(moved);
  await site.close();
});

test('one process makes the backup that is due; a failure is told and tried again within the hour', async () => {
  const database = await TestDatabase.open();
  let now = Date.parse('2026-08-01T00:00:00Z');
  let made = 0;
  let failure: string | null = null;
  let release: () => void = () => undefined;
  let held: Promise<void> = Promise.resolve();
  const open = () =>
    new BackupService({
      setting: { to: '/backups', every: 86_400, keep: 7 },
      state: new BackupStore(database.db),
      leases: new Leases(database.db, () => new Date(now)),
      make: async (at) => {
        made += 1;
        await held;
        if (failure) throw new Error(failure);
        const about = {
          format: 1,
          version: '1',
          site: '',
          kind: 'file',
          consistent: true,
          photos: 0,
        } as const;
        return { ...about, files: [], name: at.toISOString(), at: at.toISOString() };
      },
      now: () => new Date(now),
      log: createLog({ level: 'silent' }),
    });
  const [one, two] = [open(), open()];
  try {
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = one.runIfDue(never);
    await until(async () => expect(made).toBe(1));
    await two.runIfDue(never);
    expect(await two.runNow(never)).toBeNull();
    expect(await two.read()).toMatchObject({ runningSince: '2026-08-01T00:00:00.000Z', last: null, failure: null });
    release();
    await first;
    await two.runIfDue(never);
    expect([made, (await two.read()).last?.photos]).toEqual([1, 0]);

    now += 86_400_000;
    failure = 'The bucket photos: PUT got the answer 403 AccessDenied.';
    await expect(one.runIfDue(never)).rejects.toThrow('403');
    now += 59 * minute;
    await two.runIfDue(never);
    expect([made, (await two.read()).failure?.message]).toEqual([2, failure]);
    expect((await two.read()).last).not.toBeNull();
    now += minute;
    failure = null;
    await two.runIfDue(never);
    expect([made, (await one.read()).failure]).toEqual([3, null]);

    // A process died while it made one: its lease ends, and another one begins anew at once.
    await new BackupStore(database.db).begin(new Date(now));
    now += 3 * minute;
    expect((await one.read()).failure?.message).toBe('The process that made the backup ended before it was complete.');
    await two.runIfDue(never);
    expect([made, (await one.read()).failure]).toEqual([4, null]);

    // A stop is no failure.
    now += 86_400_000;
    const stopping = new AbortController();
    stopping.abort();
    failure = 'stopped';
    await expect(one.runIfDue(stopping.signal)).rejects.toThrow();
    expect(await one.read()).toMatchObject({ runningSince: null, failure: null });
  } finally {
    await database.close();
  }
});

test('a lease is renewed as long as the work takes, and its loss is told', async () => {
  const database = await TestDatabase.open();
  try {
    const leases = new Leases(database.db, () => new Date());
    const rows = database.db.collection<{ _id: string; endsAt: Date }>('leases');
    await leases.hold('long', 90, async (lost) => {
      const begun = (await rows.findOne({ _id: 'long' }))?.endsAt ?? new Date();
      // Past its first end, only a renewed lease is held.
      await until(async () => {
        expect(Date.now()).toBeGreaterThan(begun.getTime());
        expect(await leases.isHeld('long')).toBe(true);
      });
      expect(lost.aborted).toBe(false);
      await rows.updateOne({ _id: 'long' }, { $set: { holder: 'another' } });
      await until(async () => expect(lost.aborted).toBe(true));
    });
    expect(await rows.countDocuments({ _id: 'long' })).toBe(1);
  } finally {
    await database.close();
  }
});

test.each([
  [{ BACKUP_TO: 'backups' }, 'BACKUP_TO must be the full path'],
  [{ BACKUP_TO: '/data/backups' }, 'BACKUP_TO must be outside of DATA_DIR'],
  [{ BACKUP_TO: 's3://bucket' }, 'BACKUP_TO needs a region'],
  [{ BACKUP_TO: '/backups', BACKUP_EVERY: '1 day' }, 'BACKUP_EVERY must be'],
  [{ BACKUP_TO: '/backups', BACKUP_EVERY: '0h' }, 'BACKUP_EVERY must be'],
  [{ BACKUP_TO: '/backups', BACKUP_KEEP: '0' }, 'BACKUP_KEEP must be'],
  [{ BACKUP_KEEP: '3' }, 'need BACKUP_TO'],
])('the settings %o are refused', (env, said) => {
  expect(readBackup(env, '/data')).toEqual(expect.arrayContaining([expect.stringContaining(said)]));
});

test('without BACKUP_TO there are no backups; with it one a day, of which seven are kept', () => {
  expect(readBackup({}, '/data')).toBeUndefined();
  expect(readBackup({ BACKUP_TO: '/backups/' }, '/data')).toEqual({ to: '/backups', every: 86_400, keep: 7 });
  const some = readBackup({ BACKUP_TO: '/data-2', BACKUP_EVERY: '90m', BACKUP_KEEP: '30' }, '/data');
  expect(some).toEqual({ to: '/data-2', every: 5400, keep: 30 });
});
