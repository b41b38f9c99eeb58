import type { Collection, Db } from 'mongodb';
import { type Changed, newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import { type BikeReactionRow, changedReaction, reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { dropIndex } from '#api/platform/index-builds.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { Page } from '#contract/paging.ts';

export type LikeRow = BikeReactionRow;

const batchSize = 100;
/** An index of an older version, which the one for the list of likers replaces. */
const olderIndex = 'bikeId_1_at_1';

/** Stores likes. */
export class LikeStore {
  readonly placement = { likes: byId };
  readonly #likes: Collection<LikeRow>;
  readonly #added: BatchInserter<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
    this.#added = new BatchInserter(this.#likes);
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndexes([{ key: { bikeId: 1, at: -1, _id: -1 } }, { key: { userId: 1, at: -1 } }]);
    await dropIndex(this.#likes, olderIndex);
  }

  /** Ids of the members who like a bike, latest first. */
  async of(bikeId: string, limit: number, cursor?: string): Promise<Page<string>> {
    const rows = await this.#likes
      .find({ bikeId, ...after<LikeRow>('at', cursor, (at) => new Date(at)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    const { items, next } = page(
      rows,
      limit,
      (row) => row,
      (row) => ({ at: row.at.getTime(), id: row._id }),
    );
    return { items: items.flatMap(({ userId, change }) => (change?.by === -1 ? [] : [userId])), next };
  }

  /** Number of all likes. */
  total(): Promise<number> {
    return this.#likes.estimatedDocumentCount();
  }

  /** A member's like, even if it is being removed. */
  async find(bikeId: string, userId: string): Promise<{ changed: Changed | null } | null> {
    const row = await this.#likes.findOne({ _id: reactionIdOf(bikeId, userId) });
    return row && { changed: changedReaction(row) };
  }

  /** Filters the bikes that a member likes. */
  async likedOf(bikeIds: string[], userId: string): Promise<string[]> {
    const ids = bikeIds.map((bikeId) => reactionIdOf(bikeId, userId));
    const rows = await this.#likes.find({ _id: { $in: ids } }, { projection: { bikeId: 1 } }).toArray();
    return rows.map(({ bikeId }) => bikeId);
  }

  /** Some of a member's likes, including those being removed. */
  async someOf(userId: string): Promise<{ id: string; bikeId: string }[]> {
    const rows = await this.#likes.find({ userId }).sort({ at: -1 }).limit(batchSize).toArray();
    return rows.map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** Number of bikes that a member likes. */
  count(userId: string): Promise<number> {
    return this.#likes.countDocuments({ userId, 'change.by': { $ne: -1 } });
  }

  /** All likes of a member, newest first. */
  async *allOf(userId: string): AsyncIterable<{ bikeId: string; likedAt: string }> {
    const rows = this.#likes.find({ userId, 'change.by': { $ne: -1 } }).sort({ at: -1 });
    for await (const { bikeId, at } of rows) yield { bikeId, likedAt: at.toISOString() };
  }

  /** Deletes a like of a bike that no longer exists. */
  async erase(bikeId: string, userId: string): Promise<void> {
    await this.#likes.deleteOne({ _id: reactionIdOf(bikeId, userId) });
  }

  /** Deletes all likes of a deleted bike. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#likes.deleteMany({ bikeId });
  }

  /** Inserts a like for its bike to count; null if there is one. */
  async add(bikeId: string, userId: string, at: Date): Promise<Changed | null> {
    const row: LikeRow = { _id: reactionIdOf(bikeId, userId), bikeId, userId, at, change: newChange(bikeId, 1) };
    return (await this.#added.put(row)) ? changedReaction(row) : null;
  }

  /** Marks a counted like as removed, for its bike to count; null if there is none. */
  async remove(bikeId: string, userId: string): Promise<Changed | null> {
    const row = await this.#likes.findOneAndUpdate(
      { _id: reactionIdOf(bikeId, userId), bikeId, change: { $exists: false } },
      { $set: { change: newChange(bikeId, -1) } },
      { returnDocument: 'after' },
    );
    return row && changedReaction(row);
  }
}
