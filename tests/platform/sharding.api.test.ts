import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shard } from '#api/cli/db/shard.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { keepsUnique, type Placement } from '#api/platform/placement.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { putBike } from '#contract/bike-whole.ts';
import { addComment } from '#contract/comments.ts';
import { listMessages, sendMessage } from '#contract/conversations.ts';
import { newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { Mongos } from '#tests/kit/mongos.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { testServer } from '#tests/kit/server.ts';
import { shardingFault } from '#tests/kit/sharded-writes.ts';

const api = join(import.meta.dirname, '../../api');

let database: TestDatabase;
let app: TestApp;
let router: Mongos;
beforeAll(async () => {
  database = await TestDatabase.open();
  app = await TestApp.open({}, { database, still: true });
  router = await Mongos.open(database.url);
});
afterAll(async () => {
  await router.close();
  await app.close();
  await database.close();
});

/** Runs the command in this process. */
async function run(mongodbUrl: string) {
  const lines: string[] = [];
  const env = {
    PUBLIC_ORIGIN: 'http://localhost',
    DATA_DIR: database.folder,
    KEYS: 'for this test only, and for no other',
  };
  const context = { operands: [], values: {}, say: (line: string) => void lines.push(line) };
  const config = readConfig({ ...env, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) });
  const code = await shard.run({ ...context, config, meter: null as never, signal: new AbortController().signal });
  return { code, lines };
}

