import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Collection, MongoClient } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Meter } from '#api/cli/db/meter.ts';
import { runningMongoUrl } from '#api/embedded-mongo/running.ts';
import { addressOf, newDatabaseName, testServer } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const entry = join(import.meta.dirname, '../../api/cli/db.ts');
const { MONGODB_URL: _, STORAGE_URL: __, ...inherited } = process.env;
const compiled = mkdtempSync(join(tmpdir(), 'headbadge-compiled-'));
// The second process uses the compile cache of the first.
const cleanEnv = { ...inherited, NODE_COMPILE_CACHE: compiled };

type Answer = { code: number; out: string; said: string };

/** Runs the real command, as an operator does. */
const db = (folder: string, args: string[], env: Record<string, string> = {}): Promise<Answer> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [entry, ...args],
      { env: { ...cleanEnv, DATA_DIR: folder, ...env } },
      (_error, out, said) => resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });

/** Runs `serve` until it is stopped. */
async function serving(folder: string, port = '0') {
  const child = spawn(process.execPath, [entry, 'serve', '--port', port], {
    env: { ...cleanEnv, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const url = /mongodb:\S+/.exec(String(line))?.[0] ?? '';
  const end = async (): Promise<number> => {
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return code;
  };
  return { url, end, line: String(line) };
}

async function dropDatabase(name: string): Promise<void> {
  const client = new MongoClient(testServer ?? '');
  await client.db(name).dropDatabase();
  await client.close();
}

let base: string;
let site: Site;

/** Runs work through the running site's own socket. */
async function withBikes<T>(work: (bikes: Collection) => Promise<T>): Promise<T> {
  const client = new MongoClient(runningMongoUrl(site.folder) ?? '');
  try {
    return await work(client.db('headbadge').collection('bikes'));
  } finally {
    await client.close();
  }
}

const photo = (folder: string, name: string) => join(folder, 'photos/bikes/01', name, '320.webp');
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'headbadge-db-cli-'));
  // The commands are for the embedded database, whichever server the other tests use.
  site = await Site.start({ isAlone: true, env: { MONGODB_URL: '' } });
  for (const name of ['one', 'two']) {
    mkdirSync(dirname(photo(site.folder, name)), { recursive: true });
    writeFileSync(photo(site.folder, name), `pixels of ${name}`);
  }
  writeFileSync(join(site.folder, 'photos/unfinished/half.part'), 'half');
  await withBikes((bikes) =>
    bikes.insertMany(
      Array.from({ length: 300 }, (_, n) => ({
        _id: `bike ${n}` as never,
        name: `Bike ${n}`,
        terms: ['a', `t${n % 5}`],
      })),
    ),
  );
});
afterAll(async () => {
  await site.close();
  for (const folder of [base, compiled]) rmSync(folder, { recursive: true, force: true });
});

test('an unknown command prints the usage, with exit code 2', async () => {
  const answers = await Promise.all(
    [['frobnicate'], ['check', '--wrong'], ['serve', '--port', 'x']].map((args) => db(base, args)),
  );
  for (const { code, out, said } of answers) {
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(said).toContain('npm run db -- COMMAND');
  }
  expect(answers[0]?.said).toContain('There is no command "frobnicate".');
  const help = await db(base, ['--help']);
  expect(help.code).toBe(0);
  for (const name of ['serve', 'backup', 'restore', 'check', 'export', 'import', 'adopt', 'maintenance', 'shard'])
    expect(help.out).toContain(`  ${name}`);
});

test('maintenance is turned on and off, with a sentence, beside the running site', async () => {
  const services = async () => (await fetch(`${site.origin}/api/v1/services`)).json();
  const on = await db(site.folder, ['maintenance', 'on', 'Back at noon.']);
  expect(on).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The site is read-only since .*: Back at noon\.\n$/),
  });
  await expect.poll(async () => (await services()).data.maintenance).toBe('Back at noon.');
  expect((await db(site.folder, ['maintenance', 'show'])).out).toBe(on.out);
  expect(await db(site.folder, ['maintenance', 'off'])).toMatchObject({ code: 0, out: 'The site takes changes.\n' });
  await expect.poll(async () => (await services()).data.maintenance).toBeNull();
  for (const wrong of [['maybe'], ['off', 'Back.'], ['on', ' ']])
    expect((await db(site.folder, ['maintenance', ...wrong])).code).toBe(1);
});

