import { isDeepStrictEqual } from 'node:util';
import type { Collection, Document, IndexDescription, Sort } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';
import { randomFrom } from './random.ts';

/** How many queries, and half as many updates; more by hand before a release. */
const rounds = Number(process.env.EMBEDDED_MONGO_ROUNDS ?? 300);
const seed = Number(process.env.EMBEDDED_MONGO_SEED ?? 20260601);

const random = randomFrom(seed);
const below = (n: number): number => Math.floor(random() * n);
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const some = <T>(n: number, make: () => T): T[] => Array.from({ length: below(n) + 1 }, make);

const strings = ['', 'a', 'ab', 'abc', 'b', 'B', 'ab\u{10ffff}', 'a b', 'á'];
const paths = ['a', 'b', 'c', 'd.x', 'd.y', 'e.x'];

const scalar = (): unknown =>
  oneOf([
    () => below(6),
    () => below(4) + 0.5,
    () => oneOf(strings),
    () => null,
    () => random() < 0.5,
    () => new Date(below(4) * 1000),
  ])();

const value = (): unknown => {
  const kind = random();
  if (kind < 0.75) return scalar();
  if (kind < 0.93) return Array.from({ length: below(4) }, scalar);
  return { x: scalar() };
};

function makeDocument(_id: number): Numbered {
  const doc: Numbered = { _id };
  for (const field of ['a', 'b', 'c']) if (random() < 0.8) doc[field] = value();
  if (random() < 0.7) doc.d = { x: scalar(), y: scalar() };
  // One field of an array alone may be indexed.
  if (random() < 0.7) doc.e = random() < 0.5 ? some(3, () => ({ x: scalar() })) : [];
  return doc;
}

function condition(): unknown {
  switch (below(12)) {
    case 0:
    case 1:
    case 2:
      return value();
    case 3:
      return { $in: some(4, scalar) };
    case 4:
      return { $gt: scalar(), $lt: scalar() };
    case 5:
      return { [oneOf(['$gt', '$gte', '$lt', '$lte'])]: scalar() };
    case 6:
      return { $ne: scalar() };
    case 7:
      return { $exists: random() < 0.5 };
    case 8:
      return oneOf([/^a/, /^ab/, /b$/, /^A/i, /^a|b/]);
    case 9:
      return { $elemMatch: { $gt: scalar(), $lte: scalar() } };
    case 10:
      return { $not: { $gt: scalar() } };
    default:
      return { $nin: some(3, scalar) };
  }
}

const conditions = (): Document => Object.fromEntries(some(2, () => [oneOf(paths), condition()]));

function filter(): Document {
  const kind = random();
  if (kind < 0.7) return conditions();
  if (kind < 0.85) return { ...conditions(), $or: some(3, conditions) };
  if (kind < 0.95) return { $and: some(3, conditions) };
  return { _id: oneOf([below(200), { $gt: below(200) }, { $in: some(5, () => below(200)) }]) };
}

const sort = (): Sort => {
  const fields = Object.fromEntries(some(2, () => [oneOf(paths), oneOf([1, -1] as const)]));
  return { ...fields, _id: oneOf([1, -1] as const) };
};

const indexes: IndexDescription[] = [
  { key: { a: 1 } },
  { key: { b: -1, _id: -1 } },
  { key: { a: 1, 'd.x': -1, _id: 1 } },
  { key: { 'd.x': 1, 'd.y': 1 } },
  { key: { 'e.x': 1, c: -1 } },
  { key: { c: 1 }, sparse: true },
  { key: { c: 1, b: 1 }, partialFilterExpression: { a: { $exists: true } } },
  { key: { b: 1 }, partialFilterExpression: { c: 1 }, name: 'b where c is 1' },
];

const changes: (() => Document)[] = [
  () => ({ $set: { [oneOf(['a', 'b', 'c'])]: value() } }),
  () => ({ $unset: { [oneOf(['a', 'b', 'c', 'd'])]: '' } }),
  () => ({ $inc: { n: below(5) } }),
  () => ({ $max: { [oneOf(['a', 'c'])]: scalar() } }),
  () => ({ $push: { c: scalar() } }),
  () => ({ $addToSet: { b: scalar() } }),
  () => ({ $pull: { a: scalar() } }),
  () => ({ $set: { 'd.x': scalar() } }),
];

let own: TestDatabase;
let plain: Collection<Numbered>;
let indexed: Collection<Numbered>;

beforeAll(async () => {
  own = await startTestDatabase();
  // Parallel arrays are refused by an index that holds both, so their chances are kept apart.
  const docs = Array.from({ length: 200 }, (_, i) => makeDocument(i)).filter((doc) => !isParallel(doc));
  plain = await own.fresh(docs);
  indexed = await own.fresh(docs, indexes);
}, 30_000);
afterAll(() => own.close());

const isWide = (v: unknown): boolean => Array.isArray(v) && v.length > 1;
const isParallel = ({ b, c, e }: Document): boolean => [b, c, e].filter(isWide).length > 1;

/** What came of an operation: its result, or its error's code. */
const outcome = (run: Promise<unknown>): Promise<unknown> =>
  run.then(
    (result) => result,
    ({ code }: { code: number }) => ({ code }),
  );

test(`${rounds} random queries find the same with and without indexes (seed ${seed})`, async () => {
  const ask = async (): Promise<void> => {
    const query = filter();
    const order = sort();
    const limit = random() < 0.5 ? 0 : below(30) + 1;
    const skip = random() < 0.8 ? 0 : below(10);
    const of = (collection: Collection<Numbered>): Promise<unknown> =>
      Promise.all([
        outcome(collection.find(query).sort(order).skip(skip).limit(limit).toArray()),
        outcome(collection.countDocuments(query)),
      ]);
    const [without, within] = await Promise.all([of(plain), of(indexed)]);
    const same = isDeepStrictEqual(within, without);
    if (!same) expect(within, JSON.stringify({ query, order, limit, skip })).toEqual(without);
  };
  for (let round = 0; round < rounds; round += 20) await Promise.all(Array.from({ length: 20 }, ask));
}, 120_000);

test(`${rounds / 2} random writes do the same with and without indexes (seed ${seed})`, async () => {
  for (let round = 0; round < rounds / 2; round++) {
    const query = filter();
    const change = oneOf(changes)();
    const kind = random();
    const write = (collection: Collection<Numbered>): Promise<unknown> => {
      if (kind < 0.1) return outcome(collection.findOneAndDelete(query, { sort: { _id: 1 } }));
      if (kind < 0.6)
        return outcome(collection.findOneAndUpdate(query, change, { sort: { _id: 1 }, returnDocument: 'after' }));
      return outcome(collection.updateOne({ _id: round % 200 }, change, { upsert: true }));
    };
    const without = (await write(plain)) as Document | null;
    const within = (await write(indexed)) as Document | null;
    // Only an index refuses parallel arrays; what it refused is then put right.
    if (within?.code === 171 && without?.code === undefined) await realign();
    else expect(within, JSON.stringify({ query, change, kind })).toEqual(without);
  }
  const all = (collection: Collection<Numbered>): Promise<Document[]> => collection.find().sort({ _id: 1 }).toArray();
  expect(await all(indexed)).toEqual(await all(plain));
}, 120_000);

/** Gives both collections the documents that the indexed one has. */
async function realign(): Promise<void> {
  const docs = await indexed.find().toArray();
  await plain.deleteMany({});
  await plain.insertMany(docs);
}
