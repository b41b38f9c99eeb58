import { Binary, deserialize, Long, Timestamp } from 'bson';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Document, decodeTyped, encode } from '../bson/codec.ts';
import { differing } from '../bson/elements.ts';
import { changedBy } from '../commands/modify.ts';
import { prepare } from '../update/apply.ts';
import { codeOf, startTestDatabase, type TestDatabase } from './kit.ts';

const names = ['a', 'ab', 'b', '1', '10', 'é', 'list'];
const values = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.string(),
  fc.constantFrom<unknown>(null, true, new Date(5), Long.MAX_VALUE, new Binary(Buffer.from([1])), 'x'.repeat(200)),
  fc.constant(new Timestamp({ t: 1, i: 2 })),
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.record({ x: fc.integer(), y: fc.string() }),
);
/** Fields in any order, each once. */
const fieldsIn = fc
  .shuffledSubarray(names)
  .chain((chosen) => fc.tuple(...chosen.map((name) => fc.tuple(fc.constant(name), values))));
const bytesOf = (fields: readonly [string, unknown][], _id: number): Uint8Array =>
  encode(Object.fromEntries([['_id', _id], ...fields.map(([name, value]) => [`${name}\0`, value])]));

const paths = fc.constantFrom(...names, ...names.map((name) => `${name}.x`), 'list.1');
const updates = fc.oneof(
  fc.record({ $set: fc.dictionary(paths, values, { minKeys: 1, maxKeys: 3 }) }),
  fc.record({ $unset: fc.dictionary(paths, fc.constant(''), { minKeys: 1, maxKeys: 3 }) }),
  fc.record({ $inc: fc.dictionary(paths, fc.integer({ min: 1, max: 9 }), { minKeys: 1, maxKeys: 2 }) }),
  fc.record({ $push: fc.dictionary(paths, fc.integer(), { minKeys: 1, maxKeys: 1 }) }),
  fc.record({ $rename: fc.dictionary(paths, fc.constantFrom('new', 'a', 'list.x'), { minKeys: 1, maxKeys: 1 }) }),
);

/** Returns the resulting bytes, or the error. */
function resultOf(change: () => Uint8Array): string {
  try {
    return Buffer.from(change()).toString('hex');
  } catch (error) {
    return String(error);
  }
}

let own: TestDatabase;
beforeAll(async () => {
  own = await startTestDatabase();
});
afterAll(() => own.close());

test('an update that is applied to the fields it touches gives the bytes that it gives on the whole', () => {
  let parts = 0;
  const context = { inserting: false, now: 5 };
  fc.assert(
    fc.property(fieldsIn, updates, (fields, update) => {
      const bytes = bytesOf(fields, 1);
      let prepared: ReturnType<typeof prepare>;
      try {
        prepared = prepare(decodeTyped(encode(update)), [], 0);
      } catch {
        return;
      }
      if (prepared.fields) parts += 1;
      const whole = resultOf(() => changedBy({ ...prepared, fields: undefined }, bytes, context));
      expect(resultOf(() => changedBy(prepared, bytes, context))).toBe(whole);
    }),
    { numRuns: 2000 },
  );
  expect(parts).toBeGreaterThan(500);
});

test('the fields that differ in two versions are told, and no others', () => {
  fc.assert(
    fc.property(fieldsIn, fieldsIn, (one, other) => {
      const [before, after] = [bytesOf(one, 1), bytesOf(other, 1)];
      const hex = (fields: readonly [string, unknown][]) =>
        new Map(fields.map(([name, value]) => [name, Buffer.from(encode({ value })).toString('hex')]));
      const [old, now] = [hex(one), hex(other)];
      const expected = names.filter((name) => old.get(name) !== now.get(name));
      expect([...differing(before, after)].sort()).toEqual(expected.sort());
    }),
  );
});

test('a name that is there several times differs where only the order of its values does', () => {
  const [x, one, two] = [{ x: 0 }, { a: 1 }, { a: 2 }].map((doc) => Buffer.from(encode(doc)).subarray(4, -1));
  const of = (...elements: (Buffer | undefined)[]): Uint8Array => {
    const all = Buffer.concat([Buffer.alloc(4), ...elements.flatMap((element) => element ?? []), Buffer.alloc(1)]);
    all.writeInt32LE(all.length, 0);
    return all;
  };
  expect(differing(of(x, one, two), of(two, x, one))).toEqual(new Set(['a']));
  expect(differing(of(x, one, two), of(one, x, two))).toEqual(new Set());
});

test('a field of a deprecated type stays as it is while others change, and cannot be changed itself', async () => {
  const collection = await own.fresh([]);
  // A symbol between two fields of other types.
  const value = Buffer.from([0x0e, 0x73, 0, 3, 0, 0, 0, 0x78, 0x79, 0]);
  const head = Buffer.from(encode({ _id: 1, a: 1 }));
  const bytes = Buffer.concat([head.subarray(0, -1), value, Buffer.from([0])]);
  bytes.writeInt32LE(bytes.length, 0);
  const { db } = own;
  await db.command({ insert: collection.collectionName, documents: [deserialize(bytes, { promoteValues: false })] });
  await collection.updateOne({ _id: 1 }, { $inc: { a: 1 } });
  const [sent] = (await collection.find({}, { raw: true }).toArray()) as unknown as Buffer[];
  expect(deserialize(sent as Buffer)).toMatchObject({ a: 2 });
  expect((sent as Buffer).includes(value)).toBe(true);
  expect(await codeOf(collection.updateOne({ _id: 1 }, { $push: { s: 1 as never } }))).toBeGreaterThan(0);
});

test('an id is found at once, and what else is asked of it holds', async () => {
  const collection = await own.fresh([
    { a: 1, list: [1, 2] },
    { a: 2, list: [3] },
  ]);
  const found = (filter: Document) => collection.find(filter).toArray();
  const [first] = await found({});
  const _id = first?._id;
  expect(await found({ _id, a: 1 })).toHaveLength(1);
  expect(await found({ _id, a: 2 })).toEqual([]);
  expect(await found({ _id, list: { $ne: 2 } })).toEqual([]);
  expect(await found({ _id, $or: [{ a: 2 }, { list: 2 }] })).toHaveLength(1);
  expect(await codeOf(found({ _id, a: { $foo: 1 } }))).toBe(2);
  expect((await collection.updateMany({ _id, a: 2 }, { $set: { b: 1 } })).matchedCount).toBe(0);
  expect((await collection.deleteOne({ _id, a: 2 })).deletedCount).toBe(0);
});
