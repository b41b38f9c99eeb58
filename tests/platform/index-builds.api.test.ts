import { type Collection, type IndexDescription, MongoNetworkError, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildIndexes, CannotIndex, dropIndex } from '#api/platform/index-builds.ts';
import { openMongo } from '#api/platform/mongo.ts';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { addressOf } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

const soon = { retry: 1, max: 500 };
const failure = (code: number) => new MongoServerError({ message: `code ${code}`, code });

/** All indexes of a database, without what the server adds. */
async function indexesOf({ db }: TestDatabase): Promise<Record<string, object[]>> {
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name).sort();
  const read = async (name: string) => {
    const all = await db.collection(name).listIndexes().toArray();
    return [name, all.map(({ v: _, ns: __, ...index }) => index).sort((a, b) => a.name.localeCompare(b.name))];
  };
  return Object.fromEntries(await Promise.all(names.map(read)));
}

/** Indexes and rows of early builds. */
async function age({ db }: TestDatabase): Promise<void> {
  const users = db.collection<{ _id: string }>('users');
  await users.createIndexes([
    { key: { createdAt: 1 }, expireAfterSeconds: 604_800 },
    { key: { email: 1 }, unique: true },
  ]);
  await users.insertMany(
    ['a', 'b'].map((name) => ({ _id: name, foldedName: name, email: `${name}@example.org`, status: 'Unconfirmed' })),
  );
  await db.collection('likes').createIndex({ bikeId: 1, at: 1 });
  await db.collection('comments').createIndex({ 'author.id': 1, addedAt: -1 });
  await db.collection('receipts').createIndex({ expiresAt: 1 }, { expireAfterSeconds: 60 });
}

/** Opens the app with connections of its own. */
async function open(target: TestDatabase) {
  const mongo = await openMongo(target.url, { dbName: target.db.databaseName });
  const app = await TestApp.open({}, { database: target, createsIndexes: true, still: true, through: () => mongo.db });
  return async () => {
    await app.close();
    await mongo.close();
  };
}

