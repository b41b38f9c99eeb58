import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Collection, type Document, Double, Long, MinKey } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
let rows: Collection<Numbered>;

beforeAll(async () => {
  own = await startTestDatabase();
  rows = await own.fresh(
    Array.from({ length: 300 }, (_, i) => ({ a: i, e: [{ x: i }] })),
    [{ key: { a: 1 } }],
  );
});
afterAll(() => own.close());

const here = 'not supported by the embedded database';
type Refusal = [command: Document, code: number, words: string];

/** `rows` stands for the collection. */
async function assertRefused([command, code, message]: Refusal): Promise<void> {
  const named = Object.entries(command).map(([key, value]) => [key, value === 'rows' ? rows.collectionName : value]);
  const error = await own.db.command(Object.fromEntries(named)).then(
    () => ({ code: 0, message: 'it was answered' }),
    (refusal: { code: number; message: string }) => refusal,
  );
  expect(`${error.code} ${error.message}`).toContain(`${code} `);
  expect(error.message).toContain(message);
  expect(await rows.countDocuments({})).toBe(300);
}

describe('commands', () => {
  test.for<Refusal>([
    [{ nonsense: 1 }, 59, "no such command: 'nonsense'"],
    [{ collMod: 'rows', hidden: true }, 59, `no such command: 'collMod' (${here})`],
    [{ mapReduce: 'rows' }, 59, `no such command: 'mapReduce' (${here})`],
    [{ saslStart: 1 }, 59, `no such command: 'saslStart' (${here})`],
    [{ find: 5 }, 73, 'collection name has invalid type'],
    [{ find: 'rows', nonsense: 1 }, 40415, "'find.nonsense' is an unknown field"],
    [{ find: 'rows', filter: 5 }, 14, "'find.filter' is the wrong type 'int', expected type 'object'"],
    [{ find: 'rows', limit: -1 }, 51024, "'find.limit' value must be >= 0"],
    [{ find: 'rows', tailable: true }, 115, `'find.tailable' is ${here}`],
    [{ find: 'rows', min: { a: 1 } }, 115, `'find.min' is ${here}`],
    [{ find: 'rows', returnKey: true }, 115, `'find.returnKey' is ${here}`],
    [{ find: 'rows', showRecordId: true }, 115, `'find.showRecordId' is ${here}`],
    [{ find: 'rows', hint: 'nothing' }, 2, 'hint provided does not correspond to an existing index'],
    [{ find: 'rows', hint: { $natural: -1 } }, 115, '$natural backwards'],
    [{ find: 'rows', sort: { $natural: -1 } }, 115, '$natural backwards'],
    [{ find: 'rows', hint: 5 }, 9, 'Hint must be a string or an object'],
    [{ count: 'rows', query: {}, hint: { b: 1 } }, 2, 'hint provided does not correspond'],
    [{ delete: 'rows', deletes: [{ q: {}, limit: 2 }] }, 9, 'The limit field in delete objects must be 0 or 1'],
    [{ delete: 'rows', deletes: [] }, 16, 'Write batch sizes must be between 1 and 100000'],
    [{ update: 'rows' }, 40414, "'update.updates' is missing but a required field"],
    [{ create: 'v', viewOn: 'rows', pipeline: [] }, 115, `the field 'create.viewOn' is ${here}`],
    [{ create: 'v', timeseries: { timeField: 't' } }, 115, `the field 'create.timeseries' is ${here}`],
    [{ create: 'v', validator: { a: 1 } }, 115, `the field 'create.validator' is ${here}`],
    [{ create: 'rows' }, 48, 'already exists'],
    [{ create: 'a$b' }, 73, 'Invalid namespace'],
    [{ drop: 'rows', nonsense: 1 }, 40415, "'drop.nonsense' is an unknown field"],
    [{ dropIndexes: 'rows', index: '_id_' }, 72, 'cannot drop _id index'],
    [{ dropIndexes: 'rows', index: 'nothing' }, 27, 'index not found with name [nothing]'],
    [{ listIndexes: 'nothing' }, 26, 'ns does not exist: test.nothing'],
    [{ find: 'rows', let: { x: 1 } }, 115, `'find.let' is ${here}`],
    [{ aggregate: 'rows', pipeline: [], cursor: {}, let: { x: 1 } }, 115, `'aggregate.let' is ${here}`],
    [{ delete: 'rows', deletes: [{ q: {}, limit: 0 }], let: { x: 1 } }, 115, `'delete.let' is ${here}`],
    [{ getMore: Long.fromNumber(987), collection: 'rows' }, 43, 'cursor id 987 not found'],
  ])('%j', assertRefused);

  test('every one that reads or writes refuses a collation', async () => {
    const collation = { locale: 'de' };
    for (const command of [
      { find: 'rows', collation },
      { count: 'rows', collation },
      { distinct: 'rows', key: 'a', collation },
      { aggregate: 'rows', pipeline: [], cursor: {}, collation },
      { findAndModify: 'rows', query: {}, remove: true, collation },
      { create: 'other', collation },
      {
        update: 'rows',
        updates: [
          { q: {}, u: { $set: { a: 1 } } },
          { q: {}, u: { $set: { a: 1 } }, collation },
        ],
      },
      {
        delete: 'rows',
        deletes: [
          { q: {}, limit: 0 },
          { q: {}, limit: 1, collation },
        ],
      },
    ])
      await assertRefused([command, 115, `collation is ${here}`]);
    expect(await rows.find({ a: 3 }, { collation: { locale: 'simple' } }).toArray()).toHaveLength(1);
  });
});