test('progress is one changing line on a terminal, and a line every five seconds elsewhere', () => {
  const shownOn = (isTTY: boolean): string => {
    let text = '';
    let now = 0;
    const write = (more: unknown): boolean => {
      text += more;
      return true;
    };
    const meter = new Meter({ isTTY, write }, () => now);
    for (; now <= 12_000; now += 50) meter.show('Pages', now, 12_000);
    meter.end();
    return text;
  };
  expect(shownOn(false)).toBe('Pages: 5,000 of 12,000\nPages: 10,000 of 12,000\n');
  const screen = shownOn(true);
  expect(screen.split('\r')).toHaveLength(122);
  expect(screen).not.toContain('\n');
  expect(screen.endsWith('\r\x1b[K')).toBe(true);
});

test('without a database, nothing is created and one sentence says so', async () => {
  const empty = join(base, 'nothing');
  const commands = [['check'], ['backup', join(base, 'b')], ['export', join(base, 'e')]];
  for (const { code, said } of await Promise.all(commands.map((args) => db(empty, args))))
    expect({ code, said }).toEqual({ code: 1, said: `There is no database in ${empty}.\n` });
  expect(existsSync(empty)).toBe(false);
  expect(readdirSync(base)).toEqual([]);
});

test('a running site is backed up with its photos, checked, and never overwritten by a restore', async () => {
  const folder = join(base, 'backup');
  const made = await db(site.folder, ['backup', folder, '--photos']);
  expect(made).toMatchObject({ code: 0, said: '' });
  expect(made.out).toMatch(/^Wrote .*backup: \d+\.\d MB, 3 photo files\.\n$/);
  expect(readdirSync(folder).sort()).toEqual(['data.db', 'photos']);
  expect(readFileSync(photo(folder, 'two'), 'utf8')).toBe('pixels of two');
  expect(existsSync(join(folder, 'photos/unfinished'))).toBe(false);
  expect(await db(site.folder, ['backup', folder])).toMatchObject({
    code: 1,
    said: `${folder} exists already. --force replaces it.\n`,
  });
  mkdirSync(join(base, 'letters'));
  writeFileSync(join(base, 'letters/love'), 'dear');
  const never = await db(site.folder, ['backup', join(base, 'letters'), '--photos', '--force']);
  expect(never.said).toMatch(/contains other files than a backup\.\n$/);
  expect(readdirSync(join(base, 'letters'))).toEqual(['love']);
  const own = await db(site.folder, ['backup', join(site.folder, 'data.db'), '--force']);
  expect(own.said).toMatch(/is where the site keeps its data\.\n$/);
  const checked = await db(site.folder, ['check']);
  expect(checked).toMatchObject({ code: 0, said: '' });
  expect(checked.out).toMatch(/^\d+ documents and \d+ index entries checked: no faults\.\n$/);
  expect(await db(site.folder, ['restore', folder])).toEqual({
    code: 1,
    out: '',
    said: `The site is running on ${site.folder}. Stop it first.\n`,
  });
});

test('a backup restores the site with photos; existing data is moved aside', async () => {
  await withBikes((bikes) => bikes.deleteMany({}));
  rmSync(photo(site.folder, 'one'));
  await site.stop();
  const restored = await db(site.folder, ['restore', join(base, 'backup')]);
  expect(restored).toMatchObject({ code: 0, said: '' });
  const [, movedTo = ''] = /The old data is in (.*)\. Delete it/.exec(restored.out) ?? [];
  expect(readdirSync(movedTo).sort()).toEqual(['data.db', 'photos']);
  await site.start();
  expect(await withBikes((bikes) => bikes.countDocuments({ terms: 'a' }))).toBe(300);
  expect(readFileSync(photo(site.folder, 'one'), 'utf8')).toBe('pixels of one');
});

