import { Binary, Decimal128, type Document, Double, Long, ObjectId, type UpdateOptions } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

interface Case {
  name: string;
  doc: Document;
  filter?: Document;
  update: Document | Document[];
  options?: UpdateOptions;
  /** The document without its id, or the error's code. */
  result: Document | number;
}

const binary = new Binary(Buffer.from([255, 254]));
const other = new Binary(Buffer.from([253, 252]));

const cases: Case[] = [
  { name: '$inc of a string', doc: { a: 'x' }, update: { $inc: { a: 1 } }, result: 14 },
  { name: '$inc by a string', doc: { a: 1 }, update: { $inc: { a: 'x' } }, result: 14 },
  { name: '$inc beyond 64 bits', doc: { a: Long.MAX_VALUE }, update: { $inc: { a: 1 } }, result: 2 },
  { name: '$inc of a decimal', doc: { a: Decimal128.fromString('1') }, update: { $inc: { a: 1 } }, result: 115 },
  { name: '$push to a string', doc: { a: 'x' }, update: { $push: { a: 1 } }, result: 2 },
  { name: '$set through a number', doc: { a: 5 }, update: { $set: { 'a.b': 1 } }, result: 28 },
  { name: 'two operators on one path', doc: { a: 1 }, update: { $set: { a: 1 }, $inc: { a: 1 } }, result: 40 },
  { name: 'a path and one below it', doc: { a: {} }, update: { $set: { a: 1, 'a.b': 1 } }, result: 40 },
  { name: '$set of the same id', doc: { a: 1 }, update: { $set: { _id: 0, a: 2 } }, result: { a: 2 } },
  { name: '$set of another id', doc: { a: 1 }, update: { $set: { _id: 9 } }, result: 66 },
  { name: 'an unknown operator', doc: { a: 1 }, update: { $foo: { a: 1 } }, result: 9 },
  { name: 'an empty part of a path', doc: { a: 1 }, update: { $set: { 'a..b': 1 } }, result: 56 },
  {
    name: '$addToSet keeps the doubles it finds',
    doc: { a: [1, 1, 2] },
    update: { $addToSet: { a: 3 } },
    result: { a: [1, 1, 2, 3] },
  },
  {
    name: '$addToSet of several',
    doc: { a: [1] },
    update: { $addToSet: { a: { $each: [1, 2, 2] } } },
    result: { a: [1, 2] },
  },
  {
    name: '$addToSet of binary',
    doc: { a: [binary] },
    update: { $addToSet: { a: other } },
    result: { a: [binary, other] },
  },
  {
    name: '$pull of documents',
    doc: { a: [{ x: 1, y: 1 }, { x: 2 }] },
    update: { $pull: { a: { x: 1 } } },
    result: { a: [{ x: 2 }] },
  },
  { name: '$pull with $in', doc: { a: [1, 2, 3] }, update: { $pull: { a: { $in: [1, 3] } } }, result: { a: [2] } },
  { name: '$pull of a range', doc: { a: [1, 5, 9] }, update: { $pull: { a: { $gte: 5 } } }, result: { a: [1] } },
  {
    name: 'array filters',
    doc: { a: [{ x: 1 }, { x: 5 }] },
    update: { $set: { 'a.$[e].x': 0 } },
    options: { arrayFilters: [{ 'e.x': { $gt: 3 } }] },
    result: { a: [{ x: 1 }, { x: 0 }] },
  },
  {
    name: 'an array filter that is not used',
    doc: { a: [1] },
    update: { $set: { b: 0 } },
    options: { arrayFilters: [{ e: 1 }] },
    result: 9,
  },
  {
    name: '$push at a place',
    doc: { a: [1, 2] },
    update: { $push: { a: { $each: [9], $position: 0, $slice: -2 } } },
    result: { a: [1, 2] },
  },
  {
    name: '$unset of an element',
    doc: { a: [1, 2, 3] },
    update: { $unset: { 'a.1': '' } },
    result: { a: [1, null, 3] },
  },
  {
    name: '$set beyond the end of an array',
    doc: { a: [1] },
    update: { $set: { 'a.3': 4 } },
    result: { a: [1, null, null, 4] },
  },
  {
    name: 'array filters at two depths',
    doc: { a: [{ b: [1, 2] }, { b: [3] }] },
    update: { $set: { 'a.$[x].b.$[y]': 0 } },
    options: { arrayFilters: [{ 'x.b': { $gt: 0 } }, { y: { $gt: 1 } }] },
    result: { a: [{ b: [1, 0] }, { b: [0] }] },
  },
  {
    name: '$max of a date',
    doc: { a: new Date(5), b: new Date(5) },
    update: { $max: { a: new Date(1), b: new Date(9) } },
    result: { a: new Date(5), b: new Date(9) },
  },
  {
    name: 'a pipeline whose second stage sees the first',
    doc: { a: 1, b: 2 },
    update: [{ $set: { c: { $add: ['$a', '$b'] }, a: '$none' } }, { $set: { d: '$c' } }],
    result: { b: 2, c: 3, d: 3 },
  },
  { name: '$rename', doc: { a: 1, b: 2 }, update: { $rename: { a: 'c.d' } }, result: { b: 2, c: { d: 1 } } },
  { name: '$rename out of an array', doc: { a: [{ b: 1 }] }, update: { $rename: { 'a.0.b': 'c' } }, result: 2 },
  {
    name: 'a named position in several paths, by the document as it was found',
    doc: { c: [{ n: 1 }, { n: 5 }] },
    update: { $set: { 'c.$[x].n': 9, 'c.$[x].z': 1 }, $inc: { 'c.$[y].m': 1 } },
    options: { arrayFilters: [{ 'x.n': { $lt: 3 } }, { 'y.n': { $gt: 3 } }] },
    result: {
      c: [
        { n: 9, z: 1 },
        { n: 5, m: 1 },
      ],
    },
  },
  {
    name: 'named positions that meet in one element',
    doc: { c: [1, 5] },
    update: { $set: { 'c.$[x]': 9 }, $inc: { 'c.$[y]': 1 } },
    options: { arrayFilters: [{ x: 1 }, { y: { $lt: 3 } }] },
    result: 40,
  },
  {
    name: 'fields named by numbers in their order',
    doc: {},
    update: { $set: { 10: 1, 9: 1, b: 1 } },
    result: { 9: 1, 10: 1, b: 1 },
  },
];