describe('what any command may carry', () => {
  test.for<Refusal>([
    [{ ping: 1, maxTimeMS: -1 }, 2, '-1 value for maxTimeMS is out of range [0, 2147483647]'],
    [{ ping: 1, maxTimeMS: 'x' }, 2, 'maxTimeMS must be a number'],
    [{ ping: 1, maxTimeMS: new Double(1.5) }, 2, 'maxTimeMS has non-integral value'],
    [{ find: 'rows', readConcern: { level: 'snapshot' } }, 123, 'needs to be a replica set member'],
    [{ find: 'rows', readConcern: { level: 'linearizable' } }, 123, 'needs to be a replica set member'],
    [{ find: 'rows', readConcern: { level: 'nonsense' } }, 2, "Enumeration value 'nonsense'"],
    [{ insert: 'rows', documents: [{}], writeConcern: { w: 2 } }, 2, "cannot use 'w' > 1"],
    [{ insert: 'rows', documents: [{}], writeConcern: { w: 'dc' } }, 2, "cannot use non-majority 'w' mode dc"],
    [{ insert: 'rows', documents: [{}], txnNumber: Long.ONE }, 20, 'only allowed on a replica set member'],
    [{ ping: 1, apiVersion: '2' }, 322, 'API version must be "1"'],
  ])('%j', assertRefused);

  test.for<Document>([
    { readConcern: { level: 'local' } },
    { readConcern: { level: 'available' } },
    { readConcern: { level: 'majority' } },
    { readConcern: {} },
    { comment: { any: ['thing'] } },
    { maxTimeMS: 5000 },
    { allowDiskUse: true },
    { noCursorTimeout: true },
    { allowPartialResults: true },
    { apiVersion: '1', apiStrict: true },
    { $readPreference: { mode: 'nearest' } },
  ])('%j is taken', async (option) => {
    const answer = await own.db.command({ find: rows.collectionName, filter: { a: 3 }, ...option });
    expect(answer.cursor.firstBatch).toMatchObject([{ _id: 3 }]);
  });

  test('a time limit ends a command, and a write leaves nothing', async () => {
    const slow = await own.fresh(Array.from({ length: 3000 }, (_, i) => ({ i, text: 'x'.repeat(200) })));
    const filter = { $and: Array.from({ length: 60 }, () => ({ text: { $not: /xy/ } })), none: { $exists: false } };
    const limit = { maxTimeMS: 1 };
    expect(await codeOf(slow.find(filter, limit).toArray())).toBe(50);
    expect(await codeOf(slow.countDocuments(filter, limit))).toBe(50);
    expect(await codeOf(slow.aggregate([{ $match: filter }], limit).toArray())).toBe(50);
    const update = { updates: [{ q: filter, u: { $set: { i: -1 } }, multi: true }] };
    const { writeErrors, nModified } = await own.db.command({ update: slow.collectionName, ...update, ...limit });
    expect({ writeErrors, nModified }).toMatchObject({ writeErrors: [{ code: 50 }], nModified: 0 });
    expect(await slow.countDocuments({ i: -1 })).toBe(0);
  });
});

