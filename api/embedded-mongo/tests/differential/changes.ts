import { Decimal128, Double, Long } from 'bson';
import type { Document } from 'mongodb';
import type { Queries } from './queries.ts';
import type { Chance } from './values.ts';

/** An update and its options. */
export interface Change {
  update: Document | Document[];
  arrayFilters?: Document[];
}

/** Generates random updates for the documents of `Chance`. `s`, `t` and `d` never become arrays. */
export class Changes {
  readonly #chance: Chance;
  readonly #queries: Queries;

  constructor(chance: Chance, queries: Queries) {
    this.#chance = chance;
    this.#queries = queries;
  }

  /** Fails on no document, so that the order of the documents does not matter. */
  harmless(): Change {
    const c = this.#chance;
    const wide = (): string => c.of(['a', 'b', 'c']);
    const narrow = (): string => c.of(['s', 't']);
    const update = c.of<() => Document>([
      () => ({ $set: { [wide()]: c.value(), [narrow()]: c.scalar() } }),
      () => ({ $unset: { [c.of(['a', 'b', 'c', 's', 'd', 'e'])]: '' } }),
      () => ({ $max: { [narrow()]: c.scalar() } }),
      () => ({ $min: { [narrow()]: c.scalar() } }),
      () => ({ $set: { e: c.some(3, () => c.element()) } }),
      () => ({ $set: { d: { x: c.scalar(), y: c.scalar() } } }),
      () => ({ $rename: { s: 't' } }),
      () => ({ $setOnInsert: { s: 1 }, $set: { k: c.below(5) } }),
    ])();
    return { update };
  }

  /** May fail; for a single document. */
  any(): Change {
    const c = this.#chance;
    const kind = c.random();
    if (kind < 0.3) return this.harmless();
    if (kind < 0.55) return { update: this.#numbers() };
    if (kind < 0.85) return this.#arrays();
    if (kind < 0.93) return { update: this.#pipeline() };
    return { update: c.of(refused) };
  }

  /** With a positional `$`, and the filter that it depends on. */
  positional(_id: number): { filter: Document; update: Document } {
    const c = this.#chance;
    if (c.is(0.5))
      return { filter: { _id, ...this.#queries.conditionOn('e.x') }, update: { $set: { 'e.$.y': c.scalar() } } };
    return { filter: { _id, a: c.scalar() }, update: { $set: { 'a.$': c.scalar() } } };
  }

  #numbers(): Document {
    const c = this.#chance;
    const by = (): unknown =>
      c.of<unknown>([1, -3, 0.5, new Double(2), Long.fromNumber(7), 2147483647, Decimal128.fromString('0.1'), 'x']);
    return c.of<() => Document>([
      () => ({ $inc: { n: by() } }),
      () => ({ $mul: { n: by() } }),
      () => ({ $inc: { [c.of(['s', 'd.x', 'fresh', 'a.0'])]: by() } }),
      () => ({ $bit: { n: { [c.of(['and', 'or', 'xor'])]: c.below(8) } } }),
      () => ({ $max: { n: c.below(10) }, $min: { 'd.x': c.scalar() } }),
      () => ({ $inc: { n: 1 }, $set: { 'd.x': c.scalar() }, $unset: { t: 1 } }),
    ])();
  }

  #arrays(): Change {
    const c = this.#chance;
    const field = c.of(['a', 'b', 'c']);
    const list = (): unknown[] => c.some(3, () => c.scalar());
    return c.of<() => Change>([
      () => ({ update: { $push: { [field]: c.value() } } }),
      () => ({
        update: {
          $push: {
            [field]: {
              $each: list(),
              ...(c.is(0.5) && { $slice: c.below(7) - 3 }),
              ...(c.is(0.5) && { $position: c.below(5) - 2 }),
              ...(c.is(0.5) && { $sort: c.of([1, -1]) }),
            },
          },
        },
      }),
      () => ({
        update: { $push: { e: { $each: c.some(2, () => c.element()), $sort: { x: c.of([1, -1]) }, $slice: -4 } } },
      }),
      () => ({ update: { $addToSet: { [field]: c.is(0.5) ? c.value() : { $each: list() } } } }),
      () => ({ update: { $pull: { [field]: c.is(0.5) ? c.scalar() : { $gt: c.below(4) } } } }),
      () => ({ update: { $pull: { e: c.is(0.5) ? { x: c.scalar() } : this.#queries.conditionOn('x') } } }),
      () => ({ update: { $pullAll: { [field]: list() } } }),
      () => ({ update: { $pop: { [field]: c.of([1, -1]) } } }),
      () => ({ update: { $set: { 'e.$[].y': c.scalar() } } }),
      () => ({
        update: { $set: { 'e.$[one].y': c.scalar() } },
        arrayFilters: [{ 'one.x': c.is(0.5) ? c.scalar() : { $gte: c.below(4) } }],
      }),
      () => ({ update: { $unset: { [`${field}.1`]: 1 } } }),
      () => ({ update: { $set: { [`${field}.2`]: c.scalar() } } }),
    ])();
  }

  #pipeline(): Document[] {
    const c = this.#chance;
    return c.of<Document[]>([
      [{ $set: { k: '$_id', s: { $literal: c.scalar() } } }],
      [{ $unset: [c.of(['a', 'b'])] }, { $set: { k: { $add: ['$_id', 1] } } }],
      [{ $project: { s: 1, n: 1, e: 1 } }],
      [{ $replaceWith: { $mergeObjects: ['$$ROOT', { k: 1 }] } }],
      [{ $match: {} }],
    ]);
  }
}

const refused: readonly Document[] = [
  { $set: { _id: 1_000_000 } },
  { $nonsense: { a: 1 } },
  { $set: { a: 1, 'a.b': 2 } },
  { $set: { '': 1 } },
  { $set: { 's.x.y': 1 } },
  { $push: { s: 1 } },
  { $pop: { a: 2 } },
  { $rename: { a: 5 } },
  { $set: { 'e.$[nobody].x': 1 } },
  { $set: { 'a.$': 1 } },
  { $currentDate: { when: 'x' } },
  { $set: 5 },
];