describe('operators', () => {
  test.for(cases)('$name', async ({ doc, filter, update, options, result }) => {
    const collection = await own.fresh([doc]);
    const run = collection.updateOne({ _id: 0, ...filter }, update, options);
    if (typeof result === 'number') {
      expect(await codeOf(run)).toBe(result);
      expect(await collection.findOne({}, { projection: { _id: 0 }, promoteLongs: false })).toEqual(doc);
    } else {
      await run;
      expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual(result);
    }
  });
});

test('new fields come in the order of their names, and no change is no modification', async () => {
  const collection = await own.fresh([{ z: 1 }]);
  await collection.updateOne({ _id: 0 }, { $set: { c: 1, b: 2 } });
  expect(Object.keys((await collection.findOne()) ?? {})).toEqual(['_id', 'z', 'b', 'c']);
  expect(await collection.updateOne({ _id: 0 }, { $set: { b: 2 } })).toMatchObject({
    matchedCount: 1,
    modifiedCount: 0,
  });
});

test('numbers keep the types they are stored with, and widen as in MongoDB', async () => {
  const collection = await own.fresh([{ l: Long.fromNumber(5), d: new Double(5), i: 1, big: 2147483647 }]);
  await collection.updateOne(
    {},
    { $set: { i: 2, given: new Double(7), wide: Long.fromNumber(1) }, $inc: { big: 1, d: 1 } },
  );
  const found = await collection.findOne({}, { promoteValues: false, promoteLongs: false });
  const types = Object.fromEntries(
    Object.entries(found ?? {}).map(([key, v]) => [key, (v as { _bsontype: string })._bsontype]),
  );
  expect(types).toEqual({
    _id: 'Int32',
    l: 'Long',
    d: 'Double',
    i: 'Int32',
    big: 'Long',
    given: 'Double',
    wide: 'Long',
  });
  expect(found?.big.toString()).toBe('2147483648');
});

