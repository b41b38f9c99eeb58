import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Collection, type Document, type FindOptions, type IndexDescription, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EmbeddedServer } from '../server/server.ts';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase, temporaryFolder } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

/** The stages of the winning plan, outermost first. */
function stagesOf(plan: Document): string[] {
  const { queryPlanner } = plan;
  const stages: string[] = [];
  for (let stage = queryPlanner.winningPlan; stage; stage = stage.inputStage)
    stages.push(stage.indexName ?? stage.stage);
  return stages;
}

describe('unique', () => {
  test('a double is refused with what is double', async () => {
    const collection = await own.fresh([{ i: 1 }, { i: 2 }], [{ key: { i: 1 }, unique: true }]);
    const expected = { code: 11000, keyPattern: { i: 1 }, keyValue: { i: 1 } };
    await expect(collection.insertOne({ _id: 9, i: 1 })).rejects.toMatchObject(expected);
    await expect(collection.updateOne({ _id: 1 }, { $set: { i: 1 } })).rejects.toMatchObject(expected);
    expect(await collection.countDocuments({ i: 1 })).toBe(1);
  });

  test('is not built over doubles, and leaves nothing behind', async () => {
    const collection = await own.fresh([{ a: 1 }, { a: 1 }]);
    expect(await codeOf(collection.createIndexes([{ key: { b: 1 } }, { key: { a: 1 }, unique: true }]))).toBe(11000);
    expect(await collection.indexes()).toHaveLength(1);
    expect(await collection.countDocuments({ a: 1 })).toBe(2);
  });

  test('partial and sparse ones leave others alone', async () => {
    const partial = await own.fresh(
      [{}, {}, { email: 'a' }],
      [{ key: { email: 1 }, unique: true, partialFilterExpression: { email: { $exists: true } } }],
    );
    expect(await codeOf(partial.insertOne({ _id: 9, email: 'a' }))).toBe(11000);
    expect(await partial.countDocuments({ email: null as never })).toBe(2);
    const sparse = await own.fresh([{}, {}, { email: 'a' }], [{ key: { email: 1 }, unique: true, sparse: true }]);
    expect(await codeOf(sparse.insertOne({ _id: 9, email: 'a' }))).toBe(11000);
    expect(await sparse.countDocuments({ email: null as never })).toBe(2);
  });
});

describe('plans', () => {
  const docs = Array.from({ length: 300 }, (_, i) => ({
    status: i % 3 ? 'on' : 'off',
    at: i,
    tags: ['all', `t${i % 7}`],
  }));

  test('an order along an index is read, not sorted', async () => {
    const collection = await own.fresh(docs, [{ key: { status: 1, at: -1, _id: -1 } }]);
    const page = collection
      .find({ status: 'on', at: { $lt: 200 } })
      .sort({ at: -1, _id: -1 })
      .limit(24);
    const plan = await page.explain('executionStats');
    expect(stagesOf(plan)).toEqual(['LIMIT', 'FETCH', 'status_1_at_-1__id_-1']);
    expect(plan.executionStats).toMatchObject({ nReturned: 24, totalDocsExamined: 24 });
    const other = await collection.find({ status: 'on' }).sort({ at: 1 }).explain();
    expect(stagesOf(other)).toEqual(['FETCH', 'status_1_at_-1__id_-1']);
  });

  test('an order that no index has is sorted', async () => {
    const collection = await own.fresh(docs);
    expect(stagesOf(await collection.find().sort({ at: 1 }).explain())).toEqual(['SORT', 'COLLSCAN']);
  });

  test('the index that finds sooner wins', async () => {
    const collection = await own.fresh(docs, [{ key: { status: 1 } }, { key: { at: 1 } }]);
    const plan = await collection.find({ status: 'on', at: { $gte: 10, $lt: 15 } }).explain();
    expect(stagesOf(plan)).toEqual(['FETCH', 'at_1']);
    expect(plan.queryPlanner.rejectedPlans).toHaveLength(1);
  });

  test('an index over arrays serves their elements', async () => {
    const collection = await own.fresh(docs, [{ key: { tags: 1, at: -1 } }]);
    const plan = await collection.find({ tags: 't3' }).sort({ at: -1 }).limit(5).explain('executionStats');
    expect(stagesOf(plan)).toEqual(['LIMIT', 'FETCH', 'tags_1_at_-1']);
    expect(plan.executionStats.totalDocsExamined).toBe(5);
    expect(await collection.countDocuments({ tags: 'all' })).toBe(300);
  });

  test('a hint that names no index is refused', async () => {
    const collection = await own.fresh(docs);
    expect(await codeOf(collection.find({}, { hint: 'nope' }).toArray())).toBe(2);
  });
});