describe('filters', () => {
  test.for<[filter: Document, code: number, words: string]>([
    [{ $where: 'true' }, 115, '$where'],
    [{ $text: { $search: 'x' } }, 115, '$text'],
    [{ $jsonSchema: {} }, 115, '$jsonSchema'],
    [{ a: { $bitsAllSet: 1 } }, 115, '$bitsAllSet'],
    [{ a: { $near: [1, 2] } }, 115, '$near'],
    [{ a: { $geoWithin: {} } }, 115, '$geoWithin'],
    [{ $sampleRate: 0.5 }, 115, '$sampleRate'],
    [{ $alwaysTrue: 1 }, 115, '$alwaysTrue'],
    [{ $nonsense: 1 }, 2, 'unknown top level operator: $nonsense'],
    [{ a: { $nonsense: 1 } }, 2, 'unknown operator: $nonsense'],
    [{ a: { $gt: new MinKey() } }, 115, 'MinKey'],
    [{ a: { $regex: 'x+' } }, 115, 'a pattern of more than a text'],
    [{ a: { $regex: 'x', $options: 'q' } }, 2, 'invalid flag'],
    [{ $expr: { $gt: ['$a', 1] } }, 115, '$expr'],
    [{ e: { $elemMatch: { x: 1 } } }, 115, '$elemMatch'],
  ])('%j', async ([filter, code, message]) => {
    await assertRefused([{ find: 'rows', filter }, code, message]);
    await assertRefused([{ count: 'rows', query: filter }, code, message]);
    await assertRefused([{ find: 'nothing', filter }, code, message]);
  });
});

describe('stages, expressions and accumulators', () => {
  const joins = ['$lookup', '$unionWith', '$facet', '$bucket', '$graphLookup', '$unwind', '$count'];
  const shapes = ['$addFields', '$set', '$unset', '$replaceRoot', '$sortByCount', '$setWindowFields'];
  test.for([...joins, ...shapes, '$out', '$merge', '$geoNear', '$indexStats', '$currentOp'])('%s', (stage) =>
    assertRefused([
      { aggregate: 'rows', pipeline: [{ $match: {} }, { [stage]: {} }], cursor: {} },
      40324,
      `Unrecognized pipeline stage name: '${stage}' (${here})`,
    ]),
  );

  const expressions = ['$function', '$regexMatch', '$toDecimal', '$map', '$concat', '$gt', '$meta'];
  test.for(expressions)('%s', (name) =>
    assertRefused([
      { aggregate: 'rows', pipeline: [{ $project: { x: { [name]: '$a' } } }], cursor: {} },
      168,
      `Unrecognized expression '${name}' (${here})`,
    ]),
  );

  test.for(['$avg', '$max', '$push', '$accumulator', '$nonsense'])('%s', (name) =>
    assertRefused([
      { aggregate: 'rows', pipeline: [{ $group: { _id: null, x: { [name]: '$a' } } }], cursor: {} },
      15952,
      `unknown group operator '${name}' (${here})`,
    ]),
  );

  test('a document or an array as an expression', () =>
    assertRefused([
      { aggregate: 'rows', pipeline: [{ $group: { _id: { a: '$a' } } }], cursor: {} },
      115,
      `an array or a document in an aggregation expression is ${here}`,
    ]));
});

