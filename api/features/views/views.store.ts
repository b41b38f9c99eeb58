import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { type Change, newChange } from '#api/features/bikes/bikes.count-changes.store.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byUnique } from '#api/platform/placement.ts';

/** A view, stored until the viewer counts again. */
export type ViewRow = {
  _id: string;
  /** Pseudonym of viewer and bike. */
  viewer: string;
  /** When the row expires: `due` until the bike has counted it, `expires` afterwards. */
  due?: Date;
  expires?: Date;
  change?: Change;
};

const maxTries = 3;

/** Stores the views of the last hour. */
export class ViewStore {
  readonly placement = { views: byUnique('viewer') };
  readonly #views: Collection<ViewRow>;

  constructor(db: Db) {
    this.#views = db.collection('views');
  }

  async createIndexes(): Promise<void> {
    await this.#views.createIndex({ viewer: 1 }, { unique: true });
    await this.#views.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Inserts a view for its bike to count; false if the viewer has one that has not expired. */
  async add(viewer: string, bikeId: string, at: Date, due: Date): Promise<boolean> {
    for (let i = 0; i < maxTries; i++) {
      try {
        await this.#views.insertOne({ _id: randomUUID(), viewer, due, change: newChange(bikeId, 1) });
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      // Only counted views have `expires`, so an uncounted one is never overwritten.
      const again = await this.#views.updateOne(
        { viewer, expires: { $lte: at } },
        { $set: { due, change: newChange(bikeId, 1) }, $unset: { expires: '' } },
      );
      if (again.matchedCount === 1) return true;
      if (await this.#views.findOne({ viewer }, { projection: { _id: 1 } })) return false;
    }
    return false;
  }
}