describe('administration', () => {
  test('lists, drops, and refuses contradictions', async () => {
    const collection = await own.fresh([{}]);
    expect(await collection.createIndex({ a: 1 })).toBe('a_1');
    expect(await collection.createIndex({ a: 1 })).toBe('a_1');
    expect(await codeOf(collection.createIndex({ a: 1 }, { name: 'other' }))).toBe(85);
    expect(await codeOf(collection.createIndex({ b: 1 }, { name: 'a_1' }))).toBe(86);
    expect(await codeOf(collection.createIndex({ a: 1 }, { unique: true }))).toBe(86);
    expect(await codeOf(collection.createIndex({ a: 1 }, { expireAfterSeconds: 5 }))).toBe(85);
    expect(await collection.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1' },
    ]);
    expect(await codeOf(collection.dropIndex('nope'))).toBe(27);
    expect(await codeOf(collection.dropIndex('_id_'))).toBe(72);
    await collection.dropIndex('a_1');
    expect(await collection.indexes()).toHaveLength(1);
  });

  test.for<[name: string, key: Document, options: Document]>([
    ['text', { a: 'text' }, {}],
    ['hashed', { a: 'hashed' }, {}],
    ['2dsphere', { a: '2dsphere' }, {}],
    ['an array position', { 'a.0': 1 }, {}],
    ['TTL over two fields', { a: 1, b: 1 }, { expireAfterSeconds: 5 }],
  ])('refuses %s', async ([, key, options]) => {
    const collection = await own.fresh([{}]);
    expect(
      await codeOf(
        own.db.command({ createIndexes: collection.collectionName, indexes: [{ key, name: 'x', ...options }] }),
      ),
    ).toBe(67);
  });

  test('two fields of one array are refused when a document has them', async () => {
    const collection = await own.fresh([], [{ key: { 'a.x': 1, 'a.y': 1 } }]);
    await collection.insertOne({ _id: 1, a: [{ x: 1, y: 2 }] });
    const double = collection.insertOne({
      _id: 2,
      a: [
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ],
    });
    expect(await codeOf(double)).toBe(171);
    expect(await collection.countDocuments()).toBe(1);
  });
});

test('TTL indexes remove what is older than they say, and nothing else', async () => {
  const folder = temporaryFolder();
  let now = Date.parse('2026-06-01T12:00:00Z');
  const server = new EmbeddedServer({ file: join(folder, 'data.db'), synchronous: 'NORMAL', now: () => now });
  const port = await server.listen({ host: '127.0.0.1', port: 0 });
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
  const sessions = client.db('t').collection<{ _id: number; at?: unknown; kind?: string }>('sessions');
  await sessions.createIndex({ at: 1 }, { expireAfterSeconds: 10, partialFilterExpression: { kind: 'short' } });
  const ago = (seconds: number): Date => new Date(now - seconds * 1000);
  await sessions.insertMany([
    { _id: 0, kind: 'short', at: ago(11) },
    { _id: 1, kind: 'short', at: ago(9) },
    { _id: 2, kind: 'short', at: [ago(99), ago(0)] },
    { _id: 3, kind: 'short', at: 'never' },
    { _id: 4, kind: 'short' },
    { _id: 5, kind: 'long', at: ago(99) },
  ]);
  expect(server.sweep()).toBe(2);
  expect((await sessions.distinct('_id')).sort()).toEqual([1, 3, 4, 5]);
  now += 2000;
  expect(server.sweep()).toBe(1);
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true });
});

test('a refused write does not unlearn that an index holds arrays', async () => {
  const collection = await own.fresh([{ a: 1, u: 1 }], [{ key: { a: 1 } }, { key: { u: 1 }, unique: true }]);
  const refused = collection.findOneAndUpdate({ _id: 5 }, { $set: { a: [1, 9], u: 1 } }, { upsert: true });
  expect(await codeOf(refused)).toBe(11000);
  await collection.insertOne({ _id: 6, a: [1, 9], u: 2 });
  expect(await collection.countDocuments({ a: { $gt: 3, $lt: 5 } })).toBe(1);
});