describe('indexes', () => {
  test.for<[index: Document, code: number, words: string]>([
    [{ key: { a: 'text' } }, 67, '"text"'],
    [{ key: { a: '2dsphere' } }, 67, '"2dsphere"'],
    [{ key: { a: 'hashed' } }, 67, '"hashed"'],
    [{ key: { '$**': 1 } }, 67, '$**'],
    [{ key: { 'a.0': 1 } }, 67, 'array position'],
    [{ key: { a: 2 } }, 67, "index type 2 of 'a'"],
    [{ key: {} }, 67, 'cannot be an empty object'],
    [{ key: { b: 1 }, hidden: true }, 115, 'hidden'],
    [{ key: { b: 1 }, collation: { locale: 'de' } }, 115, 'collation'],
    [{ key: { b: 1 }, prepareUnique: true }, 115, 'prepareUnique'],
    [{ key: { b: 1 }, nonsense: 1 }, 197, "The field 'nonsense' is not valid for an index specification"],
    [{ key: { b: 1, c: 1 }, expireAfterSeconds: 1 }, 67, 'TTL indexes are single-field'],
    [{ key: { b: 1 }, partialFilterExpression: { a: { $ne: 1 } } }, 67, 'not supported in partial index: $ne'],
    [{ key: { b: 1 }, sparse: true, partialFilterExpression: { a: 1 } }, 67, 'cannot mix'],
  ])('%j', async ([index, code, message]) => {
    await assertRefused([{ createIndexes: 'rows', indexes: [{ name: 'x', ...index }] }, code, message]);
    expect(await rows.indexes()).toHaveLength(2);
  });
});

describe('depth', () => {
  const nested = (depth: number): Document => {
    let doc: Document = { x: 1 };
    for (let i = 1; i < depth; i++) doc = i % 2 ? { v: doc } : { v: [doc] };
    return doc;
  };

  test('a document is stored as deep as MongoDB stores it, and no deeper', async () => {
    const deep = await own.fresh([]);
    const chain = (depth: number): Document => Array.from({ length: depth - 1 }).reduce<Document>((v) => ({ v }), {});
    await deep.insertOne({ _id: 1, ...chain(180) });
    expect(await codeOf(deep.insertOne({ _id: 2, ...chain(181) }))).toBe(15);
    expect(await codeOf(deep.updateOne({ _id: 1 }, { $set: { w: chain(181) } }))).toBe(15);
    expect(await codeOf(deep.replaceOne({ _id: 9 }, chain(181), { upsert: true }))).toBe(15);
    expect(await deep.find().toArray()).toEqual([{ _id: 1, ...chain(180) }]);
  });

  test('a command of more than 200 levels is refused', () =>
    assertRefused([{ find: 'rows', filter: { a: nested(210) } }, 15, 'exceeded maximum nested object depth: 200']));

  test('a command of a million levels is answered, and others after it', async () => {
    const levels = 1_000_000;
    const bytes = Buffer.alloc(8 * levels + 5);
    for (let level = 0; level < levels; level++) {
      bytes.writeInt32LE(bytes.length - 8 * level, 7 * level);
      bytes.set([3, 0x61, 0], 7 * level + 4);
    }
    bytes.writeInt32LE(5, 7 * levels);
    const head = Buffer.alloc(21);
    head.writeInt32LE(head.length + bytes.length, 0);
    head.writeInt32LE(2013, 12);
    const socket = connect(join(own.folder, 'db.sock'));
    socket.on('error', () => undefined);
    socket.write(Buffer.concat([head, bytes]));
    await once(socket, 'data');
    socket.destroy();
    expect(await own.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});
