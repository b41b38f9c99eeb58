import { Binary, Decimal128, type Document, Double, type IndexDescription, Long, ObjectId, type Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

const oid = (i: number): ObjectId => new ObjectId(i.toString(16).padStart(24, '0'));
const bytes = (...values: number[]): Binary => new Binary(Buffer.from(values));

interface Case {
  name: string;
  docs: Document[];
  filter?: Document;
  sort?: Sort;
  /** The query is repeated with each of these indexes. */
  index?: Record<string, 1 | -1>;
  ids: number[];
}

const filters: Case[] = [
  {
    name: 'binary equality',
    docs: [{ a: bytes(255, 254) }, { a: bytes(253, 252) }],
    filter: { a: bytes(255, 254) },
    index: { a: 1 },
    ids: [0],
  },
  {
    name: '$in of binary',
    docs: [{ a: bytes(255, 254) }, { a: bytes(253, 252) }],
    filter: { a: { $in: [bytes(255, 254)] } },
    index: { a: 1 },
    ids: [0],
  },
  { name: 'null equals missing', docs: [{ a: null }, {}, { a: 1 }], filter: { a: null }, index: { a: 1 }, ids: [0, 1] },
  { name: '$ne null', docs: [{ a: null }, {}, { a: 1 }], filter: { a: { $ne: null } }, index: { a: 1 }, ids: [2] },
  {
    name: '$in with null',
    docs: [{ a: null }, {}, { a: 1 }],
    filter: { a: { $in: [null, 1] } },
    index: { a: 1 },
    ids: [0, 1, 2],
  },
  {
    name: 'null does not equal an empty array',
    docs: [{ a: [] }, { a: null }],
    filter: { a: null },
    index: { a: 1 },
    ids: [1],
  },
  {
    name: 'null within an array of documents',
    docs: [{ a: [{ b: 1 }, {}] }, { a: [{ b: 1 }] }, { a: [] }],
    filter: { 'a.b': null },
    index: { 'a.b': 1 },
    ids: [0],
  },
  {
    name: '$exists: false needs it missing everywhere',
    docs: [{ a: [{ b: 1 }, {}] }, { a: [{}] }],
    filter: { 'a.b': { $exists: false } },
    index: { 'a.b': 1 },
    ids: [1],
  },
  {
    name: 'an array equals itself or an element',
    docs: [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2]] }],
    filter: { a: [1, 2] },
    index: { a: 1 },
    ids: [0, 2],
  },
  {
    name: 'documents are equal in their order',
    docs: [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    filter: { a: { x: 1, y: 2 } },
    index: { a: 1 },
    ids: [0],
  },
  {
    name: '$gt stays within its type',
    docs: [{ a: 5 }, { a: 'z' }, { a: new Date() }, { a: null }, {}],
    filter: { a: { $gt: 1 } },
    index: { a: 1 },
    ids: [0],
  },
  {
    name: '$lt of a date',
    docs: [{ a: new Date(5) }, {}, { a: 1 }],
    filter: { a: { $lt: new Date(10) } },
    index: { a: -1 },
    ids: [0],
  },
  { name: '$gte null', docs: [{ a: null }, {}, { a: 1 }], filter: { a: { $gte: null } }, index: { a: 1 }, ids: [0, 1] },
  {
    name: 'different elements satisfy each end',
    docs: [{ a: [1, 10] }, { a: [5] }, { a: [20] }],
    filter: { a: { $gt: 4, $lt: 6 } },
    sort: { _id: 1 },
    index: { a: 1 },
    ids: [0, 1],
  },
  {
    name: '$ne of an array',
    docs: [{ a: [1, 2] }, { a: [3] }, {}],
    filter: { a: { $ne: 1 } },
    index: { a: 1 },
    ids: [1, 2],
  },
  {
    name: '$nin',
    docs: [{ a: 1 }, {}, { a: [1, 5] }, { a: 2 }],
    filter: { a: { $nin: [1] } },
    index: { a: 1 },
    ids: [1, 3],
  },
  {
    name: '$not of a pattern',
    docs: [{ a: 'abc' }, { a: 'x' }, {}],
    filter: { a: { $not: /^a/ } },
    index: { a: 1 },
    ids: [1, 2],
  },
  {
    name: 'a pattern without case',
    docs: [{ a: 'ABC' }, { a: 'abd' }],
    filter: { a: /^ab/i },
    index: { a: 1 },
    ids: [0, 1],
  },
  {
    name: 'an anchored pattern',
    docs: [{ a: 'abc' }, { a: 'ab' }, { a: 'b' }, { a: ['x', 'abz'] }, { a: 'ab\u{10ffff}\u{10ffff}' }],
    filter: { a: /^ab/ },
    sort: { _id: 1 },
    index: { a: 1 },
    ids: [0, 1, 3, 4],
  },
  {
    name: 'an anchored pattern, descending index',
    docs: [{ a: 'abc' }, { a: 'ac' }, { a: 'ab' }],
    filter: { a: { $regex: '^ab' } },
    sort: { _id: 1 },
    index: { a: -1 },
    ids: [0, 2],
  },
  {
    name: '$options beat the prefix',
    docs: [{ a: 'ABC' }],
    filter: { a: { $regex: '^ab', $options: 'i' } },
    index: { a: 1 },
    ids: [0],
  },
  { name: '$size', docs: [{ a: [] }, { a: [1] }, {}], filter: { a: { $size: 0 } }, ids: [0] },
  { name: '$exists of null', docs: [{ a: null }, {}], filter: { a: { $exists: true } }, index: { a: 1 }, ids: [0] },
  {
    name: 'an array position',
    docs: [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 2 }] }],
    filter: { 'a.1.b': 2 },
    ids: [0],
  },
  {
    name: 'arrays in arrays are not looked into',
    docs: [{ a: [[{ b: 1 }]] }],
    filter: { 'a.b': 1 },
    index: { 'a.b': 1 },
    ids: [],
  },
  {
    name: 'numbers are equal across their types',
    docs: [{ a: Decimal128.fromString('1') }, { a: 1 }, { a: new Double(1) }],
    filter: { a: 1 },
    index: { a: 1 },
    ids: [0, 1, 2],
  },
  {
    name: 'decimals compare as numbers',
    docs: [{ a: Decimal128.fromString('10') }, { a: Decimal128.fromString('9') }],
    filter: { a: { $gt: Decimal128.fromString('9.5') } },
    index: { a: 1 },
    ids: [0],
  },
  {
    name: 'a decimal tenth is not a double tenth',
    docs: [{ a: Decimal128.fromString('0.1') }, { a: 0.1 }],
    filter: { a: 0.1 },
    index: { a: 1 },
    ids: [1],
  },
  {
    name: 'integers beyond 2^53 differ',
    docs: [{ a: Long.fromString('9007199254740993') }, { a: Long.fromString('9007199254740992') }],
    filter: { a: Long.fromString('9007199254740993') },
    index: { a: 1 },
    ids: [0],
  },
  {
    name: '$or with an index for each branch',
    docs: [{ a: 1 }, { a: 2, b: 5 }, { a: 3 }],
    filter: { $or: [{ a: 1 }, { _id: 1 }] },
    sort: { _id: 1 },
    index: { a: 1 },
    ids: [0, 1],
  },
  {
    name: 'a page after a key',
    docs: [1, 2, 3, 3, 5].map((a) => ({ a })),
    filter: { a: { $lte: 3 }, $or: [{ a: { $lt: 3 } }, { a: 3, _id: { $lt: 3 } }] },
    sort: { a: -1, _id: -1 },
    index: { a: -1, _id: -1 },
    ids: [2, 1, 0],
  },
];

