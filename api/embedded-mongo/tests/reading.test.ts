import { deserialize, onDemand, serialize } from 'bson';
import type { Document, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fields } from '../bson/fields.ts';
import { startTestDatabase, type TestDatabase } from './kit.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

describe('fields of stored documents', () => {
  const bytes = serialize({ a: 1, ab: { a: 2 }, é: 'x', list: [1, 2] });
  const only = (...names: string[]) => deserialize(new Fields(names).only(bytes));
  const without = (...names: string[]) => deserialize(new Fields(names).without(bytes));

  test('are found by their whole names, at the top only', () => {
    expect(only('a')).toEqual({ a: 1 });
    expect(only('é', 'list', 'missing')).toEqual({ é: 'x', list: [1, 2] });
    expect(without('ab')).toEqual({ a: 1, é: 'x', list: [1, 2] });
    expect(only()).toEqual({});
    expect(deserialize(new Fields([]).without(bytes))).toEqual(deserialize(bytes));
  });

  test('are the same bytes, side by side or apart, short or long', () => {
    const long = 'x'.repeat(500);
    const stored = serialize({ short: 1, shore: 'a', long, last: { long } });
    const of = (...names: string[]) => Buffer.from(new Fields(names).only(stored));
    expect(of('short', 'shore', 'long', 'last')).toEqual(Buffer.from(stored));
    expect(of('shore', 'long')).toEqual(Buffer.from(serialize({ shore: 'a', long })));
    expect(of('short', 'last')).toEqual(Buffer.from(serialize({ short: 1, last: { long } })));
  });

  test('are sent in the order that they are stored in', async () => {
    const collection = await own.fresh([{ b: 1, 2: 'two', 1: 'one', a: { x: 1 } }]);
    const [sent] = await collection.find({}, { projection: { a: 0 }, raw: true }).toArray();
    const bytes = sent as unknown as Buffer;
    const names = [...onDemand.parseToElements(bytes)].map(([, at, length]) => bytes.toString('utf8', at, at + length));
    expect(names).toEqual(['_id', '1', '2', 'b']);
  });
});

describe('plans are raced only where a race can tell', () => {
  const docs = Array.from({ length: 200 }, (_, i) => ({ status: 'on', at: i % 50, tags: ['all', `t${i % 3}`] }));
  const racedFor = async (filter: Document, sort: Sort): Promise<number> => {
    const collection = await own.fresh(docs, [
      { key: { status: 1, at: 1 } },
      { key: { status: 1, name: 1 } },
      { key: { status: 1, tags: 1, at: 1 } },
    ]);
    const explained = await collection.find(filter).sort(sort).limit(5).explain();
    return 1 + explained.queryPlanner.rejectedPlans.length;
  };

  test('an index in the order asked for needs none', async () => {
    expect(await racedFor({ status: 'on' }, { at: 1 })).toBe(1);
    expect(await racedFor({ status: 'on', tags: 't1' }, { at: 1 })).toBe(1);
  });

  test('two indexes of different fields race', async () => {
    expect(await racedFor({ status: 'on', at: { $gt: 3 }, tags: 't1' }, { name: 1 })).toBeGreaterThan(1);
  });
});
