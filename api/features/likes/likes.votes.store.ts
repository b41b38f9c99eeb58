import type { Collection, Db } from 'mongodb';
import { alongBike } from './likes.received.store.ts';
import type { LikeRow } from './likes.store.ts';

/** A like that has not been removed. */
export type ActiveLike = { memberId: string; bikeId: string; at: Date };

const batchSize = 1000;

const activeOf = (rows: LikeRow[]): ActiveLike[] =>
  rows.flatMap(({ userId: memberId, bikeId, at, change }) => (change?.by === -1 ? [] : [{ memberId, bikeId, at }]));

/** The likes of a period. */
export class LikeVotes {
  readonly #likes: Collection<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndex({ at: 1, _id: 1 });
  }

  /** The likes given in [from, before), earliest first, in batches. */
  async *between(from: Date, before: Date): AsyncGenerator<ActiveLike[]> {
    let last: Pick<LikeRow, '_id' | 'at'> | undefined;
    do {
      const rest = last && { $or: [{ at: { $gt: last.at } }, { at: last.at, _id: { $gt: last._id } }] };
      const rows: LikeRow[] = await this.#likes
        .find({ at: { $gte: last?.at ?? from, $lt: before }, ...rest })
        .sort({ at: 1, _id: 1 })
        .limit(batchSize)
        .toArray();
      yield activeOf(rows);
      last = rows.length === batchSize ? rows.at(-1) : undefined;
    } while (last);
  }

  /** The likes of these bikes given in [from, before), in any order. */
  async of(bikeIds: readonly string[], from: Date, before: Date): Promise<ActiveLike[]> {
    const given = { bikeId: { $in: [...bikeIds] }, at: { $gte: from, $lt: before } };
    return activeOf(await this.#likes.find(given, { hint: alongBike }).toArray());
  }
}
