import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';

/** A like of an update. The id begins with the bike: another owner's update may have the same id. */
type UpdateLikeRow = { _id: string; bikeId: string; updateId: string; userId: string; at: Date };
export type UpdateLike = { id: string; bikeId: string; updateId: string; userId: string };

const batchSize = 100;
const idOf = (bikeId: string, updateId: string, userId: string) => `${bikeId}:${updateId}:${userId}`;
const toLike = ({ _id, bikeId, updateId, userId }: UpdateLikeRow): UpdateLike => ({
  id: _id,
  bikeId,
  updateId,
  userId,
});

/** Stores likes of updates. They are counted when they are read. */
export class UpdateLikeStore {
  readonly placement = { updateLikes: byId };
  readonly #likes: Collection<UpdateLikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('updateLikes');
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndexes([
      { key: { bikeId: 1, updateId: 1 } },
      { key: { userId: 1, bikeId: 1 } },
      { key: { userId: 1, at: -1, _id: -1 } },
    ]);
  }

  async add(bikeId: string, updateId: string, userId: string, at: Date): Promise<void> {
    try {
      await this.#likes.insertOne({ _id: idOf(bikeId, updateId, userId), bikeId, updateId, userId, at });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async remove(bikeId: string, updateId: string, userId: string): Promise<void> {
    // The fields let the cache find the responses that count it.
    await this.#likes.deleteOne({ _id: idOf(bikeId, updateId, userId), bikeId, updateId, userId });
  }

  countOn(bikeId: string, updateId: string): Promise<number> {
    return this.#likes.countDocuments({ bikeId, updateId });
  }

  /** Counts the likes of these bikes' updates, by update. */
  async counts(bikeIds: readonly string[]): Promise<Map<string, number>> {
    const counts = await this.#likes
      .aggregate<{ _id: string; likes: number }>([
        { $match: { bikeId: { $in: [...bikeIds] } } },
        { $group: { _id: '$updateId', likes: { $sum: 1 } } },
      ])
      .toArray();
    return new Map(counts.map(({ _id, likes }) => [_id, likes]));
  }

  /** The updates of a bike that a member likes. */
  async likedOn(bikeId: string, userId: string): Promise<string[]> {
    const rows = await this.#likes.find({ userId, bikeId }, { projection: { updateId: 1 } }).toArray();
    return rows.map(({ updateId }) => updateId);
  }

  /** A member's likes of the updates of these bikes. */
  async likesOf(userId: string, bikeIds: readonly string[]): Promise<UpdateLike[]> {
    return (await this.#likes.find({ userId, bikeId: { $in: [...bikeIds] } }).toArray()).map(toLike);
  }

  /** Number of updates that a member likes. */
  count(userId: string): Promise<number> {
    return this.#likes.countDocuments({ userId });
  }

  /** All likes of a member, newest first. */
  async *allOf(userId: string): AsyncIterable<{ bikeId: string; updateId: string; likedAt: string }> {
    const rows = this.#likes.find({ userId }).sort({ at: -1, _id: -1 });
    for await (const { bikeId, updateId, at } of rows) yield { bikeId, updateId, likedAt: at.toISOString() };
  }

  /** Some of a member's likes. */
  async someOf(userId: string): Promise<UpdateLike[]> {
    return (await this.#likes.find({ userId }).sort({ at: -1, _id: -1 }).limit(batchSize).toArray()).map(toLike);
  }

  /** Deletes all likes of a deleted update, or of all updates of a deleted bike. */
  async eraseOn(bikeId: string, updateId?: string): Promise<void> {
    await this.#likes.deleteMany({ bikeId, ...(updateId && { updateId }) });
  }
}