test('a site with other keys starts when they are adopted, and a restored one with its own', {
  tags: nightly,
}, async () => {
  await site.stop();
  const KEYS = 'another secret';
  await expect(site.start({ KEYS })).rejects.toThrow(/ended \(1\)[\s\S]*- KEYS must hold .*npm run db -- adopt/);
  const adopted = await db(site.folder, ['adopt']);
  expect(adopted).toMatchObject({ code: 0, said: '', out: expect.stringContaining('The next start uses the keys') });
  await site.start({ KEYS });
  await site.stop();
  expect(await db(site.folder, ['restore', join(base, 'backup')])).toMatchObject({ code: 0, said: '' });
  await site.start({ KEYS: 'a third secret' });
  await site.stop();
  await db(site.folder, ['adopt']);
  await site.start();
});

test('the running site is opened on a port for other clients until the command ends', async () => {
  const door = await serving(site.folder);
  expect(door.line).toContain('The database of the running site listens at mongodb://127.0.0.1:');
  const client = await new MongoClient(door.url).connect();
  expect(await client.db('headbadge').collection('bikes').countDocuments()).toBe(300);
  const port = new URL(door.url.replace('mongodb:', 'http:')).port;
  const second = await db(site.folder, ['serve', '--port', port]);
  expect(second).toEqual({ code: 1, out: '', said: `Port ${port} of 127.0.0.1 is in use. Choose another one.\n` });
  await client.close();
  expect(await door.end()).toBe(0);
  expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
});

test('a site moves to another server and back by export and import, unchanged', { tags: nightly }, async () => {
  const [there, first, second, third] = ['there', 'first', 'second', 'third'].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  expect((await db(site.folder, ['export', first])).code).toBe(0);
  expect(readdirSync(site.folder).filter((name) => name.startsWith('exporting'))).toEqual([]);
  const server = testServer ? null : await serving(there);
  if (server) expect(server.line).toMatch(/^The database listens at/);
  const name = newDatabaseName();
  const elsewhere = { MONGODB_URL: addressOf(testServer ?? server?.url ?? '', name) };
  const imported = await db(site.folder, ['import', first], elsewhere);
  expect(imported).toMatchObject({ code: 0, said: '' });
  expect(imported.out).toMatch(/^Imported \d+ documents into \d+ collections\./);
  expect((await db(site.folder, ['export', second], elsewhere)).code).toBe(0);
  expect((await db(site.folder, ['check'], elsewhere)).said).toMatch(/^MONGODB_URL is set: /);
  if (server) expect(await server.end()).toBe(0);
  else await dropDatabase(name);
  const back = join(base, 'back');
  expect((await db(back, ['import', second])).code).toBe(0);
  expect((await db(back, ['export', third])).code).toBe(0);
  const text = (folder: string) =>
    readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  expect(text(first).map(([name]) => name)).toContain('bikes.json');
  expect(text(second)).toEqual(text(first));
  expect(text(third)).toEqual(text(first));
});

test('a damaged database fails the check with a list and exit code 1', async () => {
  const folder = join(base, 'damaged');
  expect((await db(folder, ['restore', join(base, 'backup/data.db')])).out).toMatch(/^Restored [^\n]*\n$/);
  const sqlite = new DatabaseSync(join(folder, 'data.db'));
  const { id } = sqlite.prepare(`SELECT id FROM collections WHERE name = 'bikes'`).get() as { id: number };
  sqlite.exec(`DELETE FROM docs_${id} WHERE id <= 30`);
  sqlite.close();
  const { code, out } = await db(folder, ['check']);
  expect(code).toBe(1);
  const lines = out.trim().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines[0]).toMatch(/^headbadge\.bikes: index \S+ has an entry of document number \d+, which is not there$/);
  expect(lines[20]).toMatch(/^… and \d+ more$/);
  expect(lines[21]).toMatch(/checked: \d+ faults\.$/);
});
