import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';

/** A like of a shared folder. */
type ListLikeRow = { _id: string; shareId: string; userId: string; at: Date };

const batchSize = 100;
const idOf = (shareId: string, userId: string) => `${shareId}:${userId}`;

/** Stores likes of shared folders, by the id of their link. They are counted when they are read. */
export class ListLikeStore {
  readonly placement = { listLikes: byId };
  readonly #likes: Collection<ListLikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('listLikes');
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndexes([{ key: { shareId: 1 } }, { key: { userId: 1, at: -1, _id: -1 } }]);
  }

  async add(shareId: string, userId: string, at: Date): Promise<void> {
    try {
      await this.#likes.insertOne({ _id: idOf(shareId, userId), shareId, userId, at });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async remove(shareId: string, userId: string): Promise<void> {
    // The fields let the cache find the pages that show it.
    await this.#likes.deleteOne({ _id: idOf(shareId, userId), shareId, userId });
  }

  async has(shareId: string, userId: string): Promise<boolean> {
    return (await this.#likes.countDocuments({ _id: idOf(shareId, userId) })) > 0;
  }

  countOn(shareId: string): Promise<number> {
    return this.#likes.countDocuments({ shareId });
  }

  /** Number of lists that a member likes. */
  count(userId: string): Promise<number> {
    return this.#likes.countDocuments({ userId });
  }

  /** All likes of a member, newest first. */
  async *allOf(userId: string): AsyncIterable<{ list: string; likedAt: string }> {
    const rows = this.#likes.find({ userId }).sort({ at: -1, _id: -1 });
    for await (const { shareId, at } of rows) yield { list: shareId, likedAt: at.toISOString() };
  }

  /** Some of a member's likes. */
  async someOf(userId: string): Promise<{ id: string; shareId: string }[]> {
    const rows = await this.#likes.find({ userId }).sort({ at: -1, _id: -1 }).limit(batchSize).toArray();
    return rows.map(({ _id, shareId }) => ({ id: _id, shareId }));
  }

  /** Deletes all likes of a link that has ended. */
  async eraseOn(shareId: string): Promise<void> {
    await this.#likes.deleteMany({ shareId });
  }
}
