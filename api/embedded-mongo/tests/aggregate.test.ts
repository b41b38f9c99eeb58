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

const day = new Date('2026-03-04T05:06:07Z');
const one = { $limit: 1 };

test.for<[name: string, pipeline: Document[], result: Document[]]>([
  [
    'groups missing and null as null',
    [{ $match: { k: null } }, { $group: { _id: '$k', n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  ['counts nothing as no document', [{ $match: { a: 99 } }, { $count: 'n' }], []],
  [
    'runs pipelines side by side',
    [{ $facet: { x: [one, { $project: { _id: 0, a: 1 } }], y: [{ $count: 'n' }] } }],
    [{ x: [{ a: 1 }], y: [{ n: 5 }] }],
  ],
  [
    'accumulates',
    [
      { $sort: { a: 1 } },
      { $group: { _id: null, av: { $avg: '$a' }, mn: { $min: '$a' }, mx: { $max: '$a' }, f: { $first: '$a' } } },
    ],
    [{ _id: null, av: 3, mn: 1, mx: 5, f: 1 }],
  ],
  [
    'puts into buckets',
    [{ $bucket: { groupBy: '$a', boundaries: [0, 3, 10], output: { n: { $sum: 1 } } } }],
    [
      { _id: 0, n: 2 },
      { _id: 3, n: 3 },
    ],
  ],
  [
    'formats and cuts dates',
    [
      one,
      {
        $project: {
          _id: 0,
          d: { $dateToString: { date: day, format: '%Y-%m-%d' } },
          t: { $dateTrunc: { date: day, unit: 'day' } },
        },
      },
    ],
    [{ d: '2026-03-04', t: new Date('2026-03-04') }],
  ],
  [
    'decides',
    [
      one,
      {
        $project: {
          _id: 0,
          x: { $cond: [{ $gt: ['$a', 0] }, 'y', 'n'] },
          z: { $ifNull: ['$none', 'other'] },
          c: { $concat: ['a', 'b'] },
        },
      },
    ],
    [{ x: 'y', z: 'other', c: 'ab' }],
  ],
  [
    'unwinds an empty array if told to',
    [
      one,
      { $project: { _id: 0, list: { $literal: [] } } },
      { $unwind: { path: '$list', preserveNullAndEmptyArrays: true } },
    ],
    [{}],
  ],
  [
    'finds binary by an expression',
    [{ $match: { $expr: { $eq: ['$k', binary] } } }, { $project: { a: 1, _id: 0 } }, { $sort: { a: 1 } }],
    [{ a: 1 }, { a: 3 }],
  ],
  [
    'compares as BSON does',
    [one, { $project: { _id: 0, x: { $gt: ['x', 3] }, y: { $lt: ['$none', 0] }, z: { $cmp: [[1], [2]] } } }],
    [{ x: true, y: true, z: -1 }],
  ],
  [
    'skips, sorts and limits in the order written',
    [{ $sort: { a: -1 } }, { $skip: 1 }, { $limit: 2 }, { $project: { _id: 0, a: 1 } }],
    [{ a: 4 }, { a: 3 }],
  ],
  [
    'limits before it matches',
    [{ $sort: { a: 1 } }, { $limit: 2 }, { $match: { a: { $gt: 1 } } }, { $project: { _id: 0, a: 1 } }],
    [{ a: 2 }],
  ],
  [
    'limits before it skips',
    [{ $sort: { a: 1 } }, { $limit: 3 }, { $skip: 2 }, { $project: { _id: 0, a: 1 } }],
    [{ a: 3 }],
  ],
  [
    'adds fields',
    [one, { $addFields: { b: { $add: ['$a', 1] } } }, { $set: { c: '$b' } }, { $unset: ['k', '_id'] }],
    [{ a: 1, b: 2, c: 2 }],
  ],
  [
    'sorts by count',
    [{ $sortByCount: { $gt: ['$a', 2] } }],
    [
      { _id: true, count: 3 },
      { _id: false, count: 2 },
    ],
  ],
])('a pipeline %s', async ([, pipeline, result]) => {
  expect(await rows.aggregate(pipeline).toArray()).toEqual(result);
});

test('groups by binary', async () => {
  const groups = await rows
    .aggregate([{ $match: { k: { $ne: null } } }, { $group: { _id: '$k', n: { $sum: 1 } } }, { $sort: { n: 1 } }])
    .toArray();
  expect(groups).toEqual([
    { _id: other, n: 1 },
    { _id: binary, n: 2 },
  ]);
});

test('samples without doubles', async () => {
  const found = await rows.aggregate([{ $match: { a: { $gt: 0 } } }, { $sample: { size: 50 } }]).toArray();
  expect(new Set(found.map(({ _id }) => _id)).size).toBe(5);
  expect(await rows.aggregate([{ $sample: { size: 2 } }]).toArray()).toHaveLength(2);
});

test('joins by fields, with arrays and missing values, and by pipeline', async () => {
  const people = await own.fresh([{ name: 'Ada' }, { name: 'Bo' }]);
  const bikes = await own.fresh([{ owner: 0 }, { owner: [0, 1] }, {}]);
  const from = people.collectionName;
  const joined = await bikes
    .aggregate([{ $lookup: { from, localField: 'owner', foreignField: '_id', as: 'people' } }, { $sort: { _id: 1 } }])
    .toArray();
  expect(joined.map(({ people: found }) => found.map(({ name }: Document) => name))).toEqual([
    ['Ada'],
    ['Ada', 'Bo'],
    [],
  ]);
  const pipeline = [{ $match: { $expr: { $eq: ['$_id', '$$owner'] } } }, { $project: { _id: 0 } }];
  const byPipeline = await bikes
    .aggregate([{ $match: { _id: 0 } }, { $lookup: { from, let: { owner: '$owner' }, pipeline, as: 'people' } }])
    .toArray();
  expect(byPipeline).toEqual([{ _id: 0, owner: 0, people: [{ name: 'Ada' }] }]);
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

test('what is not supported is refused by name', async () => {
  const refusal = (stage: Document): Promise<number | string | undefined> => codeOf(rows.aggregate([stage]).toArray());
  expect(await refusal({ $out: 'x' })).toBe(40324);
  expect(await refusal({ $merge: { into: 'x' } })).toBe(40324);
  expect(await refusal({ $nonsense: {} })).toBe(40324);
  expect(await refusal({ $project: { x: { $function: { body: 'function(){}', args: [], lang: 'js' } } } })).toBe(168);
  expect(await refusal({ $group: { _id: null, x: { $nonsense: '$a' } } })).toBe(15952);
  expect(await refusal({ $match: { $where: 'true' } })).toBe(115);
  expect(await codeOf(rows.aggregate([], { collation: { locale: 'de' } }).toArray())).toBe(115);
});

test('what JavaScript cannot compute exactly is refused, not rounded', async () => {
  const wide = await own.fresh([{ n: Long.fromString('9007199254740993') }]);
  const decimal = await own.fresh([{ n: Decimal128.fromString('0.1') }]);
  for (const collection of [wide, decimal])
    expect(await codeOf(collection.aggregate([{ $group: { _id: null, n: { $sum: '$n' } } }]).toArray())).toBe(115);
});

const sample = {
  n: null,
  a: 5,
  b: 2,
  neg: -7,
  f: 2.5,
  s: 'Hello ÄÖ',
  arr: [3, 1, 2],
  o: { x: 1, y: 2 },
  e: [],
  d: day,
  docs: [
    { k: 'x', v: 1 },
    { k: 'y', v: 2 },
  ],
};
const january = new Date('2026-01-31T23:59:00Z');
const february = new Date('2026-02-01T00:01:00Z');

test.for<[expression: unknown, result: unknown]>([
  [{ $add: ['$a', null] }, null],
  [{ $add: ['$d', 1000] }, new Date(+day + 1000)],
  [{ $subtract: ['$d', new Date(0)] }, +day],
  [{ $divide: ['$a', '$b'] }, 2.5],
  [{ $mod: ['$neg', 3] }, -1],
  [{ $multiply: ['$a', '$missing'] }, null],
  [{ $round: [2.5, 0] }, 2],
  [{ $round: [1234, -2] }, 1200],
  [{ $arrayElemAt: ['$arr', -1] }, 2],
  [{ $arrayToObject: '$docs' }, { x: 1, y: 2 }],
  [{ $concatArrays: ['$arr', '$n'] }, null],
  [{ $filter: { input: '$arr', as: 'x', cond: { $gt: ['$$x', 1] } } }, [3, 2]],
  [{ $indexOfArray: ['$arr', 3, 1] }, -1],
  [{ $map: { input: '$docs', in: '$$this.v' } }, [1, 2]],
  [{ $reduce: { input: '$arr', initialValue: 0, in: { $add: ['$$value', '$$this'] } } }, 6],
  [{ $slice: ['$arr', 1, 1] }, [1]],
  [{ $and: [1, '', {}] }, true],
  [{ $not: [''] }, false],
  [{ $not: ['$n'] }, true],
  [{ $cond: ['$missing', 1, 2] }, 2],
  [{ $ifNull: ['$missing', '$n', 7] }, 7],
  [{ $switch: { branches: [{ case: { $eq: ['$a', 5] }, then: 'five' }], default: 'other' } }, 'five'],
  [{ $dateDiff: { startDate: january, endDate: february, unit: 'month' } }, 1],
  [{ $dateSubtract: { startDate: day, unit: 'day', amount: 4 } }, new Date('2026-02-28T05:06:07Z')],
  [{ $hour: { date: '$d', timezone: 'Europe/Berlin' } }, 6],
  [{ $year: '$missing' }, null],
  [{ $toLower: '$s' }, 'hello ÄÖ'],
  [{ $toUpper: null }, ''],
  [{ $concat: ['a', '$missing'] }, null],
  [{ $max: '$arr' }, 3],
  [{ $max: ['$a', '$s', '$n'] }, 'Hello ÄÖ'],
  [{ $sum: ['$a', '$f', '$s'] }, 7.5],
  [{ $sum: '$missing' }, 0],
  [{ $avg: '$e' }, null],
  [
    {
      $setIntersection: [
        [1, 2],
        [2, 3],
      ],
    },
    [2],
  ],
  ['$docs.v', [1, 2]],
])('%j is %j', async ([expression, result]) => {
  const collection = await own.fresh([sample]);
  const [found] = await collection.aggregate([{ $project: { _id: 0, result: expression } }]).toArray();
  expect(found?.result).toEqual(result);
});

test.for<[expression: unknown, code: number]>([
  [{ $mod: ['$a', 0] }, 16610],
  [{ $divide: ['$a', 0] }, 2],
  [{ $add: ['$s', 1] }, 2],
  [{ $switch: { branches: [{ case: false, then: 1 }] } }, 40066],
  [{ $dateAdd: { startDate: january, unit: 'month', amount: 1 } }, 115],
  [{ $regexMatch: { input: '$s', regex: 'x' } }, 168],
  [{ $toDecimal: '$a' }, 168],
  ['$$nobody', 17276],
])('%j is refused with %i', async ([expression, code]) => {
  const collection = await own.fresh([sample]);
  expect(await codeOf(collection.aggregate([{ $project: { result: expression } }]).toArray())).toBe(code);
});

test('a group leaves missing values out of what it collects', async () => {
  const collection = await own.fresh([{ x: 1 }, {}, { x: 1 }, { x: null }]);
  const stage = { _id: null, all: { $push: '$x' }, set: { $addToSet: '$x' }, n: { $count: {} }, last: { $last: '$x' } };
  expect(await collection.aggregate([{ $group: stage }]).toArray()).toEqual([
    { _id: null, all: [1, 1, null], set: [1, null], n: 4, last: null },
  ]);
});

const shop = { _id: 1, s: [{ 0: 'a', n: 1 }, { n: 2 }, 5, [{ 0: 'b' }]], d: { x: 1, y: [1, 2] }, e: [{ y: [1, 2] }] };

test.for<[name: string, stage: Document, result: Document[]]>([
  [
    'a number in a path is a field of the elements',
    { $project: { v: '$s.0', w: '$s.n' } },
    [{ _id: 1, v: ['a'], w: [1, 2] }],
  ],
  ['_id comes first', { $project: { d: 1, v: '$d.x' } }, [{ _id: 1, d: shop.d, v: 1 }]],
  [
    'a projection keeps the order of the document',
    { $project: { d: 1, 's.n': 1 } },
    [{ _id: 1, s: [{ n: 1 }, { n: 2 }, [{}]], d: shop.d }],
  ],
  ['a projection without fields', { $project: { s: 0, 'd.y': 0, 'e.y': 0 } }, [{ _id: 1, d: { x: 1 }, e: [{}] }]],
  ['a value computed within', { $project: { _id: 0, 'd.z': '$d.x', 'e.z': '$d.x' } }, [{ d: { z: 1 }, e: [{ z: 1 }] }]],
  [
    'fields added within',
    { $addFields: { 'd.x': 9, 'e.z': { $literal: 1 }, s: '$none' } },
    [{ _id: 1, d: { x: 9, y: [1, 2] }, e: [{ y: [1, 2], z: 1 }] }],
  ],
  ['fields removed', { $unset: ['s', 'd.y', 'e.y'] }, [{ _id: 1, d: { x: 1 }, e: [{}] }]],
  [
    'an array unwound',
    { $unwind: '$d.y' },
    [
      { ...shop, d: { x: 1, y: 1 } },
      { ...shop, d: { x: 1, y: 2 } },
    ],
  ],
  ['nothing to unwind where the path leads through an array', { $unwind: '$e.y' }, []],
  [
    'what leads through an array is kept whole',
    { $unwind: { path: '$e.y', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' } },
    [{ ...shop, i: null }],
  ],
  [
    'a value that is no array unwound',
    { $unwind: { path: '$d.x', includeArrayIndex: 'd.i' } },
    [{ ...shop, d: { ...shop.d, i: null } }],
  ],
])('%s', async ([, stage, result]) => {
  const collection = await own.fresh([shop]);
  const found = await collection.aggregate([stage]).toArray();
  expect(found).toEqual(result);
  expect(JSON.stringify(found)).toBe(JSON.stringify(result));
});

test('groups by several fields tell a missing one from null', async () => {
  const collection = await own.fresh([{ a: 1 }, { a: 1, b: null }, { a: 1, b: null }, {}]);
  const grouped = collection.aggregate([
    { $group: { _id: { a: '$a', b: '$b' }, n: { $sum: 1 }, all: { $push: { b: '$b' } } } },
  ]);
  expect(await grouped.toArray()).toEqual([
    { _id: { a: 1 }, n: 1, all: [{}] },
    { _id: { a: 1, b: null }, n: 2, all: [{ b: null }, { b: null }] },
    { _id: {}, n: 1, all: [{}] },
  ]);
  expect(await collection.aggregate([{ $group: { _id: '$b', n: { $sum: 1 } } }]).toArray()).toEqual([
    { _id: null, n: 4 },
  ]);
  const lists = await own.fresh([{ a: [{ x: 1 }, {}] }, { a: [{}] }, { a: [] }, { a: 5 }, {}]);
  expect(await lists.aggregate([{ $group: { _id: '$a.x', all: { $push: '$_id' } } }]).toArray()).toEqual([
    { _id: [1], all: [0] },
    { _id: [], all: [1, 2] },
    { _id: null, all: [3, 4] },
  ]);
  expect(await lists.aggregate([{ $group: { _id: ['$none', '$a.x'] } }, { $limit: 1 }]).toArray()).toEqual([
    { _id: [null, [1]] },
  ]);
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
  [{ $count: 5 }, 40156],
  [{ $count: '' }, 40157],
  [{ $count: '$a' }, 40158],
  [{ $count: 'a.b' }, 40160],
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
  [{ $project: { a: { $add: [1], $sum: 1 } } }, 15983],
  [{ $project: { a: '$' } }, 16872],
  [{ $project: { a: '$a..b' } }, 15998],
  [{ $project: { a: '$a.$b' } }, 16410],
  [{ $addFields: 5 }, 40272],
  [{ $addFields: {} }, 40177],
  [{ $addFields: { a: {} } }, 40180],
  [{ $set: { a: '$$nobody.x' } }, 17276],
  [{ $unset: 5 }, 31002],
  [{ $unset: [] }, 31119],
  [{ $unset: [5] }, 31120],
  [{ $unwind: 5 }, 15981],
  [{ $unwind: 'a' }, 28818],
  [{ $unwind: { path: 5 } }, 28808],
  [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: 1 } }, 28809],
  [{ $unwind: { path: '$a', includeArrayIndex: '' } }, 28810],
  [{ $unwind: { path: '$a', more: 1 } }, 28811],
  [{ $unwind: {} }, 28812],
  [{ $unwind: { path: '$a', includeArrayIndex: '$i' } }, 28822],
  [{ $replaceRoot: 5 }, 40229],
  [{ $replaceRoot: { newRoot: '$a', more: 1 } }, 40415],
  [{ $replaceRoot: {} }, 40414],
  [{ $group: 5 }, 15947],
  [{ $group: { n: { $sum: 1 } } }, 15955],
  [{ $group: { _id: 1, n: 5 } }, 40234],
  [{ $group: { _id: 1, 'n.m': { $sum: 1 } } }, 40235],
  [{ $group: { _id: 1, $n: { $sum: 1 } } }, 40236],
  [{ $group: { _id: 1, n: { $sum: [1, 2] } } }, 40237],
  [{ $group: { _id: 1, n: { $sum: 1, $avg: 1 } } }, 40238],
  [{ $group: { _id: 1, n: { $nonsense: 1 } } }, 15952],
  [{ $sortByCount: 5 }, 40149],
  [{ $sortByCount: 'a' }, 40148],
  [{ $sortByCount: { a: 1 } }, 40147],
  [{ $bucket: 5 }, 40201],
  [{ $bucket: { groupBy: '$a', boundaries: [1, 2], more: 1 } }, 40197],
  [{ $bucket: { groupBy: '$a' } }, 40198],
  [{ $bucket: { groupBy: 'a', boundaries: [1, 2] } }, 40202],
  [{ $bucket: { groupBy: '$a', boundaries: 5 } }, 40200],
  [{ $bucket: { groupBy: '$a', boundaries: [1] } }, 40192],
  [{ $bucket: { groupBy: '$a', boundaries: [1, 'x'] } }, 40193],
  [{ $bucket: { groupBy: '$a', boundaries: [2, 1] } }, 40194],
  [{ $bucket: { groupBy: '$a', boundaries: [1, 3], default: 2 } }, 40199],
  [{ $bucket: { groupBy: '$a', boundaries: [1, 3], output: 2 } }, 40196],
  [{ $facet: {} }, 40169],
  [{ $facet: { a: 5 } }, 40170],
  [{ $facet: { a: [{ $facet: { b: [] } }] } }, 40600],
  [{ $facet: { a: [{ $limit: 0 }] } }, 15958],
  [{ $lookup: 5 }, 9],
  [{ $lookup: { from: 'x', as: 'y', pipeline: [{ $limit: 0 }] } }, 15958],
  [{ $lookup: { from: 'x', as: 'y', localField: 'a', foreignField: 'b', more: 1 } }, 9],
  [{ $unionWith: 5 }, 9],
  [{ $unionWith: { coll: 'x', more: 1 } }, 40415],
  [{ $unionWith: { coll: 'x', pipeline: [{ $nonsense: 1 }] } }, 40324],
  [{ $nonsense: 1 }, 40324],
])('%j is refused with %i before anything is read, wherever it stands', async ([stage, code]) => {
  const nothing = own.db.collection('no-such-collection');
  expect(await codeOf(nothing.aggregate([stage]).toArray())).toBe(code);
  expect(await codeOf(rows.aggregate([{ $match: { a: 99 } }, { $limit: 1 }, { $skip: 1 }, stage]).toArray())).toBe(
    code,
  );
});