test.for<[filter: Document]>([[{ a: { $ne: 1 } }], [{ a: { $exists: false } }]])(
  'a partial index over %j is refused',
  async ([partialFilterExpression]) => {
    const collection = await own.fresh([{}]);
    expect(await codeOf(collection.createIndex({ b: 1 }, { partialFilterExpression }))).toBe(67);
  },
);

const planOf = async (rows: Collection<Numbered>, filter: Document, options: FindOptions = {}): Promise<Document> => {
  const { queryPlanner } = await rows.find(filter, options).explain('queryPlanner');
  return queryPlanner.winningPlan.inputStage ?? queryPlanner.winningPlan;
};

test('an index that is asked for is read from end to end where no condition narrows it', async () => {
  const rows = await own.fresh(
    [{ a: 3, b: 1 }, { a: 1, b: 1 }, { b: 1 }, { a: 2, b: 2 }],
    [{ key: { a: 1 } }, { key: { a: -1 }, sparse: true }, { key: { c: 1 }, sparse: true }],
  );
  const ids = async (filter: Document, hint: string | Document) =>
    (await rows.find(filter, { hint }).toArray()).map(({ _id }) => _id);
  expect(await planOf(rows, { b: 1 }, { hint: 'a_1' })).toMatchObject({ stage: 'IXSCAN', indexName: 'a_1' });
  expect(await ids({ b: 1 }, 'a_1')).toEqual([2, 1, 0]);
  expect(await ids({}, { a: 1 })).toEqual([2, 1, 3, 0]);
  expect(await ids({}, { a: -1 })).toEqual([0, 3, 1]);
  expect(await ids({ b: 1 }, 'c_1')).toEqual([]);
  expect(await rows.countDocuments({}, { hint: 'c_1' })).toBe(0);
  expect(await rows.countDocuments({}, { hint: 'a_-1' })).toBe(3);
  expect(await own.db.command({ count: rows.collectionName, hint: 'a_-1' })).toMatchObject({ n: 3 });
  expect(
    await rows
      .find({}, { hint: 'a_-1', sort: { _id: 1 } })
      .map(({ _id }) => _id)
      .toArray(),
  ).toEqual([0, 1, 3]);
  expect(await rows.aggregate([{ $group: { _id: '$b' } }], { hint: 'c_1' }).toArray()).toEqual([]);
  expect((await rows.updateMany({}, { $set: { d: 1 } }, { hint: 'c_1' })).matchedCount).toBe(0);
  expect((await rows.deleteMany({ b: 1 }, { hint: 'a_-1' })).deletedCount).toBe(2);
});

test('a hint that names no index is refused whatever the command and its filter', async () => {
  const rows = await own.fresh([{ a: 1 }]);
  const hint = 'nope';
  const run = [
    () => rows.find({ _id: 0 }, { hint }).toArray(),
    () => rows.countDocuments({}, { hint }),
    () => rows.aggregate([{ $sample: { size: 1 } }], { hint }).toArray(),
    () => rows.updateOne({ _id: 0 }, { $set: { a: 2 } }, { hint }),
    () => rows.deleteOne({ _id: 0 }, { hint }),
    () => rows.findOneAndDelete({ _id: 0 }, { hint: hint as never }),
  ];
  for (const command of run) expect(await codeOf(command())).toBe(2);
  expect(await rows.countDocuments()).toBe(1);
});