const sorts: Case[] = [
  {
    name: 'of an array, an element that is no document has no field',
    docs: [{ a: [{ b: 2 }] }, { a: [1, { b: 3 }] }, { a: { b: 1 } }],
    sort: { 'a.b': 1, _id: 1 },
    ids: [1, 2, 0],
  },
  {
    name: 'across types',
    docs: [{ a: oid(1) }, { a: 'x' }, { a: 1 }, {}, { a: true }, { a: new Date(0) }, { a: { z: 1 } }],
    sort: { a: 1 },
    index: { a: 1 },
    ids: [3, 2, 1, 6, 0, 4, 5],
  },
  {
    name: 'missing and null are one, an empty array is less',
    docs: [{ a: null }, {}, { a: [] }, { a: 0 }],
    sort: { a: 1, _id: -1 },
    index: { a: 1, _id: -1 },
    ids: [2, 1, 0, 3],
  },
  {
    name: 'arrays by their least',
    docs: [{ a: [5, 1] }, { a: [3] }, { a: 2 }],
    sort: { a: 1 },
    index: { a: 1 },
    ids: [0, 2, 1],
  },
  {
    name: 'arrays by their greatest, descending',
    docs: [{ a: [5, 1] }, { a: [3] }, { a: 9 }],
    sort: { a: -1 },
    index: { a: 1 },
    ids: [2, 0, 1],
  },
  {
    name: 'arrays under an equality, by their least',
    docs: [{ a: ['b'] }, { a: ['a', 'b'] }],
    filter: { a: 'b' },
    sort: { a: 1 },
    index: { a: 1 },
    ids: [1, 0],
  },
  {
    name: 'strings by their bytes',
    docs: [{ a: 'b' }, { a: 'B' }, { a: 'á' }, { a: 'z' }],
    sort: { a: 1 },
    index: { a: -1 },
    ids: [1, 0, 3, 2],
  },
  {
    name: 'characters beyond the basic plane last',
    docs: [{ a: '\u{1F600}' }, { a: '\uFFFD' }],
    sort: { a: 1 },
    index: { a: 1 },
    ids: [1, 0],
  },
];

