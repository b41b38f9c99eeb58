import type { Collection, Db, Filter } from 'mongodb';
import { photoIdsOf } from '#contract/update-photos.ts';
import { deletedBefore } from './bikes.removal.ts';
import { type BikeRow, photoIdFields } from './bikes.store.ts';

const batchSize = 100;
const longAgo = new Date(0);

/** A bike that its owner deleted more than 30 days ago; not one that was deleted with the account. */
type EndedBike = { id: string; ownerId: string; photoIds: string[] };

const endedBy = (now: Date) =>
  ({ status: 'Deleted', statusChangedAt: { $lte: deletedBefore(now) }, 'followed.from': null }) as Filter<BikeRow>;

/** Finds deleted bikes that can no longer be restored. */
export class EndedBikeStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndex({ status: 1, statusChangedAt: 1, _id: 1 });
  }

  async some(now: Date): Promise<EndedBike[]> {
    const rows = await this.#bikes
      .find(endedBy(now), { projection: { owner: 1, ...photoIdFields } })
      .sort({ statusChangedAt: 1, _id: 1 })
      .limit(batchSize)
      .toArray();
    return rows.map((row) => ({ id: row._id, ownerId: row.owner.id, photoIds: photoIdsOf(row) }));
  }

  /** Number of bikes that are due. */
  waiting(now: Date): Promise<number> {
    return this.#bikes.countDocuments(endedBy(now));
  }

  /** Makes a bike unrestorable, also for a request that has read it already. Returns false if it was just restored. */
  async close(id: string, now: Date): Promise<boolean> {
    const closed = { $set: { statusChangedAt: longAgo } };
    return (await this.#bikes.updateOne({ _id: id, ...endedBy(now) }, closed)).matchedCount === 1;
  }
}
