import type { Collection, Db } from 'mongodb';
import type { LikeRow } from './likes.store.ts';
import type { ActiveLike } from './likes.votes.store.ts';

/** The index of likes by bike and time, as a hint: the planner would also consider the one by time alone. */
const alongBike = { bikeId: 1, at: -1, _id: -1 } as const;

/** The likes that bikes received in a period. */
export class ReceivedLikes {
  readonly #likes: Collection<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
  }

  /** Counts the likes given in [from, before), by bike; stops at `limit` likes in total. */
  async count(bikeIds: string[], from: Date, before: Date, limit: number): Promise<Map<string, number>> {
    const counts = await this.#likes
      .aggregate<{ _id: string; likes: number }>(
        [
          { $match: { bikeId: { $in: bikeIds }, at: { $gte: from, $lt: before }, 'change.by': { $ne: -1 } } },
          { $limit: limit },
          { $group: { _id: '$bikeId', likes: { $sum: 1 } } },
        ],
        { hint: alongBike },
      )
      .toArray();
    return new Map(counts.map(({ _id, likes }) => [_id, likes]));
  }

  /** The likes given in [from, before), with who gave them. */
  async *of(bikeIds: readonly string[], from: Date, before: Date): AsyncIterable<ActiveLike> {
    const given = { bikeId: { $in: [...bikeIds] }, at: { $gte: from, $lt: before }, 'change.by': { $ne: -1 as const } };
    const rows = this.#likes.find(given, { hint: alongBike, projection: { bikeId: 1, userId: 1, at: 1 } });
    for await (const { bikeId, userId, at } of rows) yield { bikeId, memberId: userId, at };
  }

  /** Whether any of these bikes was liked in [from, before). */
  async hasAny(bikeIds: string[], from: Date, before: Date): Promise<boolean> {
    const given = { bikeId: { $in: bikeIds }, at: { $gte: from, $lt: before }, 'change.by': { $ne: -1 as const } };
    const one = await this.#likes.findOne(given, { hint: alongBike, projection: { _id: 1 } });
    return one !== null;
  }
}