const check = async ({ docs, filter = {}, sort, ids }: Case, indexes: IndexDescription[]): Promise<void> => {
  const collection = await own.fresh(docs, indexes);
  const cursor = collection.find(filter);
  if (sort) cursor.sort(sort);
  expect((await cursor.toArray()).map(({ _id }) => _id)).toEqual(ids);
  expect(await collection.countDocuments(filter)).toBe(ids.length);
};

for (const [title, cases] of Object.entries({ filters, sorts }))
  describe(title, () => {
    test.for(cases)('$name', async (one) => {
      await check(one, []);
      if (one.index) await check(one, [{ key: one.index }]);
    });
  });

test('a pattern is a text, from the beginning or anywhere', async () => {
  const collection = await own.fresh([{ a: 'x.y' }, { a: 'xzy' }, { a: 'ax.y' }, { a: 'ÄX.Y' }, { a: '^x' }]);
  const ids = async (pattern: string, $options = ''): Promise<number[]> =>
    (await collection.find({ a: { $regex: pattern, $options } }).toArray()).map(({ _id }) => _id);
  expect(await ids('x\\.y')).toEqual([0, 2]);
  expect(await ids('^x\\.y')).toEqual([0]);
  expect(await ids('äx\\.', 'i')).toEqual([3]);
  expect(await ids('\\^x')).toEqual([4]);
  expect(await ids('')).toEqual([0, 1, 2, 3, 4]);
});

test.for<[pattern: string, options?: string]>([
  ['x.y'],
  ['x$'],
  ['a|b'],
  ['(a+)+b'],
  ['[ab]'],
  ['x\\d'],
  ['a{2}'],
  ['a^'],
  ['x\\'],
  ['x', 'x'],
  ['^x', 'm'],
])('the pattern %j with the options %j is refused by name', async ([$regex, $options = '']) => {
  const collection = await own.fresh([{ a: 'x' }]);
  await expect(collection.find({ a: { $regex, $options } }).toArray()).rejects.toMatchObject({
    code: 115,
    message: `a pattern of more than a text, ^ before it and the option i: /${$regex}/${$options} is not supported by the embedded database`,
  });
});

