import type { Collection, Document } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
let rows: Collection<Numbered>;

beforeAll(async () => {
  own = await startTestDatabase();
  const docs = Array.from({ length: 100 }, (_, i) => ({
    a: i,
    b: i % 2 ? 'odd' : 'even',
    tags: [i % 5, 10 + (i % 3)],
    at: new Date(i * 1000),
  }));
  rows = await own.fresh(docs, [{ key: { a: 1 } }, { key: { b: 1, at: -1 } }, { key: { tags: 1 } }]);
});
afterAll(() => own.close());

const explain = (inner: Document, verbosity = 'executionStats'): Promise<Document> =>
  own.db.command({ explain: inner, verbosity });
const find = (more: Document): Document => ({ find: rows.collectionName, ...more });

test('a find tells its plan and what each stage did', async () => {
  const answer = await explain(find({ filter: { a: { $gte: 10, $lt: 20 }, b: 'odd' }, hint: 'a_1' }));
  expect(answer).toMatchObject({
    explainVersion: '1',
    queryPlanner: {
      namespace: `test.${rows.collectionName}`,
      parsedQuery: { $and: [{ a: { $gte: 10 } }, { a: { $lt: 20 } }, { b: { $eq: 'odd' } }] },
      winningPlan: { stage: 'FETCH', inputStage: { stage: 'IXSCAN' } },
      rejectedPlans: [],
    },
    executionStats: {
      executionSuccess: true,
      nReturned: 5,
      totalKeysExamined: 10,
      totalDocsExamined: 10,
      executionStages: {
        stage: 'FETCH',
        nReturned: 5,
        works: 11,
        needTime: 5,
        isEOF: 1,
        docsExamined: 10,
        inputStage: { stage: 'IXSCAN', nReturned: 10, keysExamined: 10, indexName: 'a_1', direction: 'forward' },
      },
    },
    command: { find: rows.collectionName, $db: 'test' },
    serverInfo: { version: '7.0.0' },
    ok: 1,
  });
});

test('only the plan is told where nothing else is asked for', async () => {
  expect(await explain(find({ filter: {} }), 'queryPlanner')).not.toHaveProperty('executionStats');
});

const shapeOf = (stage: Document): unknown =>
  stage.inputStage
    ? [stage.stage, shapeOf(stage.inputStage)]
    : stage.inputStages
      ? [stage.stage, stage.inputStages.map(shapeOf)]
      : stage.stage;

