import type { Collection, Db } from 'mongodb';
import { BatchInserter } from '#api/platform/batch-inserter.ts';
import { type BikeReactionRow, changedReaction, reactionIdOf } from '#api/platform/bike-reactions.ts';
import { type Changed, newChange } from '#api/platform/counting.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Page } from '#contract/paging.ts';

export type LikeRow = BikeReactionRow;

const batchSize = 100;

/** Who liked which bike, and when. */
export class LikeStore {
  readonly #likes: Collection<LikeRow>;
  readonly #added: BatchInserter<LikeRow>;

  constructor(db: Db) {
    this.#likes = db.collection('likes');
    this.#added = new BatchInserter(this.#likes);
  }

  async createIndexes(): Promise<void> {
    await this.#likes.createIndexes([
      { key: { bikeId: 1, at: 1 } },
      { key: { bikeId: 1, at: -1, _id: -1 } },
      { key: { userId: 1, at: -1 } },
    ]);
  }

  /** Whose likes of a bike stand, the latest first. */
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

  /** How many likes there are. */
  total(): Promise<number> {
    return this.#likes.estimatedDocumentCount();
  }

  /** A member's like, also one that is being taken back. */
  async find(bikeId: string, userId: string): Promise<{ changed: Changed | null } | null> {
    const row = await this.#likes.findOne({ _id: reactionIdOf(bikeId, userId) });
    return row && { changed: changedReaction(row) };
  }

  /** Those of these bikes that a member likes. */
  async among(bikeIds: string[], userId: string): Promise<string[]> {
    const ids = bikeIds.map((bikeId) => reactionIdOf(bikeId, userId));
    const rows = await this.#likes.find({ _id: { $in: ids } }, { projection: { bikeId: 1 } }).toArray();
    return rows.map(({ bikeId }) => bikeId);
  }

  /** Some of a member's likes, also those that are being taken back. */
  async someOf(userId: string): Promise<{ id: string; bikeId: string }[]> {
    const rows = await this.#likes.find({ userId }).sort({ at: -1 }).limit(batchSize).toArray();
    return rows.map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** How many bikes a member likes. */
  count(userId: string): Promise<number> {
    return this.#likes.countDocuments({ userId, 'change.by': { $ne: -1 } });
  }

  /** Everything that a member likes, newest first. */
  async *allOf(userId: string): AsyncIterable<{ bikeId: string; likedAt: string }> {
    const rows = this.#likes.find({ userId, 'change.by': { $ne: -1 } }).sort({ at: -1 });
    for await (const { bikeId, at } of rows) yield { bikeId, likedAt: at.toISOString() };
  }

  /** Erases a like on a bike that is no more. */
  async erase(bikeId: string, userId: string): Promise<void> {
    await this.#likes.deleteOne({ _id: reactionIdOf(bikeId, userId) });
  }

  /** Erases all likes of a bike, which goes itself. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#likes.deleteMany({ bikeId });
  }

  /** Notes a like that its bike shall count; null when there is one. */
  async add(bikeId: string, userId: string, at: Date): Promise<Changed | null> {
    const row: LikeRow = { _id: reactionIdOf(bikeId, userId), bikeId, userId, at, change: newChange(bikeId, 1) };
    return (await this.#added.put(row)) ? changedReaction(row) : null;
  }

  /** Notes that a counted like is taken back; null when there is none. */
  async remove(bikeId: string, userId: string): Promise<Changed | null> {
    const row = await this.#likes.findOneAndUpdate(
      { _id: reactionIdOf(bikeId, userId), change: { $exists: false } },
      { $set: { change: newChange(bikeId, -1) } },
      { returnDocument: 'after' },
    );
    return row && changedReaction(row);
  }
}
