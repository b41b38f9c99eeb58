import { Binary, BSONRegExp, Decimal128, Double, Long, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document } from 'mongodb';
import { randomFrom } from '../random.ts';

/** Generates random values, documents and choices that depend only on the seed. */
export class Chance {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomFrom(seed);
  }

  below(n: number): number {
    return Math.floor(this.random() * n);
  }

  is(probability: number): boolean {
    return this.random() < probability;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** One to n results of `make`. */
  some<T>(n: number, make: () => T): T[] {
    return Array.from({ length: this.below(n) + 1 }, make);
  }

  /** Mostly small numbers and short strings, so that values repeat; sometimes any type at its limits. */
  scalar(): unknown {
    const kind = this.random();
    if (kind < 0.34) return this.below(6);
    if (kind < 0.44) return this.below(4) + 0.5;
    if (kind < 0.64) return this.of(strings);
    if (kind < 0.72) return null;
    if (kind < 0.78) return this.is(0.5);
    if (kind < 0.86) return new Date(this.below(4) * 1000);
    return this.of(rare);
  }

  value(): unknown {
    const kind = this.random();
    if (kind < 0.72) return this.scalar();
    if (kind < 0.9) return Array.from({ length: this.below(4) }, () => this.scalar());
    if (kind < 0.94) return { x: this.scalar() };
    if (kind < 0.97) return [{ x: this.scalar() }, this.scalar(), [this.scalar()]];
    return this.of([{}, [], [[]], [null], { x: { y: 1 } }]);
  }

  element(): Document {
    const made: Document = {};
    if (this.is(0.85)) made.x = this.is(0.9) ? this.scalar() : [this.scalar(), this.scalar()];
    if (this.is(0.7)) made.y = this.scalar();
    return made;
  }

  /** `s`, `t` and `d` hold no arrays, so that a compound index never covers two. */
  fields(): Document {
    const doc: Document = {};
    for (const field of ['a', 'b', 'c']) if (this.is(0.8)) doc[field] = this.value();
    for (const field of ['s', 't']) if (this.is(0.8)) doc[field] = this.scalar();
    if (this.is(0.75)) doc.d = { x: this.scalar(), ...(this.is(0.8) && { y: this.scalar() }) };
    if (this.is(0.75))
      doc.e = Array.from({ length: this.below(4) }, () => (this.is(0.92) ? this.element() : this.scalar()));
    if (this.is(0.5)) doc.n = this.of([this.below(10), this.below(10) + 0.25, Long.fromNumber(this.below(10))]);
    return doc;
  }
}

const strings = [
  '',
  'a',
  'ab',
  'abc',
  'b',
  'B',
  'ab\u{10ffff}',
  'a b',
  'á',
  'a\u0000',
  'a\u0001b',
  'a.b',
  '\ud7ff',
  '日本',
];

const rare: readonly unknown[] = [
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  -0,
  -1,
  1e300,
  5e-324,
  new Double(2),
  Long.fromNumber(3),
  Long.MAX_VALUE,
  Long.MIN_VALUE,
  Long.fromString('9007199254740993'),
  9007199254740992,
  Decimal128.fromString('1'),
  Decimal128.fromString('1.50'),
  Decimal128.fromString('0.1'),
  Decimal128.fromString('9007199254740993'),
  Decimal128.fromString('NaN'),
  Decimal128.fromString('-Infinity'),
  Decimal128.fromString('1E+400'),
  0.1,
  new ObjectId('0123456789abcdef01234567'),
  new ObjectId('ffffffffffffffffffffffff'),
  new Binary(Buffer.from([1, 2])),
  new Binary(Buffer.from([1, 2, 3])),
  new Binary(Buffer.from([1, 2]), 4),
  new Timestamp({ t: 1, i: 1 }),
  new Timestamp({ t: 4_000_000_000, i: 2 }),
  new BSONRegExp('^a', ''),
  new BSONRegExp('b', 'i'),
  new MinKey(),
  new MaxKey(),
  new Date(-1),
  new Date(8.64e15),
];
