import type { Collection, Db } from 'mongodb';
import type { LikeRow } from './likes.store.ts';

/** A like that has not been removed. */
export type ActiveLike = { memberId: string; bikeId: string; at: Date };

const batchSize = 1000;

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
      const active = rows.filter(({ change }) => change?.by !== -1);
      yield active.map(({ userId: memberId, bikeId, at }) => ({ memberId, bikeId, at }));
      last = rows.length === batchSize ? rows.at(-1) : undefined;
    } while (last);
  }
}
