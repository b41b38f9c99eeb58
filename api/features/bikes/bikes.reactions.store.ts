import type { Collection, Db } from 'mongodb';
import { Batcher } from '#api/platform/batcher.ts';
import { quietly, readRows } from '#api/platform/mongo.ts';
import {
  type Batch,
  bikesWithChanges,
  type Change,
  type Changed,
  type CountedChanges,
  type CountSource,
  toStored,
  waitingChanges,
} from './bikes.count-changes.store.ts';

/** A like or favorite: a member can give a bike one of each. */
export type BikeReactionRow = {
  /** `bikeId:userId` */
  _id: string;
  bikeId: string;
  userId: string;
  at: Date;
  /** Set until the bike's counter includes it. A removed reaction's row stays that long. */
  change?: Change;
};

const pageSize = 1000;

export const reactionIdOf = (bikeId: string, userId: string) => `${bikeId}:${userId}`;

type UncountedReaction = Omit<BikeReactionRow, 'bikeId'>;

export const changedReaction = ({ _id, userId, at, change }: UncountedReaction): Changed | null =>
  change ? { id: _id, op: change.op, by: change.by, userId, at } : null;

/** The count source for the reactions in one collection. */
export class BikeReactionCounts implements CountSource {
  readonly #db: Db;
  readonly #reactions: Collection<BikeReactionRow>;
  readonly #finisher: Batcher<CountedChanges['changes'], boolean>;

  constructor(db: Db, collection: string) {
    this.#db = db;
    this.#reactions = db.collection(collection);
    this.#finisher = new Batcher(async (all) => {
      const changes = all.flat();
      const cleared = await this.#finish(changes);
      return all.map(() => cleared === changes.length);
    });
  }

  async createIndexes(): Promise<void> {
    await this.#reactions.createIndex({ 'change.bikeId': 1 }, { sparse: true });
  }

  async open(bikeId: string, limit: number): Promise<Changed[]> {
    const asked = { filter: { 'change.bikeId': bikeId }, fields: { userId: 1, at: 1, change: 1 }, limit };
    const rows = await readRows<BikeReactionRow, UncountedReaction>(this.#db, this.#reactions.collectionName, asked);
    return rows.flatMap((row) => changedReaction(row) ?? []);
  }

  async batchOf(_bike: unknown, changed: Changed[]): Promise<Batch> {
    return {
      by: changed.reduce((sum, { by }) => sum + by, 0),
      moments: changed.map(({ at, by }) => ({ at, by })),
      mark: { changes: toStored(changed), firsts: [] },
    };
  }

  finish({ changes }: CountedChanges): Promise<boolean> {
    return this.#finisher.do(changes);
  }

  /**
   * Finishes changes of several bikes together: an `op` occurs on one document only. No list shows what this changes.
   * Returns how many it found.
   */
  async #finish(changes: CountedChanges['changes']): Promise<number> {
    const filterOf = (by: Changed['by']) => {
      const these = changes.filter((change) => change.by === by);
      return { _id: { $in: these.map(({ id }) => id) }, 'change.op': { $in: these.map(({ op }) => op) } };
    };
    let found = 0;
    if (changes.some(({ by }) => by === 1))
      found += (await this.#reactions.updateMany(filterOf(1), { $unset: { change: '' } }, quietly)).matchedCount;
    if (changes.some(({ by }) => by === -1))
      found += (await this.#reactions.deleteMany(filterOf(-1), quietly)).deletedCount;
    return found;
  }

  async present(ids: string[]): Promise<Set<string>> {
    const asked = { _id: { $in: ids }, 'change.by': { $ne: -1 as const } };
    const rows = await this.#reactions.find(asked, { projection: { _id: 1 } }).toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  async whole({ id }: { id: string }): Promise<Batch> {
    const moments: Batch['moments'] = [];
    let last = reactionIdOf(id, '');
    for (let full = true; full; ) {
      const rows = await this.#reactions
        .find({ _id: { $gt: last, $lt: `${id};` } }, { projection: { at: 1 } })
        .sort({ _id: 1 })
        .limit(pageSize)
        .toArray();
      for (const { at } of rows) moments.push({ at, by: 1 });
      last = rows.at(-1)?._id ?? last;
      full = rows.length === pageSize;
    }
    return { by: moments.length, moments, mark: { changes: [], firsts: [] } };
  }

  openBikes(after: string): Promise<string[]> {
    return bikesWithChanges(this.#reactions, after);
  }

  waiting(): Promise<number> {
    return waitingChanges(this.#reactions);
  }

  async drop(bikeId: string): Promise<void> {
    await this.#reactions.deleteMany({ 'change.bikeId': bikeId });
  }
}