describe('upserts', () => {
  test('begin with the equalities of the filter', async () => {
    const collection = await own.fresh([]);
    const filter = { a: 1, 'b.c': { $eq: 2 }, d: { $gt: 3 }, $and: [{ g: { $in: [7] } }], r: /x/ } as Document;
    const result = await collection.updateOne(filter, { $set: { e: 5 }, $setOnInsert: { f: 6 } }, { upsert: true });
    expect(result.upsertedId).toBeInstanceOf(ObjectId);
    expect(await collection.findOne({}, { projection: { _id: 0 } })).toEqual({ a: 1, b: { c: 2 }, g: 7, e: 5, f: 6 });
  });

  test('leave $setOnInsert out when they find', async () => {
    const collection = await own.fresh([{ n: 1 }]);
    await collection.updateOne({ _id: 0 }, { $inc: { n: 1 }, $setOnInsert: { f: 6 } }, { upsert: true });
    expect(await collection.findOne()).toEqual({ _id: 0, n: 2 });
  });

  test('of fifty clients make one document', async () => {
    const collection = await own.fresh([]);
    const one = () => collection.updateOne({ key: 'same' }, { $inc: { n: 1 } }, { upsert: true });
    const results = await Promise.all(Array.from({ length: 50 }, one));
    expect(results.filter(({ upsertedCount }) => upsertedCount)).toHaveLength(1);
    expect(await collection.findOne({ key: 'same' })).toMatchObject({ n: 50 });
  });

  test('replace with the id of the filter', async () => {
    const collection = await own.fresh([]);
    await collection.replaceOne({ _id: 7, a: 1 }, { b: 2 }, { upsert: true });
    expect(await collection.find().toArray()).toEqual([{ _id: 7, b: 2 }]);
  });
});

describe('findOneAndUpdate', () => {
  test('answers before or after, sorted and projected', async () => {
    const collection = await own.fresh([
      { a: 1, s: 1 },
      { a: 1, s: 2 },
    ]);
    const options = { sort: { s: -1 }, projection: { s: 1 } } as const;
    expect(await collection.findOneAndUpdate({ a: 1 }, { $inc: { s: 10 } }, options)).toEqual({ _id: 1, s: 2 });
    const after = await collection.findOneAndUpdate(
      { a: 1 },
      { $inc: { s: 10 } },
      { ...options, returnDocument: 'after' },
    );
    expect(after).toEqual({ _id: 1, s: 22 });
  });

  test('upserts, and says so', async () => {
    const collection = await own.fresh([]);
    const result = await collection.findOneAndUpdate(
      { _id: 5 },
      { $setOnInsert: { made: true }, $inc: { n: 1 } },
      { upsert: true, returnDocument: 'after', includeResultMetadata: true },
    );
    expect(result.value).toEqual({ _id: 5, made: true, n: 1 });
    expect(result.lastErrorObject).toMatchObject({ updatedExisting: false, upserted: 5 });
  });

  test('finds nothing, deletes, replaces', async () => {
    const collection = await own.fresh([{ a: 1 }]);
    expect(await collection.findOneAndUpdate({ a: 9 }, { $set: { a: 1 } })).toBeNull();
    expect(await collection.findOneAndReplace({ a: 1 }, { b: 2 }, { returnDocument: 'after' })).toEqual({
      _id: 0,
      b: 2,
    });
    expect(await collection.findOneAndDelete({ b: 2 })).toEqual({ _id: 0, b: 2 });
    expect(await collection.estimatedDocumentCount()).toBe(0);
  });
});

test('many writes in one go, ordered and not', async () => {
  const collection = await own.fresh([{}]);
  const result = await collection.bulkWrite([
    { insertOne: { document: { _id: 5 } } },
    { updateOne: { filter: { _id: 5 }, update: { $set: { a: 1 } } } },
    { updateMany: { filter: {}, update: { $set: { all: true } } } },
    { deleteOne: { filter: { _id: 0 } } },
    { replaceOne: { filter: { _id: 9 }, replacement: { z: 1 }, upsert: true } },
  ]);
  expect(result).toMatchObject({
    insertedCount: 1,
    matchedCount: 3,
    modifiedCount: 3,
    deletedCount: 1,
    upsertedCount: 1,
  });
  const double = collection.insertMany([{ _id: 5 }, { _id: 10 }, { _id: 9 }, { _id: 11 }], { ordered: false });
  await expect(double).rejects.toMatchObject({ code: 11000, result: { insertedCount: 2 } });
  const ordered = collection.insertMany([{ _id: 20 }, { _id: 5 }, { _id: 21 }]);
  await expect(ordered).rejects.toMatchObject({ code: 11000, result: { insertedCount: 1 } });
  expect((await collection.distinct('_id')).sort((a, b) => a - b)).toEqual([5, 9, 10, 11, 20]);
});

