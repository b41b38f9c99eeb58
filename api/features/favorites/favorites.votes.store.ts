import type { Collection, Db } from 'mongodb';
import type { FavoriteRow } from './favorites.store.ts';

const batchSize = 200;

/** Counts the favorites of a period. */
export class FavoriteVotes {
  readonly #favorites: Collection<FavoriteRow>;

  constructor(db: Db) {
    this.#favorites = db.collection('favorites');
  }

  /** Number of members who made each bike a favorite in [from, before). */
  async of(bikes: readonly { id: string }[], from: Date, before: Date): Promise<Map<string, number>> {
    const counts = new Map(bikes.map(({ id }) => [id, 0]));
    for (let i = 0; i < bikes.length; i += batchSize) {
      const ids = bikes.slice(i, i + batchSize).map(({ id }) => id);
      const taken = { bikeId: { $in: ids }, at: { $gte: from, $lt: before }, 'change.by': { $ne: -1 } } as const;
      for await (const { bikeId } of this.#favorites.find(taken, { projection: { bikeId: 1 } }))
        counts.set(bikeId, (counts.get(bikeId) ?? 0) + 1);
    }
    return counts;
  }

  /** The members who made these bikes a favorite in [from, before), with the bikes. */
  async *by(bikeIds: string[], from: Date, before: Date): AsyncIterable<{ bikeId: string; memberId: string }> {
    const taken = { bikeId: { $in: bikeIds }, at: { $gte: from, $lt: before }, 'change.by': { $ne: -1 } } as const;
    const rows = this.#favorites.find(taken, { projection: { bikeId: 1, userId: 1 } });
    for await (const { bikeId, userId } of rows) yield { bikeId, memberId: userId };
  }
}
