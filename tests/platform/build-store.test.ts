import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BuildStore } from '#api/platform/build-store.ts';
import { errorAnswer, notFoundAnswer, type Visitor } from '#api/platform/http/kit.ts';
import { pagePictureRoutes, staticRoutes } from '#api/platform/http/static.ts';
import { listen } from '#api/platform/listen.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { HungDatabase } from '#tests/kit/hung-database.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const forever = 'public, max-age=31536000, immutable';
const md5 = (text: string) => createHash('md5').update(text).digest('hex');

let database: TestDatabase;
let time: number;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  database = await TestDatabase.open();
  time = Date.UTC(2026, 0, 1);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await database.close();
});

/** Writes a build: its script, its picture, its page and its worker carry its name. */
async function build(name: string): Promise<string> {
  const page = join(database.folder, name);
  await mkdir(join(page, 'assets'), { recursive: true });
  await mkdir(join(page, `images/pages/guide-${name}`), { recursive: true });
  const script = `/* ${name} */`.repeat(100);
  const files = {
    [`assets/home-${name}.js`]: script,
    [`assets/home-${name}.js.br`]: brotliCompressSync(script),
    [`assets/home-${name}.js.gz`]: 'compressed',
    [`assets/home-${name}.js.map`]: 'secret',
    'assets/font-1.woff2': 'the same in each build',
    [`images/pages/guide-${name}/wheel.webp`]: `picture of ${name}`,
    'index.html': `page of ${name}`,
    'favicon.svg': '<svg/>',
    'worker.js': `worker of ${name}`,
  };
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(page, file), bytes);
  return page;
}

/** Starts a process with a build. @param isNew whether it has not run for a minute yet */
async function processOf(name: string, { isShared = true, isNew = false } = {}) {
  const page = await build(name);
  const store = new BuildStore({ db: database.db, page, now: () => new Date(time), isShared });
  await store.createIndexes();
  await store.store();
  if (!isNew) await store.keep();
  const site = new Hono<Visitor>();
  site.onError(errorAnswer);
  site.notFound(notFoundAnswer);
  site.route('/', pagePictureRoutes(page, store)).route('/', staticRoutes(page, store));
  const listening = await listen(site as unknown as Hono, '127.0.0.1', 0);
  ends.push(() => listening.close());
  const ask = (path: string, encoding = 'identity') =>
    fetch(`http://127.0.0.1:${listening.port}${path}`, { headers: { 'Accept-Encoding': encoding } });
  const text = async (path: string) => {
    const answer = await ask(path);
    return answer.status === 200 ? answer.text() : answer.status;
  };
  return { ask, store, text };
}
const count = (collection: string) => database.db.collection(collection).countDocuments();

test('each process serves the files of both builds, as a round-robin proxy asks them', async () => {
  const processes = [await processOf('old'), await processOf('new')];
  for (const { ask, text } of processes) {
    for (const name of ['old', 'new']) {
      expect(await text(`/assets/home-${name}.js`)).toContain(`/* ${name} */`);
      expect(await text(`/images/pages/guide-${name}/wheel.webp`)).toBe(`picture of ${name}`);
      const { headers } = await ask(`/assets/home-${name}.js`);
      expect(headers.get('cache-control')).toBe(forever);
      expect(headers.get('content-type')).toMatch(/^text\/javascript/);
      const compressed = await ask(`/assets/home-${name}.js`, 'gzip, br');
      expect(compressed.headers.get('content-encoding')).toBe('br');
      expect(await compressed.text()).toContain(`/* ${name} */`);
      // The page that a worker of that build installs.
      const revision = `/index.html?__WB_REVISION__=${md5(`page of ${name}`)}`;
      expect(await text(revision)).toBe(`page of ${name}`);
      expect((await ask(revision)).headers.get('cache-control')).toBe('no-cache');
    }
    const { headers } = await ask('/images/pages/guide-new/wheel.webp');
    expect(headers.get('content-type')).toBe('image/webp');
  }
  const [old] = processes;
  expect(await old?.text('/index.html')).toBe('page of old');
  expect(await old?.text(`/index.html?__WB_REVISION__=${md5('page of nobody')}`)).toBe('page of old');
});

test('only files of a build are stored, and each once', async () => {
  await processOf('old');
  await processOf('old');
  await processOf('new');
  const rows = await database.db.collection<{ _id: string }>('buildFiles').find().toArray();
  const names = rows.map(({ _id }) => _id.replace(/\?.*/, '?')).sort();
  expect(names).toEqual([
    '/assets/font-1.woff2',
    '/assets/home-new.js',
    '/assets/home-old.js',
    '/favicon.svg?',
    '/images/pages/guide-new/wheel.webp',
    '/images/pages/guide-old/wheel.webp',
    '/index.html?',
    '/index.html?',
    '/worker.js?',
    '/worker.js?',
  ]);
});

