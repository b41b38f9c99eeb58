import { BSONRegExp } from 'bson';
import type { Document } from 'mongodb';
import type { Chance } from './values.ts';

const paths = [
  'a',
  'b',
  'c',
  's',
  't',
  'd',
  'd.x',
  'd.y',
  'e',
  'e.x',
  'e.y',
  'n',
  'u',
  'a.0',
  'e.0.x',
  'a.x',
  'missing',
];

const patterns: readonly [string, string][] = [
  ['^a', ''],
  ['^ab', ''],
  ['^a b', ''],
  ['^a\\.', ''],
  ['^A', 'i'],
  ['b', ''],
  ['', ''],
];

/** Filters that every server refuses; the error must not depend on the indexes. */
const malformed: readonly Document[] = [
  { $in: 5 },
  { $nonsense: 1 },
  { $size: -1 },
  { $size: 1.5 },
  { $gt: new BSONRegExp('a', '') },
  { $not: 5 },
  { $ne: new BSONRegExp('a', '') },
  { $in: [{ $gt: 1 }] },
  { $options: 'i' },
];

/** Generates random filters, sorts and projections for the documents of `Chance`. */
export class Queries {
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  filter(depth = 0): Document {
    const c = this.#chance;
    const kind = c.random();
    const inner = (): Document => (depth < 2 ? this.filter(depth + 1) : this.#conditions());
    if (kind < 0.66) return this.#conditions();
    if (kind < 0.76) return { ...this.#conditions(), $or: c.some(3, inner) };
    if (kind < 0.83) return { $and: c.some(3, inner) };
    if (kind < 0.86) return { $nor: c.some(2, inner) };
    if (kind < 0.88) return c.of([{}, { $nonsense: 1 }, { $or: [] }, { $and: 5 }, { $nor: [5] }]);
    return { _id: c.of([c.below(110), { $gt: c.below(110) }, { $in: c.some(5, () => c.below(110)) }, { $ne: 3 }]) };
  }

  /** A total order, because the order of equal documents is undefined. */
  sort(): Document {
    const c = this.#chance;
    const order = (): 1 | -1 => c.of([1, -1] as const);
    const fields = Object.fromEntries(c.some(3, () => [c.of(paths), order()]));
    return c.is(0.15) ? { _id: order() } : { ...fields, _id: order() };
  }

  projection(): Document | undefined {
    const c = this.#chance;
    const kind = c.random();
    const names = (): string[] => [...new Set(c.some(3, () => c.of(['a', 'b', 'c', 's', 'n', 'd', 'e'])))];
    const flags = (value: number): Document => Object.fromEntries(names().map((name) => [name, value]));
    if (kind < 0.5) return undefined;
    if (kind < 0.65) return { ...flags(1), ...(c.is(0.3) && { _id: 0 }) };
    if (kind < 0.75) return flags(0);
    if (kind < 0.82) return c.of([{ 'd.x': 1 }, { 'e.x': 1, s: 1 }, { 'e.x': 0 }, { d: { y: 1 } }]);
    if (kind < 0.9) return { e: { $slice: c.of([1, -1, 2, [1, 1], [-2, 1]]) } };
    return c.of([{ a: 1, b: 0 }, { 'd.x': 1, d: 1 }, { '': 1 }, { e: { $slice: 'x' } }]);
  }

  conditionOn(path: string): Document {
    return { [path]: this.#condition() };
  }

  #conditions(): Document {
    const c = this.#chance;
    return Object.fromEntries(c.some(2, () => [c.of(paths), this.#condition()]));
  }

  #pattern(): BSONRegExp {
    return new BSONRegExp(...this.#chance.of(patterns));
  }

  #condition(): unknown {
    const c = this.#chance;
    const comparison = (): string => c.of(['$gt', '$gte', '$lt', '$lte']);
    switch (c.below(20)) {
      case 0:
      case 1:
      case 2:
      case 3:
        return c.value();
      case 4:
      case 5:
        return { $in: c.some(4, () => (c.is(0.06) ? this.#pattern() : c.value())) };
      case 6:
        return { $gt: c.scalar(), $lt: c.scalar() };
      case 7:
        return { $gte: c.below(4), $lte: c.below(6) };
      case 8:
      case 9:
      case 10:
        return { [comparison()]: c.is(0.9) ? c.scalar() : c.value() };
      case 11:
        return { $ne: c.value() };
      case 12:
        return { $nin: c.some(3, () => c.value()) };
      case 13:
        return { $exists: c.of([true, false, 1, 0]) };
      case 14:
        return this.#pattern();
      case 15: {
        const [$regex, $options] = c.of(patterns);
        return { $regex, $options };
      }
      case 16:
        return {
          $not: c.of<unknown>([
            { [comparison()]: c.scalar() },
            { $in: [c.scalar()] },
            this.#pattern(),
            { $exists: true },
          ]),
        };
      case 17:
        return { $size: c.below(4) };
      default:
        return c.is(0.25) ? c.of(malformed) : { $eq: c.value(), ...(c.is(0.3) && { $ne: c.scalar() }) };
    }
  }
}
