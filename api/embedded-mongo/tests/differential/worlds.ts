import { randomUUID } from 'node:crypto';
import { EJSON } from 'bson';
import { type Collection, type Document, type IndexDescription, MongoClient } from 'mongodb';
import { type Numbered, startTestDatabase } from '../kit.ts';

/** Unique indexes change results, so they are the same in every world. */
const everywhere: IndexDescription[] = [
  { key: { u: 1 }, unique: true, partialFilterExpression: { u: { $exists: true } }, name: 'u' },
];

const indexes: IndexDescription[] = [
  { key: { a: 1 } },
  { key: { b: -1, _id: -1 } },
  { key: { a: 1, 'd.x': -1, _id: 1 } },
  { key: { s: 1, t: -1, n: 1 } },
  { key: { 'd.x': 1, 'd.y': 1 } },
  { key: { d: 1 } },
  { key: { 'e.x': 1, s: -1 } },
  { key: { 'e.y': -1 } },
  { key: { e: 1 } },
  { key: { c: 1 }, sparse: true },
  { key: { n: -1, c: 1 }, sparse: true },
  { key: { c: 1, s: 1 }, partialFilterExpression: { a: { $exists: true } } },
  { key: { b: 1 }, partialFilterExpression: { s: 1 }, name: 'b where s is 1' },
  { key: { t: 1 }, partialFilterExpression: { n: { $gt: 3 } }, name: 't where n is over 3' },
  { key: { n: 1 }, partialFilterExpression: { a: { $gte: 1, $lt: 4 } }, name: 'n where a is from 1 to 4' },
  { key: { u: 1 }, partialFilterExpression: { $or: [{ s: { $in: ['a', 1, 2] } }, { 'd.x': { $lte: 2 } }] } },
  { key: { 'd.y': 1 }, partialFilterExpression: { t: { $lte: null } } },
];

/** A place where every operation runs: the same documents with other indexes, or on another server. */
interface World {
  name: string;
  rows: Collection<Numbered>;
}

export interface Worlds {
  all: World[];
  /** Runs the same operation in each world. Returns the outcomes. */
  each(work: (rows: Collection<Numbered>) => Promise<unknown>): Promise<string[]>;
  close(): Promise<void>;
}

/** The outcome of an operation as canonical text: its result, or its error's code. */
const outcome = (run: Promise<unknown>): Promise<string> =>
  run.then(
    (result) =>
      Array.isArray(result) && result.every(Buffer.isBuffer)
        ? hex(result)
        : EJSON.stringify({ result }, { relaxed: false }),
    (error: Document) => `code ${error.code ?? error.message}`,
  );

const hex = (documents: readonly Buffer[]): string => documents.map((one) => one.toString('base64')).join(' ');

/** Opens the embedded database without and with indexes and, if `TEST_MONGODB_URL` names one, another server. */
export async function openWorlds(docs: readonly Numbered[]): Promise<Worlds> {
  const own = await startTestDatabase();
  const options = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;
  const url = process.env.TEST_MONGODB_URL;
  const other = url ? new MongoClient(url) : undefined;
  const elsewhere = other?.db(`differential-${randomUUID().slice(0, 8)}`);
  const all: World[] = [
    { name: 'without indexes', rows: own.db.collection<Numbered>('plain', options) },
    { name: 'with indexes', rows: own.db.collection<Numbered>('indexed', options) },
  ];
  if (elsewhere) all.push({ name: 'on the other server', rows: elsewhere.collection<Numbered>('indexed', options) });
  for (const { name, rows } of all) {
    await rows.createIndexes(name === 'without indexes' ? everywhere : [...everywhere, ...indexes]);
    await rows.insertMany([...docs]);
  }
  return {
    all,
    each: (work) => Promise.all(all.map(({ rows }) => outcome(work(rows)))),
    async close() {
      await elsewhere?.dropDatabase();
      await other?.close();
      await own.close();
    },
  };
}
