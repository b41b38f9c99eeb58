import { Decimal128, Double, Long } from 'bson';
import type { Document } from 'mongodb';
import type { Chance } from './values.ts';

/** An update and its options. */
export interface Change {
  update: Document | Document[];
  arrayFilters?: Document[];
}

/** Generates random updates for the documents of `Chance`. `s`, `t` and `d` never become arrays. */
export class Changes {
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
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

  #numbers(): Document {
    const c = this.#chance;
    const by = (): unknown =>
      c.of<unknown>([1, -3, 0.5, new Double(2), Long.fromNumber(7), 2147483647, Decimal128.fromString('0.1'), 'x']);
    return c.of<() => Document>([
      () => ({ $inc: { n: by() } }),
      () => ({ $inc: { [c.of(['s', 'd.x', 'fresh', 'a.0'])]: by() } }),
      () => ({ $max: { n: c.below(10), 'd.x': c.scalar() } }),
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
            },
          },
        },
      }),
      () => ({ update: { $push: { e: { $each: c.some(2, () => c.element()), $slice: -4 } } } }),
      () => ({ update: { $addToSet: { [field]: c.is(0.5) ? c.value() : { $each: list() } } } }),
      () => ({ update: { $pull: { [field]: c.is(0.5) ? c.scalar() : { $gt: c.below(4) } } } }),
      () => ({ update: { $pull: { e: { x: c.is(0.5) ? c.scalar() : { $gte: c.below(4) } } } } }),
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
      [{ $set: { k: '$_id', s: '$t' } }],
      [{ $set: { k: { $add: ['$_id', 1] } } }, { $set: { n: { $cond: [{ $eq: ['$k', 7] }, 1, '$k'] } } }],
      [{ $set: { t: { $ifNull: ['$missing', '$t', c.below(5)] } } }],
      [{ $nonsense: {} }],
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
  { $rename: { a: 5 } },
  { $set: { 'e.$[nobody].x': 1 } },
  { $currentDate: { when: 'x' } },
  { $set: 5 },
];