/** Names of collections in the code. */
function namedCollections(): Set<string> {
  const files = readdirSync(api, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((name) => name.endsWith('.ts') && !/(^|\/)(tests|embedded-mongo)\//.test(name));
  const texts = sources.map((name) => readFileSync(join(api, name), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\.collection(?:<[^(]*>)?\('(\w+)'\)/g)].map(([, name = '']) => name)),
  );
}

test('every collection says where a cluster stores it', async () => {
  const there = await app.db.listCollections({}, { nameOnly: true }).toArray();
  const placed = Object.keys(app.placements);
  const fromCluster = ['collections', 'databases'];
  const known = [...there.map(({ name }) => name), ...namedCollections()].filter((name) => !fromCluster.includes(name));
  expect([...new Set(known)].filter((name) => !placed.includes(name))).toEqual([]);
  expect(placed.filter((name) => !known.includes(name) && name !== 'limits')).toEqual([]);
});

test('every unique index begins with the shard key of its collection', async () => {
  const broken: string[] = [];
  let checked = 0;
  for (const [name, { key }] of Object.entries(app.placements)) {
    const indexes = await app.db
      .collection(name)
      .listIndexes()
      .toArray()
      .catch(() => []);
    for (const { key: index, unique } of indexes) {
      checked += unique ? 1 : 0;
      if (key && unique && !keepsUnique(index, key)) broken.push(`${name}: ${JSON.stringify(index)}`);
    }
  }
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(5);
});

test('a collection with several unique values, or where an id must be unique, is not sharded by something else', () => {
  // MongoDB keeps `_id` unique within a shard only.
  const keys = Object.entries(app.placements).flatMap(([name, { key }]) => (key && !('_id' in key) ? [name] : []));
  // Their ids are random, and nothing relies on them.
  expect(keys.sort()).toEqual(['limits', 'views']);
});

test("the server's README lists where each collection is, and why", () => {
  const groups = Map.groupBy(Object.entries(app.placements), ([, { key, why }]) => JSON.stringify([key, why]));
  const rowOf = (all: [string, Placement][]) => {
    const [[, { key, why }] = ['', { key: null, why: '' }]] = all;
    const [field] = Object.keys(key ?? {});
    const names = all.map(([name]) => `\`${name}\``).sort();
    return `| ${names.join(', ')} | ${field ? `\`{ ${field}: "hashed" }\`` : 'none: one shard'} | ${why} |`;
  };
  const readme = readFileSync(join(api, 'README.md'), 'utf8');
  const [, table = ''] =
    /^\| collections \| shard key \| why \|\n\| --- \| --- \| --- \|\n((?:\|.*\n)+)/m.exec(readme) ?? [];
  expect(table.trim().split('\n').sort()).toEqual([...groups.values()].map(rowOf).sort());
});

test.skipIf(testServer)('sharding the embedded database or a single server is refused', async () => {
  await expect(run('')).rejects.toThrow('MONGODB_URL is not set: the embedded database has no shards.');
  await expect(run(database.url)).rejects.toThrow(
    'MONGODB_URL names a single server. Only a sharded cluster has shards',
  );
});

test.skipIf(testServer)('a cluster is sharded once, with documents in it, and then serves the site', async () => {
  const name = database.db.databaseName;
  const url = router.urlOf(name);
  const member = await app.join('ana');
  const photo = newId();
  const other = await app.member('ben');
  const first = await run(url);
  expect(first.code).toBe(0);
  expect(first.lines).toContain('bikes: now sharded by { _id: "hashed" }.');
  expect(first.lines).toContain('views: now sharded by { viewer: "hashed" }.');
  expect(first.lines.at(-1)).toMatch(/^On shard-a, unless you moved them: .*\bmessages, .*\busers, /);
  const again = await run(url);
  expect([again.code, again.lines.filter((line) => line.includes('now'))]).toEqual([0, []]);
  expect(again.lines).toContain('bikes: is sharded by { _id: "hashed" }.');

  const mongo = await openMongo(url, { dbName: name });
  const site = await TestApp.open({}, { database, still: true, through: () => mongo.db });
  try {
    const [ana, ben] = [member.with(site), other.browser.with(site)];
    const bikeId = newId();
    await ana.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id: photo });
    expect((await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo]) })).status).toBe(200);
    for (const call of [likeBike, unlikeBike, likeBike])
      expect((await ben.call(call, { params: { bikeId } })).status).toBeLessThan(300);
    expect((await ben.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Hi @ana.' } })).status).toBe(
      201,
    );
    const params = { userId: other.user.id };
    expect((await ana.call(sendMessage, { params, body: { id: newId(), text: 'Thank you.' } })).status).toBe(201);
    expect((await ana.call(listMessages, { params })).status).toBe(200);
    await site.idle();
    const bike = await database.db.collection<{ _id: string }>('bikes').findOne({ _id: bikeId });
    expect(bike).toMatchObject({ counts: { likes: 1, comments: 1 } });
  } finally {
    await site.close();
    await mongo.close();
  }
});

test.skipIf(testServer)(
  'a collection that is sharded otherwise is named, and nothing else is left undone',
  async () => {
    const name = database.db.databaseName;
    router.keys.set(`${name}.bikes`, { brand: 'hashed' });
    router.keys.set(`${name}.winners`, { _id: 'hashed' });
    router.keys.delete(`${name}.likes`);
    const { code, lines } = await run(router.urlOf(name));
    expect(code).toBe(1);
    expect(lines).toContain('bikes: sharded by { brand: "hashed" }, but it should be by { _id: "hashed" }.');
    expect(lines).toContain('winners: sharded by { _id: "hashed" }, but it should be on one shard.');
    expect(lines).toContain('likes: now sharded by { _id: "hashed" }.');
  },
);

test.each([
  ['an upsert without the key', { update: 'x', updates: [{ q: { a: 1 }, u: { $set: { b: 1 } }, upsert: true }] }],
  ['an update of one document without key and id', { update: 'x', updates: [{ q: { a: 1 }, u: { $set: { b: 1 } } }] }],
  ['a key that is one of several', { delete: 'x', deletes: [{ q: { k: { $in: ['1', '2'] } }, limit: 1 }] }],
  ['a findAndModify by the id alone', { findAndModify: 'x', query: { _id: 1 }, update: { $set: { b: 1 } } }],
  ['another key', { update: 'x', updates: [{ q: { k: '1' }, u: { $set: { k: '2' } } }] }],
  ['a renamed key', { update: 'x', updates: [{ q: { a: 1 }, u: { $rename: { k: 'was' } }, multi: true }] }],
  ['a document without the key', { insert: 'x', documents: [{ _id: 1 }] }],
  ['a join', { aggregate: 'x', pipeline: [{ $lookup: { from: 'y' } }] }],
])('the check finds %s', (_, command) => {
  expect(shardingFault({ k: 'hashed' }, command)).not.toBeNull();
});

test.each([
  ['by its key', { update: 'x', updates: [{ q: { k: '1', a: { $gt: 1 } }, u: { $set: { k: '1' } }, upsert: true }] }],
  ['by its id', { update: 'x', updates: [{ q: { _id: 1 }, u: { $set: { b: 1 } } }] }],
  ['of many', { update: 'x', updates: [{ q: { a: 1 }, u: { $set: { b: 1 } }, multi: true }] }],
])('the check accepts a write %s', (_, command) => {
  expect(shardingFault({ k: 'hashed' }, command)).toBeNull();
});
