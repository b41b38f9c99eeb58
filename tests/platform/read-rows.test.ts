import { type Db, MongoNetworkError, MongoServerError } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readRows } from '#api/platform/mongo.ts';
import { TestDatabase } from '#tests/kit/database.ts';

type Row = { _id: number; kind: string; note: string };

let own: TestDatabase;
beforeAll(async () => {
  own = await TestDatabase.open();
  const rows = Array.from({ length: 300 }, (_, n) => ({ _id: n, kind: n % 2 ? 'odd' : 'even', note: 'x' }));
  const collection = own.db.collection<Row>('rows');
  await collection.insertMany(rows);
  await collection.createIndex({ kind: 1, _id: 1 });
});
afterAll(() => own.close());

const hint = { kind: 1, _id: 1 } as const;
const asked = { filter: { kind: 'odd' }, fields: { kind: 1 }, sort: { _id: -1 }, hint, limit: 120 } as const;
const odd = Array.from({ length: 120 }, (_, n) => ({ _id: 299 - 2 * n, kind: 'odd' }));

/** A database whose command fails with this error. */
const failing = (error: Error) => Object.create(own.db, { command: { value: () => Promise.reject(error) } }) as Db;

test('a list is returned complete and in order', async () => {
  expect(await readRows<Row, Row>(own.db, 'rows', asked)).toEqual(odd);
  expect(await readRows<Row, Row>(own.db, 'rows', { filter: { _id: { $in: [4] } }, fields: {}, limit: 1 })).toEqual([
    { _id: 4, kind: 'even', note: 'x' },
  ]);
});

test.each([
  ['the connection', new MongoNetworkError('connection 1 closed')],
  ['a server that gave way to another', new MongoServerError({ message: 'not primary', code: 10107 })],
])('a list is read again after %s', async (_, error) => {
  expect(await readRows<Row, Row>(failing(error), 'rows', asked)).toEqual(odd);
});

test('a persistent failure is thrown', async () => {
  await expect(readRows<Row, Row>(failing(new TypeError('no')), 'rows', asked)).rejects.toThrow('no');
  const none = { ...asked, hint: { note: 1 } };
  await expect(readRows<Row, Row>(own.db, 'rows', none)).rejects.toThrow('hint');
});