test('replacements, deletes and counts', async () => {
  const collection = await own.fresh([{ a: 1 }, { a: 1 }, { a: 2 }]);
  expect(await collection.replaceOne({ a: 1 }, { b: 5 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
  expect(await collection.findOne({ _id: 0 })).toEqual({ _id: 0, b: 5 });
  expect(await collection.deleteMany({ a: { $gt: 0 } })).toMatchObject({ deletedCount: 2 });
  expect(
    await codeOf(own.db.command({ update: collection.collectionName, updates: [{ q: {}, u: { x: 1 }, multi: true }] })),
  ).toBe(undefined);
  const reply = await own.db.command({
    update: collection.collectionName,
    updates: [{ q: {}, u: { x: 1 }, multi: true }],
  });
  expect(reply.writeErrors).toMatchObject([{ index: 0, code: 9 }]);
});

test.for<[update: Document | Document[], code: number, options?: UpdateOptions]>([
  [{ $nonsense: { a: 1 } }, 9],
  [{ $set: 5 }, 9],
  [{ $set: { a: 1, 'a.b': 1 } }, 40],
  [{ $set: { a: 1 }, $unset: { a: 1 } }, 40],
  [{ $set: { 'a..b': 1 } }, 56],
  [{ $set: { '$[x].a': 1 } }, 2],
  [{ $set: { 'a.$[x]': 1 } }, 2],
  [{ $set: { a: 1 } }, 9, { arrayFilters: [{ x: 1 }] }],
  [{ $inc: { a: 'x' } }, 14],
  [{ $push: { a: { $each: 5 } } }, 2],
  [{ $push: { a: { $each: [], $nonsense: 1 } } }, 2],
  [{ $push: { a: { $each: [], $slice: 'x' } } }, 2],
  [{ $addToSet: { a: { $each: 5 } } }, 2],
  [{ $pull: { a: { $nonsense: 1 } } }, 2],
  [{ $push: { a: { $each: [], $sort: 1 } } }, 115],
  [{ $mul: { a: 2 } }, 115],
  [{ $min: { a: 2 } }, 115],
  [{ $pullAll: { a: [5] } }, 115],
  [{ $pop: { a: 1 } }, 115],
  [{ $bit: { a: { and: 1 } } }, 115],
  [{ $set: { 'a.$': 1 } }, 115],
  [{ $set: { 'a.$[]': 1 } }, 115],
  [{ $currentDate: { a: { $type: 'timestamp' } } }, 115],
  [{ $currentDate: { a: 'x' } }, 2],
  [{ $rename: { a: 5 } }, 2],
  [[{ $nonsense: {} }], 40324],
  [[{ $unset: 'a' }], 40324],
  [[{ $set: 5 }], 40272],
  [[{ $set: {} }], 40177],
  [[{ $set: { 'a.b': 1 } }], 115],
  [[{ $set: { a: [1] } }], 115],
  [[{ $set: { a: { $nonsense: 1 } } }], 168],
  [[{ $set: { a: 1 } }], 9, { arrayFilters: [{ x: 1 }] }],
])(
  '%j is refused with %i where no document is there to change, and where one would be made',
  async ([u, code, options]) => {
    const rows = await own.fresh([]);
    for (const upsert of [false, true])
      for (const _id of [0, 1]) {
        const updates = [{ q: { _id }, u, upsert, ...options }];
        const reply = await own.db.command({ update: rows.collectionName, updates }).catch((error) => error);
        expect(reply.code ?? reply.writeErrors?.[0]?.code).toBe(code);
      }
    expect(
      await codeOf(
        rows.findOneAndUpdate({ _id: 5 }, u, options?.arrayFilters ? { arrayFilters: options.arrayFilters } : {}),
      ),
    ).toBe(code);
    expect(await rows.countDocuments()).toBe(0);
  },
);

test('a field that begins with $ is made by an upsert, and refused in a document that is there', async () => {
  const rows = await own.fresh([]);
  await rows.updateOne({ _id: 1 }, { $set: { $a: 1 } }, { upsert: true });
  expect(await rows.findOne()).toEqual({ _id: 1, $a: 1 });
  expect(await codeOf(rows.updateOne({ _id: 1 }, { $set: { $a: 2 } }, { upsert: true }))).toBe(52);
  expect(await codeOf(rows.updateOne({ _id: 2 }, { $set: { $a: 2 } }))).toBe(undefined);
});
