import { Decimal128, Double, Int32, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import { expect, test } from 'vitest';
import { compare, equal, keyOf } from '../bson/keys.ts';

const decimal = (text: string): Decimal128 => Decimal128.fromString(text);

/** Each sorts before the next, as in MongoDB. */
const ascending: unknown[] = [
  new MinKey(),
  null,
  Number.NaN,
  Number.NEGATIVE_INFINITY,
  decimal('-1E400'),
  -Number.MAX_VALUE,
  Long.MIN_VALUE,
  Long.fromString('-9007199254740993'),
  -9007199254740992,
  -1.5,
  decimal('-0.1'),
  -1e-320,
  decimal('-1E-400'),
  0,
  decimal('1E-400'),
  1e-320,
  decimal('0.1'),
  0.1,
  decimal('0.3'),
  0.1 + 0.2,
  1,
  9007199254740992,
  Long.fromString('9007199254740993'),
  decimal('9007199254740993.5'),
  9007199254740994,
  Long.MAX_VALUE,
  Number.MAX_VALUE,
  decimal('1E400'),
  Number.POSITIVE_INFINITY,
  '',
  'B',
  'a',
  'a\0',
  'a\0b',
  'a\u0001',
  'ab',
  'b',
  '\uffff',
  '\u{10000}',
  {},
  { a: null },
  { b: null },
  { a: 1 },
  { a: 1, b: 1 },
  { a: 2 },
  { b: 1 },
  { a: 'x' },
  [],
  [1],
  [1, 2],
  [2],
  new ObjectId('000000000000000000000001'),
  new ObjectId('ff0000000000000000000000'),
  false,
  true,
  new Date(-1),
  new Date(0),
  new Date(1),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 4000000000, i: 1 }),
  /a/,
  new MaxKey(),
];

test('keys sort as MongoDB sorts values, and inverted ones the other way', () => {
  const wrong: string[] = [];
  for (const [i, a] of ascending.entries())
    for (const [j, b] of ascending.entries()) {
      const order = Math.sign(compare(a, b));
      const inverted = Math.sign(Buffer.compare(keyOf([a, 1], [-1, 1]), keyOf([b, 1], [-1, 1])));
      if (order !== Math.sign(i - j) || inverted + order !== 0) wrong.push(`${String(a)} and ${String(b)}`);
    }
  expect(wrong).toEqual([]);
});

test('a number has one key, whatever its type', () => {
  const fives = [5, new Int32(5), new Double(5), Long.fromNumber(5), decimal('5'), decimal('5.00'), decimal('0.5E1')];
  for (const a of fives) for (const b of fives) expect(equal(a, b)).toBe(true);
  for (const zero of [-0, decimal('-0'), decimal('0E10'), Long.ZERO]) expect(equal(zero, 0)).toBe(true);
  expect(equal(decimal('NaN'), Number.NaN)).toBe(true);
  expect(equal(decimal('Infinity'), Number.POSITIVE_INFINITY)).toBe(true);
  expect(equal(0.5, decimal('0.5'))).toBe(true);
});

test('no key is the beginning of another', () => {
  const keys = ascending.map((value) => keyOf([value]));
  const begins = keys.filter((a) => keys.some((b) => a !== b && b.subarray(0, a.length).equals(a)));
  expect(begins).toEqual([]);
});
