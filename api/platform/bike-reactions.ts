import type { Collection, Db } from 'mongodb';
import { Batcher } from './batcher.ts';
import {
  type Batch,
  bikesWithChanges,
  type Change,
  type Changed,
  type CountSource,
  type Mark,
  noted,
} from './counting.ts';
import { readRows } from './mongo.ts';

/** What a member has done to a bike, and can do to it once. */
export type BikeReactionRow = {
  /** `bikeId:userId` */
  _id: string;
  bikeId: string;
  userId: string;
  at: Date;
  /** Until its bike has counted it; one that is taken back stays that long. */
  change?: Change;
};

const pageSize = 1000;

export const reactionIdOf = (bikeId: string, userId: string) => `${bikeId}:${userId}`;

type OpenMark = Omit<BikeReactionRow, 'bikeId'>;

export const changedReaction = ({ _id, userId, at, change }: OpenMark): Changed | null =>
  change ? { id: _id, op: change.op, by: change.by, userId, at } : null;

/** What bikes count of the marks in one collection. */
export class BikeReactionCounts implements CountSource {
  readonly #db: Db;
  readonly #marks: Collection<BikeReactionRow>;
  readonly #finished: Batcher<Mark['changes'], void>;

  constructor(db: Db, collection: string) {
    this.#db = db;
    this.#marks = db.collection(collection);
    this.#finished = new Batcher((all) => this.#finish(all.flat()).then(() => []));
  }

  async createIndexes(): Promise<void> {
    await this.#marks.createIndex({ 'change.bikeId': 1 }, { sparse: true });
  }

  async open(bikeId: string, limit: number): Promise<Changed[]> {
    const asked = { filter: { 'change.bikeId': bikeId }, fields: { userId: 1, at: 1, change: 1 }, limit };
    const rows = await readRows<BikeReactionRow, OpenMark>(this.#db, this.#marks.collectionName, asked);
    return rows.flatMap((row) => changedReaction(row) ?? []);
  }

  async batchOf(_bike: unknown, changed: Changed[]): Promise<Batch> {
    return {
      by: changed.reduce((sum, { by }) => sum + by, 0),
      moments: changed.map(({ at, by }) => ({ at, by })),
      mark: { changes: noted(changed), firsts: [] },
    };
  }

  finish({ changes }: Mark): Promise<void> {
    return this.#finished.do(changes);
  }

  /** No other document bears an `op` than its own, so those of several bikes are finished as those of one. */
  async #finish(changes: Mark['changes']): Promise<void> {
    const filterOf = (by: Changed['by']) => {
      const these = changes.filter((change) => change.by === by);
      return { _id: { $in: these.map(({ id }) => id) }, 'change.op': { $in: these.map(({ op }) => op) } };
    };
    if (changes.some(({ by }) => by === 1)) await this.#marks.updateMany(filterOf(1), { $unset: { change: '' } });
    if (changes.some(({ by }) => by === -1)) await this.#marks.deleteMany(filterOf(-1));
  }

  async whole({ id }: { id: string }): Promise<Batch> {
    const moments: Batch['moments'] = [];
    let last = reactionIdOf(id, '');
    for (let full = true; full; ) {
      const rows = await this.#marks
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
    return bikesWithChanges(this.#marks, after);
  }

  async drop(bikeId: string): Promise<void> {
    await this.#marks.deleteMany({ 'change.bikeId': bikeId });
  }
}
