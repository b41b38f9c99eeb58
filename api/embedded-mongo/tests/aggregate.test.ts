import { Binary, type Collection, Decimal128, type Document, Double, Int32, Long } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
let rows: Collection<Numbered>;
const binary = new Binary(Buffer.from([255, 254]));
const other = new Binary(Buffer.from([253, 252]));

beforeAll(async () => {
  own = await startTestDatabase();
  rows = await own.fresh([{ a: 1, k: binary }, { a: 2, k: other }, { a: 3, k: binary }, { a: 4 }, { a: 5, k: null }]);
});
afterAll(() => own.close());

const byA = { $sort: { a: 1 } };
const onlyA = { $project: { _id: 0, a: 1 } };

test.for<[name: string, pipeline: Document[], result: Document[]]>([
  [
    'groups missing and null as null',
    [{ $match: { k: null } }, { $group: { _id: '$k', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  ['counts nothing as no document', [{ $match: { a: 99 } }, { $group: { _id: 1, n: { $sum: 1 } } }], []],
  [
    'accumulates',
    [byA, { $group: { _id: null, n: { $sum: 1 }, all: { $sum: '$a' }, last: { $last: '$_id' } } }],
    [{ _id: null, n: 5, all: 15, last: 4 }],
  ],
  [
    'skips, sorts and limits in the order written',
    [{ $sort: { a: -1 } }, { $skip: 1 }, { $limit: 2 }, onlyA],
    [{ a: 4 }, { a: 3 }],
  ],
  ['limits before it matches', [byA, { $limit: 2 }, { $match: { a: { $gt: 1 } } }, onlyA], [{ a: 2 }]],
  ['limits before it skips', [byA, { $limit: 3 }, { $skip: 2 }, onlyA], [{ a: 3 }]],
  [
    'groups by binary',
    [{ $match: { k: { $ne: null } } }, { $group: { _id: '$k', n: { $sum: 1 } } }, { $sort: { n: 1 } }],
    [
      { _id: other, n: 1 },
      { _id: binary, n: 2 },
    ],
  ],
])('a pipeline %s', async ([, pipeline, result]) => {
  expect(await rows.aggregate(pipeline).toArray()).toEqual(result);
});

test('a sample holds no document twice', async () => {
  const found = await rows.aggregate([{ $match: { a: { $gt: 0 } } }, { $sample: { size: 50 } }]).toArray();
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(5);
  expect(await rows.aggregate([{ $sample: { size: 2 } }]).toArray()).toHaveLength(2);
  expect(await rows.aggregate([byA, { $limit: 3 }, { $sample: { size: 9 } }]).toArray()).toHaveLength(3);
});

test('distinct values are sorted, arrays unfolded', async () => {
  const collection = await own.fresh([{ t: ['b', 'a'] }, { t: 'c' }, {}, { t: ['a'] }]);
  expect(await collection.distinct('t')).toEqual(['a', 'b', 'c']);
});

test('distinct values keep the types of their numbers', async () => {
  const collection = await own.fresh([{ t: new Double(2) }, { t: Long.fromNumber(3) }, { t: 2 }, { t: 4 }]);
  const values = await collection.distinct('t', {}, { promoteValues: false });
  expect(values).toEqual([new Double(2), Long.fromNumber(3), new Int32(4)]);
});

test('a sum that JavaScript cannot compute exactly is refused, not rounded', async () => {
  const sumOf = async (...values: unknown[]): Promise<number | string | undefined> => {
    const collection = await own.fresh(values.map((n) => ({ n })));
    return codeOf(collection.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray());
  };
  expect(await sumOf(Long.fromString('9007199254740993'))).toBe(115);
  expect(await sumOf(Decimal128.fromString('0.1'))).toBe(115);
  expect(await sumOf(2 ** 53 - 1, 2)).toBe(115);
});

test('a sum loses no digits', async () => {
  const collection = await own.fresh([{ n: 1e15 }, { n: 0.1 }, { n: -1e15 }, { n: 'text' }]);
  const [sum] = await collection.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray();
  expect(sum?.n).toBe(0.1);
});

const day = new Date('2026-03-04T05:06:07Z');
const sample = { n: null, a: 5, f: 2.5, s: 'text', d: day, docs: [{ v: 1 }, { v: 2 }] };

test.for<[expression: unknown, result: unknown]>([
  ['$a', 5],
  ['$docs.v', [1, 2]],
  [{ $add: ['$a', null] }, null],
  [{ $add: ['$a', '$f', 1] }, 8.5],
  [{ $add: ['$d', 1000] }, new Date(+day + 1000)],
  [{ $eq: ['$a', 5] }, true],
  [{ $eq: ['$d', day] }, true],
  [{ $eq: ['$n', '$missing'] }, false],
  [{ $cond: ['$missing', 1, 2] }, 2],
  [{ $cond: [{ $eq: ['$a', 5] }, '$f', 2] }, 2.5],
  [{ $ifNull: ['$missing', '$n', 7] }, 7],
  ['$missing', undefined],
])('%j is %j, in a stage, in a projection and in an update', async ([expression, result]) => {
  const collection = await own.fresh([sample]);
  const [found] = await collection.aggregate([{ $project: { _id: 0, result: expression } }]).toArray();
  expect(found?.result).toEqual(result);
  expect((await collection.findOne({}, { projection: { result: expression } }))?.result).toEqual(result);
  await collection.updateOne({}, [{ $set: { result: expression } }]);
  expect((await collection.findOne())?.result).toEqual(result);
});

test.for<[expression: unknown, code: number]>([
  [{ $add: ['$s', 1] }, 14],
  [{ $add: ['$d', '$d'] }, 16612],
  [{ $eq: ['$s'] }, 16020],
  [{ $cond: ['$s', 1] }, 16020],
  [{ $add: [1], $eq: [1, 1] }, 15983],
  [{ $toDecimal: '$a' }, 168],
  ['$$nobody', 17276],
  ['$$ROOT', 17276],
  ['$', 16872],
  ['$a..b', 15998],
  ['$a.$b', 16410],
  ['$a\0b', 2],
])('%j is refused with %i', async ([expression, code]) => {
  const collection = await own.fresh([sample]);
  expect(await codeOf(collection.aggregate([{ $project: { result: expression } }]).toArray())).toBe(code);
  expect(await codeOf(collection.updateOne({}, [{ $set: { result: expression } }]))).toBe(code);
});

test.for<[name: string, stage: Document, result: Document[]]>([
  [
    'a computed value comes after the fields',
    { $project: { v: '$d.x', d: 1 } },
    [{ _id: 0, d: { x: 1, y: [1, 2] }, v: 1 }],
  ],
  [
    'a projection keeps the order of the document',
    { $project: { d: 1, 's.n': 1 } },
    [{ _id: 0, s: [{ n: 1 }, {}], d: { x: 1, y: [1, 2] } }],
  ],
  ['a projection leaves fields out', { $project: { s: 0, 'd.y': 0 } }, [{ _id: 0, d: { x: 1 } }]],
  ['an id is computed', { $project: { _id: '$d.x' } }, [{ _id: 1 }]],
])('%s', async ([, stage, result]) => {
  const collection = await own.fresh([{ s: [{ n: 1 }, {}], d: { x: 1, y: [1, 2] } }]);
  const found = await collection.aggregate([stage]).toArray();
  expect(JSON.stringify(found)).toBe(JSON.stringify(result));
});

test.for<[stage: Document, code: number]>([
  [{ $match: 5 }, 15959],
  [{ $match: { $nonsense: 1 } }, 2],
  [{ $sort: 5 }, 15973],
  [{ $sort: {} }, 15976],
  [{ $sort: { a: 'x' } }, 15974],
  [{ $sort: { a: 2 } }, 15975],
  [{ $skip: 'x' }, 5107200],
  [{ $limit: 'x' }, 5107201],
  [{ $limit: 0 }, 15958],
  [{ $sample: 5 }, 28745],
  [{ $sample: { size: 'x' } }, 28746],
  [{ $sample: { size: -1 } }, 28747],
  [{ $sample: { size: 1, more: 1 } }, 28748],
  [{ $sample: {} }, 28749],
  [{ $project: 5 }, 15969],
  [{ $project: {} }, 51272],
  [{ $project: { a: 1, b: 0 } }, 31254],
  [{ $project: { a: 0, b: 1 } }, 31253],
  [{ $project: { a: 1, 'a.b': 1 } }, 31249],
  [{ $project: { 'a.b': 1, a: 1 } }, 31250],
  [{ $project: { a: { $slice: 1 } } }, 168],
  [{ $group: 5 }, 15947],
  [{ $group: { n: { $sum: 1 } } }, 15955],
  [{ $group: { _id: 1, n: 5 } }, 40234],
  [{ $group: { _id: 1, 'n.m': { $sum: 1 } } }, 40235],
  [{ $group: { _id: 1, $n: { $sum: 1 } } }, 40236],
  [{ $group: { _id: 1, n: { $sum: [1, 2] } } }, 40237],
  [{ $group: { _id: 1, n: { $sum: 1, $last: 1 } } }, 40238],
  [{ $nonsense: 1 }, 40324],
])('%j is refused with %i before anything is read, wherever it stands', async ([stage, code]) => {
  const nothing = own.db.collection('no-such-collection');
  expect(await codeOf(nothing.aggregate([stage]).toArray())).toBe(code);
  expect(await codeOf(rows.aggregate([{ $match: { a: 99 } }, { $limit: 1 }, { $skip: 1 }, stage]).toArray())).toBe(
    code,
  );
});