test('sites that start at once, over an older build, make the same indexes as one alone', async () => {
  const alone = await TestDatabase.open();
  await (await open(alone))();
  await age(database);
  const started = await Promise.allSettled(Array.from({ length: 5 }, () => open(database)));
  for (const one of started) if (one.status === 'fulfilled') await one.value();
  expect(started.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([]);
  expect(await indexesOf(database)).toEqual(await indexesOf(alone));
  const users = await database.db.collection('users').find().toArray();
  expect(users.map(({ email, pendingEmail }) => [email, pendingEmail])).toEqual([
    [undefined, 'a@example.org'],
    [undefined, 'b@example.org'],
  ]);
  // Indexes that an operator dropped come back with the next start.
  await database.db.collection('likes').dropIndexes();
  await (await open(database))();
  expect(await indexesOf(database)).toEqual(await indexesOf(alone));
  await alone.close();
});

test('processes that start at once answer, and make the same indexes as one alone', {
  tags: [nightly],
}, async () => {
  const [alone, own] = await Promise.all([TestDatabase.open(), TestDatabase.open()]);
  await (await open(alone))();
  await age(own);
  const env = { MONGODB_URL: addressOf(own.url, own.db.databaseName), KEYS: 'the same for each of these processes' };
  const sites = await Promise.all(
    Array.from({ length: 4 }, () => Site.start({ isAlone: true, env, folder: own.folder })),
  );
  for (const site of sites) expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  for (const site of sites) await site.stop();
  const { builds: _, buildFiles: __, ...made } = await indexesOf(own);
  const { builds: ___, buildFiles: ____, ...expected } = await indexesOf(alone);
  expect(made).toMatchObject(expected);
  await Promise.all([alone.close(), own.close()]);
});

/** A collection of which the driver's commands fail in this order before they succeed. */
function troubled(failures: Error[], indexes: object[] = []) {
  const commands: string[] = [];
  const names = (specs: IndexDescription[]) => specs.map(({ key }) => Object.keys(key)).join();
  const collection = {
    collectionName: 'rows',
    listIndexes: () => ({ toArray: async () => indexes }),
    dropIndex: async (name: string) => void commands.push(`drop ${name}`),
  } as unknown as Collection;
  const create = async (specs: IndexDescription[]) => {
    commands.push(`create ${names(specs)}`);
    const error = failures.shift();
    if (error) throw error;
  };
  return { collection, create, commands };
}

const specs: IndexDescription[] = [{ key: { a: 1 } }, { key: { b: 1 }, sparse: true }];

test.each([
  ['the collection was created meanwhile', failure(48)],
  ['the index was dropped while it was built', failure(276)],
  ['another process builds the same', failure(285)],
  ['the database is being dropped', failure(215)],
  ['the primary stepped down', failure(10_107)],
  ['the collection moves to another shard', failure(13_388)],
  ['the connection is lost', new MongoNetworkError('closed')],
])('an index is built again when %s', async (_, error) => {
  const { collection, create, commands } = troubled([error, error]);
  expect(await buildIndexes(collection, specs, create, soon)).toEqual(['a_1', 'b_1']);
  expect(commands).toEqual(['create a,b', 'create a,b', 'create a,b']);
});

test('an error that does not pass, or goes on, is thrown', async () => {
  const denied = troubled([failure(13)]);
  await expect(buildIndexes(denied.collection, specs, denied.create, soon)).rejects.toThrow('code 13');
  expect(denied.commands).toHaveLength(1);
  const endless = troubled(Array.from({ length: 10_000 }, () => failure(276)));
  await expect(buildIndexes(endless.collection, specs, endless.create, { retry: 1, max: 20 })).rejects.toThrow('276');
});

test.each([
  ['options', { name: 'b_1', key: { b: 1 } }],
  ['fields, under its name', { name: 'b_1', key: { c: 1 } }],
  ['options, under another name', { name: 'old', key: { b: 1 }, expireAfterSeconds: 5 }],
])("another version's index with other %s is replaced", async (_, old) => {
  const { collection, create, commands } = troubled([failure(86)], [{ name: 'a_1', key: { a: 1 } }, old]);
  await buildIndexes(collection, specs, create, soon);
  expect(commands).toEqual(['create a,b', `drop ${old.name}`, 'create b']);
});

test('the same index under another name stays', async () => {
  const there = [
    { name: 'mine', key: { a: 1 } },
    { name: 'b_1', key: { b: 1 }, sparse: true, unique: false },
  ];
  const { collection, create, commands } = troubled([failure(85)], there);
  await buildIndexes(collection, specs, create, soon);
  expect(commands).toEqual(['create a,b']);
});

test("an operator's own index of the same fields stays if another one is in the way", async () => {
  const there = [
    { name: 'own', key: { b: 1 }, partialFilterExpression: { b: { $gt: 5 } } },
    { name: 'b_1', key: { b: 1 } },
  ];
  const { collection, create, commands } = troubled([failure(86)], there);
  await buildIndexes(collection, specs, create, soon);
  expect(commands).toEqual(['create a,b', 'drop b_1', 'create a,b']);
});

test('a unique index is never dropped, and the operator reads what to do', async () => {
  for (const [old, wanted] of [
    [{ name: 'a_1', key: { a: 1 }, unique: true }, { key: { a: 1 } }],
    [
      { name: 'a_1', key: { a: 1 } },
      { key: { a: 1 }, unique: true },
    ],
  ] as const) {
    const { collection, create, commands } = troubled([failure(85)], [old]);
    const building = buildIndexes(collection, [wanted], create, soon);
    await expect(building).rejects.toThrow(CannotIndex);
    await expect(building).rejects.toThrow(
      /^The index a_1 of the collection rows is .* drop the index and start again\.$/,
    );
    expect(commands).toEqual(['create a']);
  }
});

test('an index that another process has dropped counts as dropped', async () => {
  const failing = (code: number) => ({ dropIndex: () => Promise.reject(failure(code)) });
  await dropIndex(failing(27), 'a_1');
  await dropIndex(failing(26), 'a_1');
  await expect(dropIndex(failing(13), 'a_1')).rejects.toThrow('code 13');
});
