import { DBRef, type Document, MongoClient, ObjectId } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
/** Returns bytes, because a JavaScript object cannot hold these documents. */
let raw: MongoClient;
beforeAll(async () => {
  own = await startTestDatabase();
  raw = new MongoClient(own.embedded.url, { raw: true });
});
afterAll(async () => {
  await raw.close();
  await own.close();
});

/** A document that BSON allows and a JavaScript object does not: names in any order, and repeated. */
class Fields extends Map<string, unknown> {
  readonly #all: [string, unknown][];

  constructor(...all: [string, unknown][]) {
    super(all);
    this.#all = all;
  }

  override entries(): MapIterator<[string, unknown]> {
    return this.#all[Symbol.iterator]() as MapIterator<[string, unknown]>;
  }

  override [Symbol.iterator](): MapIterator<[string, unknown]> {
    return this.entries();
  }
}

const fields = (...all: [string, unknown][]): Document => new Fields(...all) as unknown as Document;

/** The names of a document's fields in its bytes. */
function namesIn(bytes: unknown): string[] {
  const names: string[] = [];
  const document = bytes as Buffer;
  const sizes: Record<number, number> = { 1: 8, 7: 12, 8: 1, 10: 0, 16: 4, 18: 8 };
  for (let at = 4; document[at]; ) {
    const end = document.indexOf(0, at + 1);
    const type = document[at] as number;
    names.push(document.toString('utf8', at + 1, end));
    at = end + 1 + (sizes[type] ?? document.readInt32LE(end + 1) + (type === 2 ? 4 : 0));
  }
  return names;
}

const numbered = (n: number): Document[] => Array.from({ length: n }, (_, v) => ({ v }));