test.for<[what: string, command: () => Document, shape: unknown, stats: Document]>([
  ['a document by its _id', () => find({ filter: { _id: 5 } }), 'IDHACK', { nReturned: 1, totalDocsExamined: 1 }],
  [
    'a scan',
    () => find({ filter: { none: 1 } }),
    'COLLSCAN',
    { nReturned: 0, totalDocsExamined: 100, totalKeysExamined: 0 },
  ],
  [
    'sort, skip, limit and projection',
    () => find({ filter: { a: { $lt: 50 } }, sort: { at: 1 }, skip: 10, limit: 5, projection: { a: 1 } }),
    ['SKIP', ['PROJECTION_SIMPLE', ['SORT', ['FETCH', 'IXSCAN']]]],
    { nReturned: 5, totalDocsExamined: 50, totalKeysExamined: 50 },
  ],
  [
    'a branch each',
    () => find({ filter: { $or: [{ a: 1 }, { b: 'none' }] } }),
    ['FETCH', ['OR', ['IXSCAN', 'IXSCAN']]],
    { nReturned: 1 },
  ],
  [
    'a count of all',
    () => ({ count: rows.collectionName }),
    ['COUNT', 'RECORD_STORE_FAST_COUNT'],
    { nReturned: 0, totalDocsExamined: 0 },
  ],
  [
    'a count along an index',
    () => ({ count: rows.collectionName, query: { a: { $lt: 10 } } }),
    ['COUNT', 'COUNT_SCAN'],
    { nReturned: 0, totalDocsExamined: 0, totalKeysExamined: 10, executionStages: { nCounted: 10 } },
  ],
  [
    'a count that reads',
    () => ({ count: rows.collectionName, query: { none: null } }),
    ['COUNT', 'COLLSCAN'],
    { totalDocsExamined: 100, executionStages: { nCounted: 100 } },
  ],
  [
    'distinct',
    () => ({ distinct: rows.collectionName, key: 'b', query: { a: 3 } }),
    ['FETCH', 'IXSCAN'],
    { nReturned: 1 },
  ],
  [
    'an update',
    () => ({ update: rows.collectionName, updates: [{ q: { a: { $gte: 98 } }, u: { $set: { a: 99 } }, multi: true }] }),
    ['UPDATE', ['FETCH', 'IXSCAN']],
    { nReturned: 0, executionStages: { nMatched: 2, nWouldModify: 1, nWouldUpsert: 0 } },
  ],
  [
    'an upsert',
    () => ({ update: rows.collectionName, updates: [{ q: { a: -1 }, u: { $set: { b: 'x' } }, upsert: true }] }),
    ['UPDATE', ['FETCH', 'IXSCAN']],
    { executionStages: { nMatched: 0, nWouldUpsert: 1 } },
  ],
  [
    'a delete',
    () => ({ delete: rows.collectionName, deletes: [{ q: { a: { $lt: 3 } }, limit: 0 }] }),
    ['DELETE', ['FETCH', 'IXSCAN']],
    { nReturned: 0, executionStages: { nWouldDelete: 3 } },
  ],
  [
    'findAndModify',
    () => ({ findAndModify: rows.collectionName, query: { a: 3 }, update: { $inc: { a: 1 } } }),
    ['UPDATE', ['FETCH', 'IXSCAN']],
    { executionStages: { nWouldModify: 1 } },
  ],
  ['a collection that is not there', () => ({ find: 'nothing' }), 'EOF', { nReturned: 0, totalDocsExamined: 0 }],
])('the plan of %s is told', async ([, command, shape, stats]) => {
  const answer = await explain(command());
  expect(shapeOf(answer.queryPlanner.winningPlan)).toEqual(shape);
  expect(answer.executionStats).toMatchObject(stats);
});

test('an explained write writes nothing', async () => {
  expect(await rows.countDocuments({ a: { $gte: 0 } })).toBe(100);
  expect(await rows.countDocuments({ a: 98 })).toBe(1);
});

test('an aggregation tells its query and what each stage left', async () => {
  const pipeline = [{ $match: { a: { $lt: 10 } } }, { $group: { _id: '$b', last: { $last: '$a' } } }, { $limit: 1 }];
  const answer = await rows.aggregate(pipeline).explain('executionStats');
  expect(answer.stages).toMatchObject([
    {
      $cursor: { queryPlanner: { winningPlan: { stage: 'FETCH' } }, executionStats: { nReturned: 10 } },
      nReturned: 10,
    },
    { $group: { _id: '$b' }, nReturned: 2 },
    { $limit: 1, nReturned: 1 },
  ]);
  const counted = await explain({
    aggregate: rows.collectionName,
    pipeline: [{ $match: { a: 1 } }, { $group: { _id: 1, n: { $sum: 1 } } }],
    cursor: {},
  });
  expect(counted.stages[0].$cursor.queryPlanner.winningPlan.stage).toBe('COUNT_SCAN');
  const whole = await own.db.command({
    aggregate: rows.collectionName,
    pipeline: [{ $match: { a: 1 } }],
    explain: true,
  });
  expect(whole.queryPlanner.winningPlan.stage).toBe('FETCH');
});

test.for<[inner: unknown, verbosity: string, code: number]>([
  ['find', 'queryPlanner', 9],
  [{ nonsense: 1 }, 'queryPlanner', 59],
  [{ insert: 'x', documents: [{}] }, 'queryPlanner', 20],
  [{ find: 'x' }, 'everything', 2],
  [{ find: 'x', filter: { $nonsense: 1 } }, 'queryPlanner', 2],
  [
    {
      delete: 'x',
      deletes: [
        { q: {}, limit: 0 },
        { q: {}, limit: 0 },
      ],
    },
    'queryPlanner',
    16,
  ],
])('explaining %j, %s is refused with %i', async ([inner, verbosity, code]) => {
  expect(await codeOf(explain(inner as Document, verbosity))).toBe(code);
});