test('what is not supported is refused by name', async () => {
  const collection = await own.fresh([{ a: 1 }]);
  const refusal = (filter: Document): Promise<string> =>
    collection
      .find(filter)
      .toArray()
      .then(
        () => 'found',
        (error: Error) => error.message,
      );
  expect(await refusal({ $where: 'true' })).toBe('$where is not supported by the embedded database');
  expect(await refusal({ $text: { $search: 'x' } })).toBe('$text is not supported by the embedded database');
  expect(await refusal({ a: { $near: [0, 0] } })).toBe('$near is not supported by the embedded database');
  for (const op of ['$bitsAllSet', '$elemMatch', '$all', '$mod', '$type'])
    expect(await refusal({ a: { [op]: 1 } })).toBe(`${op} is not supported by the embedded database`);
  expect(await refusal({ $expr: true })).toBe('$expr is not supported by the embedded database');
  expect(await refusal({ a: { $nonsense: 1 } })).toBe('unknown operator: $nonsense');
  expect(await codeOf(collection.find({}, { collation: { locale: 'de' } }).toArray())).toBe(115);
  expect(await codeOf(own.db.command({ find: collection.collectionName, nonsense: 1 }))).toBe(40415);
  expect(await codeOf(own.db.command({ find: collection.collectionName, filter: 'x' }))).toBe(14);
});

describe('projections', () => {
  const docs = [{ b: [{ x: 1 }, { x: 2 }], a: [1, 2, 3], c: { d: 1, e: 2 }, n: new Double(5) }];
  test.for<[name: string, projection: Document, filter: Document, result: Document]>([
    ['fields keep their order', { c: 1, b: 1 }, {}, { _id: 0, b: [{ x: 1 }, { x: 2 }], c: { d: 1, e: 2 } }],
    ['fields of sub-documents', { 'c.d': 1, _id: 0 }, {}, { c: { d: 1 } }],
    ['a document of fields', { c: { d: 1 }, _id: 0 }, {}, { c: { d: 1 } }],
    ['without fields', { b: 0, a: 0, 'c.e': 0, n: 0 }, {}, { _id: 0, c: { d: 1 } }],
    ['only the id', { _id: 1 }, {}, { _id: 0 }],
    ['$slice leaves the rest', { a: { $slice: -1 }, b: 0, c: 0, n: 0 }, {}, { _id: 0, a: [3] }],
    ['$slice with a start', { a: { $slice: [1, 1] }, _id: 1, c: 1 }, {}, { _id: 0, a: [2], c: { d: 1, e: 2 } }],
    ['computed', { more: '$c.d', b: { $slice: 1 } }, {}, { _id: 0, b: [{ x: 1 }], more: 1 }],
  ])('%s', async ([, projection, filter, result]) => {
    const collection = await own.fresh(docs);
    expect(await collection.findOne(filter, { projection })).toEqual(result);
  });

  test('a projection keeps the types of numbers', async () => {
    const collection = await own.fresh(docs);
    const found = await collection.findOne({}, { projection: { n: 1 }, promoteValues: false });
    expect(found?.n).toBeInstanceOf(Double);
  });

  test.for<[projection: Document, code: number]>([
    [{ b: { $elemMatch: { x: 2 } } }, 168],
    [{ 'b.$': 1 }, 115],
    [{ 'c.x': '$a' }, 115],
    [{ x: { $meta: 'textScore' } }, 168],
  ])('%j is refused with %i', async ([projection, code]) => {
    const collection = await own.fresh(docs);
    expect(await codeOf(collection.findOne({ 'b.x': 2 }, { projection }))).toBe(code);
  });

  test('fields cannot be both in and out', async () => {
    const collection = await own.fresh(docs);
    expect(await codeOf(collection.findOne({}, { projection: { a: 1, b: 0 } }))).toBe(31254);
  });
});