test('guessed names are not found, and no private file is reached through another build', async () => {
  const { text, store } = await processOf('old');
  time += minute;
  await processOf('new');
  for (const name of ['home-none.js', 'home-new.js.br', 'home-new.js.map', '%2e%2e%2fx.js'])
    expect(await text(`/assets/${name}`), name).toBe(404);
  const worker = createHash('sha256').update('worker of new').digest('hex');
  expect(await text(`/worker.js?${worker}`)).toBe('worker of new');
  expect(await text(`/?__WB_REVISION__=${worker}`)).toBe('page of old');
  expect(await store.fileOf('/assets/home-late.js')).toBeNull();
  await database.db
    .collection<{ _id: string }>('buildFiles')
    .updateOne(
      { _id: '/assets/home-late.js' },
      { $set: { bytes: Buffer.from('late'), isBrotli: false } },
      { upsert: true },
    );
  expect(await store.fileOf('/assets/home-late.js')).toBeNull();
  time += 10_000;
  expect((await store.fileOf('/assets/home-late.js'))?.bytes.toString()).toBe('late');
});

test('all processes serve the worker of the newest running build, so that browsers do not go back and forth', async () => {
  const old = await processOf('old');
  expect(await old.text('/worker.js')).toBe('worker of old');
  time += minute;
  const { text, store } = await processOf('new', { isNew: true });
  // It may not survive its start, so browsers get the worker of the running build.
  expect(await text('/worker.js')).toBe('worker of old');
  time += minute;
  await old.store.keep();
  await store.keep();
  for (let round = 0; round < 2; round += 1) {
    expect(await text('/worker.js')).toBe('worker of new');
    expect(await old.text('/worker.js')).toBe('worker of new');
    // A process of the old build that starts again is no newer build.
    time += minute;
    await (await processOf('old')).store.keep();
  }
  expect((await old.ask('/worker.js')).headers.get('cache-control')).toBe('no-cache');
  // Rolled back: the new build runs nowhere any more.
  time += 3 * minute;
  await old.store.keep();
  expect(await old.text('/worker.js')).toBe('worker of old');
});

test('a site with the embedded database keeps the files of earlier builds too, and always serves its own worker', async () => {
  await processOf('new', { isShared: false });
  const { text } = await processOf('old', { isShared: false });
  expect(await text('/assets/home-new.js')).toContain('/* new */');
  expect(await text('/worker.js')).toBe('worker of old');
  expect(await count('builds')).toBe(0);
});

test('files are dropped 30 days after the last process that has them, whichever other one runs', async () => {
  const { store } = await processOf('new');
  await processOf('old');
  time += 20 * day;
  await store.keep();
  const seen = async (_id: string) =>
    (await database.db.collection<{ _id: string; seenAt: Date }>('buildFiles').findOne({ _id }))?.seenAt.getTime();
  expect(await seen('/assets/home-old.js')).toBe(time - 20 * day);
  expect(await seen('/assets/home-new.js')).toBe(time);
  expect(await seen('/assets/font-1.woff2')).toBe(time);
  for (const name of ['builds', 'buildFiles']) {
    const indexes = await database.db.collection(name).indexes();
    expect(indexes.find(({ key }) => key.seenAt)?.expireAfterSeconds).toBe(30 * 24 * 3600);
  }
  // A restored database may lack them.
  await database.db.collection('buildFiles').deleteMany({});
  time += day;
  await store.keep();
  expect(await seen('/assets/home-new.js')).toBe(time);
});

test('a folder without a build stores nothing', async () => {
  const page = join(database.folder, 'none');
  await rm(page, { recursive: true, force: true });
  const store = new BuildStore({ db: database.db, page, now: () => new Date(time), isShared: true });
  await store.keep();
  expect([await count('builds'), await count('buildFiles'), await store.newerWorker('worker.js')]).toEqual([
    0,
    0,
    null,
  ]);
});

test('while the database hangs, the worker and what workers request are answered from the disk at once', async () => {
  const page = await build('one');
  const hung = await HungDatabase.open(database, 30_000);
  ends.push(() => hung.close());
  const store = new BuildStore({ db: hung.mongo.db, page, now: () => new Date(time), isShared: true });
  await store.store();
  const site = new Hono<Visitor>().route('/', staticRoutes(page, store));
  hung.hang();
  const begun = performance.now();
  for (const path of [
    '/worker.js',
    `/index.html?__WB_REVISION__=${md5('page of one')}`,
    '/assets/home-one.js',
    '/favicon.svg',
  ])
    expect((await site.request(path)).status, path).toBe(200);
  // The driver gives up after 30 seconds here.
  expect(performance.now() - begun).toBeLessThan(5000);
});