test('two conditions on one field are both asked for, in a filter and in a part of one', async () => {
  const rows = await own.fresh(numbered(6), [{ key: { v: 1 } }]);
  const both = fields(['v', { $lt: 4 }], ['v', { $gt: 1 }]);
  const within = { v: fields(['$gt', 1], ['$lt', 4], ['$gt', 2]) };
  const ids = async (filter: Document) =>
    (await rows.find(filter, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  expect(await ids(both)).toEqual([2, 3]);
  expect(await ids(within)).toEqual([3]);
  expect(await ids({ $and: [both, { v: { $ne: 2 } }] })).toEqual([3]);
  expect(await ids(fields(['$or', [{ v: 1 }, { v: 2 }]], ['$or', [{ v: 2 }, { v: 3 }]]))).toEqual([2]);
  expect(await ids(fields(['_id', 1], ['_id', 2]))).toEqual([]);
  expect(await rows.countDocuments(both)).toBe(2);
  expect((await rows.distinct('v', both)).sort()).toEqual([2, 3]);
  expect(await rows.aggregate([{ $match: both }, { $match: both }]).toArray()).toHaveLength(2);
});

test('a delete and an update reach only what meets both of two conditions on one field', async () => {
  const rows = await own.fresh(numbered(6));
  const both = fields(['v', { $lt: 4 }], ['v', { $gt: 1 }]);
  expect((await rows.updateMany(both, { $set: { seen: true } })).modifiedCount).toBe(2);
  expect((await rows.deleteMany(both)).deletedCount).toBe(2);
  expect((await rows.distinct('_id')).sort()).toEqual([0, 1, 4, 5]);
});

test('an update that changes one path twice is refused, and an operator written twice does both', async () => {
  const rows = await own.fresh([{}]);
  expect(await codeOf(rows.updateOne({}, { $set: fields(['a', 1], ['a', 2]) }))).toBe(40);
  const u = fields(['$set', { a: 1 }], ['$set', { b: 2 }]);
  await own.db.command({ update: rows.collectionName, updates: [{ q: {}, u }] });
  expect(await rows.findOne()).toEqual({ _id: 0, a: 1, b: 2 });
});

test('a command that has one of its fields twice is refused', async () => {
  const rows = await own.fresh([{}]);
  const twice = fields(['q', { a: 1 }], ['limit', 0], ['q', {}]);
  expect(await codeOf(own.db.command({ delete: rows.collectionName, deletes: [twice] }))).toBe(40413);
  expect(await rows.countDocuments()).toBe(1);
});

test('a document with two ids is refused, however it comes', async () => {
  const rows = await own.fresh([{ a: 1 }]);
  const twice = fields(['_id', 7], ['a', 1], ['_id', 8]);
  expect(await codeOf(own.db.command({ insert: rows.collectionName, documents: [twice] }).then(firstError))).toBe(2);
  const replace = (q: Document, upsert: boolean): Document => ({
    update: rows.collectionName,
    updates: [{ q, u: twice, upsert }],
  });
  expect(await codeOf(own.db.command(replace({ _id: 7 }, true)).then(firstError))).toBe(2);
  const same = fields(['_id', 0], ['a', 2], ['_id', 0]);
  const update = { update: rows.collectionName, updates: [{ q: { _id: 0 }, u: same }] };
  expect(await codeOf(own.db.command(update).then(firstError))).toBe(2);
  expect(await rows.find().toArray()).toEqual([{ _id: 0, a: 1 }]);
});

function firstError(reply: Document): void {
  if (reply.writeErrors)
    throw Object.assign(new Error(reply.writeErrors[0].errmsg), { code: reply.writeErrors[0].code });
}

test('of a field that a stored document has twice the first counts, and both stay', async () => {
  const rows = await own.fresh([fields(['a', 1], ['a', 2], ['d', fields(['x', 1], ['x', 2])])], [{ key: { a: 1 } }]);
  await rows.deleteMany({});
  await own.db.command({ insert: rows.collectionName, documents: [fields(['_id', 0], ['a', 1], ['a', 2])] });
  expect(await rows.countDocuments({ a: 1 })).toBe(1);
  expect(await rows.countDocuments({ a: 2 })).toBe(0);
  await rows.updateOne({}, { $set: { z: 1 } });
  const [stored] = await raw.db('test').collection(rows.collectionName).find().toArray();
  expect(namesIn(stored)).toEqual(['_id', 'a', 'a', 'z']);
});

const shuffled = () => fields(['_id', 0], ['b', 1], ['10', 2], ['a', fields(['x', 1], ['2', 2], ['1', 3])], ['9', 4]);

test('fields named like numbers keep their places through storing, updating, projecting and pipelines', async () => {
  const rows = await own.fresh([]);
  await own.db.command({ insert: rows.collectionName, documents: [shuffled()] });
  const bytes = raw.db('test').collection(rows.collectionName);
  const names = async (run: Promise<unknown[]>) => namesIn((await run)[0]);
  const all = ['_id', 'b', '10', 'a', '9'];
  expect(await names(bytes.find().toArray())).toEqual(all);
  expect(await names(bytes.find({ 10: 2, 'a.2': 2 }, { sort: { 9: 1 } }).toArray())).toEqual(all);
  expect(await names(bytes.find({}, { projection: { b: 1, 10: 1, 'a.1': 1 } }).toArray())).toEqual([
    '_id',
    'b',
    '10',
    'a',
  ]);
  expect(await names(bytes.aggregate([{ $project: { 10: 1, b: 1 } }]).toArray())).toEqual(['_id', 'b', '10']);
  expect(await rows.aggregate([{ $project: { _id: 0, v: '$a.2', 3: '$10' } }]).toArray()).toEqual([{ v: 2, 3: 2 }]);
  await rows.updateOne({}, { $set: { 5: 1, 'a.0': 1 }, $inc: { 10: 1 }, $unset: { 9: '' } });
  expect(await names(bytes.find().toArray())).toEqual(['_id', 'b', '10', 'a', '5']);
  expect(await names(bytes.find({}, { projection: { _id: 0, b: 0 } }).toArray())).toEqual(['10', 'a', '5']);
  await rows.updateOne({}, [{ $set: { 4: '$10' } }]);
  expect(await names(bytes.find().toArray())).toEqual(['_id', 'b', '10', 'a', '5', '4']);
  await rows.replaceOne({}, fields(['z', 1], ['1', 2]));
  expect(await names(bytes.find().toArray())).toEqual(['_id', 'z', '1']);
});

test('documents whose number-like fields stand in another order are different ones', async () => {
  const rows = await own.fresh([], [{ key: { k: 1 }, unique: true }]);
  await rows.insertOne({ k: fields(['b', 1], ['1', 2]) } as never);
  await rows.insertOne({ k: { 1: 2, b: 1 } } as never);
  expect(await rows.countDocuments({ k: fields(['b', 1], ['1', 2]) })).toBe(1);
  expect(await rows.countDocuments({ k: { 1: 2, b: 1 } })).toBe(1);
  expect(await codeOf(rows.insertOne({ k: { 1: 2, b: 1 } } as never))).toBe(11000);
  expect(await rows.distinct('k')).toHaveLength(2);
  expect(await rows.aggregate([{ $group: { _id: '$k' } }]).toArray()).toHaveLength(2);
});

test('an error names a number-like field as the client wrote it', async () => {
  const rows = await own.fresh([{ 1: 2 }]);
  const failure = await rows.updateOne({}, { $inc: { 1: 'x' } as never }).catch((error: Error) => error.message);
  expect(failure).toBe('Cannot increment with non-numeric argument: {1: "x"}');
});

test('the fields of a reference to another document are fields like others', async () => {
  const id = new ObjectId();
  const rows = await own.fresh(
    [{ r: new DBRef('bikes', id) }, { r: new DBRef('bikes', new ObjectId(), 'shop') }],
    [{ key: { 'r.$id': 1 } }],
  );
  expect(await rows.countDocuments({ 'r.$id': id })).toBe(1);
  expect(await rows.countDocuments({ 'r.$ref': 'bikes' })).toBe(2);
  expect(await rows.countDocuments({ 'r.$db': 'shop' })).toBe(1);
  expect(await rows.countDocuments({ r: new DBRef('bikes', id) })).toBe(1);
  expect(await rows.countDocuments({ r: { $in: [new DBRef('bikes', id)] } })).toBe(1);
  expect(await rows.aggregate([{ $group: { _id: '$r.$ref', n: { $sum: 1 } } }]).toArray()).toEqual([
    { _id: 'bikes', n: 2 },
  ]);
  expect((await rows.updateOne({ 'r.$id': id }, { $set: { 'r.$ref': 'frames', seen: 1 } })).modifiedCount).toBe(1);
  expect(await rows.distinct('r.$ref')).toEqual(['bikes', 'frames']);
  expect(await rows.find({}, { sort: { 'r.$ref': -1 }, projection: { 'r.$ref': 1 } }).toArray()).toHaveLength(2);
});

test('a text with a null byte is no name', async () => {
  const one = await own.fresh([{ a: 1, 5: 'five' }]);
  expect(await codeOf(one.aggregate([{ $project: { o: '$a\0b' } }]).toArray())).toBe(2);
  expect(await codeOf(one.updateOne({}, { $rename: { a: 'b\0c' } }))).toBe(2);
  expect(await codeOf(one.distinct('5\0junk'))).toBe(2);
  expect(await one.findOne()).toEqual({ _id: 0, a: 1, 5: 'five' });
});