test.for<[partial: Document, filter: Document, used: boolean]>([
  [{ n: { $gt: 3 } }, { n: { $gt: 5 } }, true],
  [{ n: { $gt: 3 } }, { n: { $gt: 3 } }, true],
  [{ n: { $gt: 3 } }, { n: { $gte: 3 } }, false],
  [{ n: { $gt: 3 } }, { n: { $gte: 3.5, $lt: 9 } }, true],
  [{ n: { $gt: 3 } }, { n: { $lt: 9 } }, false],
  [{ n: { $gt: 3 } }, { n: { $gt: 'a' } }, false],
  [{ n: { $gt: 3 } }, { n: 4 }, true],
  [{ n: { $gt: 3 } }, { n: 3 }, false],
  [{ n: { $gt: 3 } }, { n: { $in: [4, 5] } }, true],
  [{ n: { $gt: 3 } }, { n: { $in: [3, 5] } }, false],
  [{ n: { $gte: 1, $lt: 9 } }, { n: { $gt: 1, $lt: 9 } }, true],
  [{ n: { $gte: 1, $lt: 9 } }, { n: { $gt: 1, $lte: 9 } }, false],
  [{ n: { $lte: 9 } }, { n: { $lt: 9 } }, true],
  [{ n: { $exists: true } }, { n: { $lt: 9 } }, true],
  [{ n: { $exists: true } }, { n: { $in: [1, null] } }, false],
  [{ n: { $in: [1, 2, 3] } }, { n: { $in: [1, 3] } }, true],
  [{ n: { $in: [1, 2] } }, { n: { $in: [1, 3] } }, false],
  [{ n: { $exists: true } }, { n: { $exists: true } }, true],
  [{ n: { $exists: true } }, { n: { $exists: true, $lt: 9 } }, true],
  [{ n: { $exists: true } }, { n: { $exists: false } }, false],
  [{ n: { $gt: 3 } }, { n: { $exists: true } }, false],
  [{ n: null }, { n: null }, true],
  [{ $and: [{ n: { $gt: 1 } }, { m: 1 }] }, { n: 2, m: 1 }, true],
  [{ $and: [{ n: { $gt: 1 } }, { m: 1 }] }, { n: 2 }, false],
  [{ $or: [{ n: { $gt: 8 } }, { m: 1 }] }, { n: 9 }, true],
  [{ $or: [{ n: { $gt: 8 } }, { m: 1 }] }, { n: 7 }, false],
])('of an index over %j a query for %j makes use: %s', async ([partialFilterExpression, filter, used]) => {
  const numbers = [undefined, null, 'b', [0, 10], [[5]], Number.NaN, ...Array.from({ length: 11 }, (_, i) => i)];
  const docs = numbers.map((n, i) => ({ a: 1, m: i % 2, ...(n !== undefined && { n }) }));
  const rows = await own.fresh(docs, [{ key: { a: 1 }, partialFilterExpression }]);
  expect((await planOf(rows, { a: 1, ...filter })).stage).toBe(used ? 'IXSCAN' : 'COLLSCAN');
  const found = (hint: Document) => rows.find({ a: 1, ...filter }, { hint, sort: { _id: 1 } }).toArray();
  expect(await rows.find({ a: 1, ...filter }, { sort: { _id: 1 } }).toArray()).toEqual(await found({ $natural: 1 }));
});

test.for<[what: string, index: IndexDescription, filter: Document, keys: number]>([
  ['a sparse index for what is there', { key: { n: 1 }, sparse: true }, { n: { $exists: true } }, 6],
  ['a sparse index from end to end', { key: { m: 1, n: 1 }, sparse: true }, { n: { $exists: true } }, 7],
  [
    'a partial index for what is there',
    { key: { m: 1 }, partialFilterExpression: { n: { $exists: true } } },
    { n: { $exists: true } },
    5,
  ],
  ['a full index for what is missing', { key: { n: 1 } }, { n: { $exists: false } }, 97],
])('a query reads of %s', async ([, index, filter, keys]) => {
  const docs = [{ n: null }, { n: 1 }, { n: [] }, { n: [7, 8] }, { n: [null] }, { m: 1 }];
  const rows = await own.fresh([...docs, ...Array.from({ length: 94 }, () => ({}))], [index]);
  const { executionStats } = await rows.find(filter).explain('executionStats');
  expect(executionStats).toMatchObject({ totalKeysExamined: keys });
  const found = (hint?: Document) => rows.find(filter, { sort: { _id: 1 }, ...(hint && { hint }) }).toArray();
  expect(await found()).toEqual(await found({ $natural: 1 }));
  expect(await rows.countDocuments(filter)).toBe((await found()).length);
});

test('how many documents have a value is counted along their sparse or partial index alone', async () => {
  const docs = Array.from({ length: 50 }, (_, i) => (i % 10 ? {} : { at: i, n: i }));
  const present = { $exists: true };
  const partial = { key: { status: 1 }, partialFilterExpression: { at: present } } as const;
  const rows = await own.fresh(docs, [{ key: { n: 1 }, sparse: true }, partial]);
  for (const query of [{ n: present }, { at: present }]) {
    const { executionStats } = await own.db.command({ explain: { count: rows.collectionName, query } });
    expect(executionStats).toMatchObject({ totalDocsExamined: 0, totalKeysExamined: 5 });
    expect(await rows.countDocuments(query)).toBe(5);
  }
});
