import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { type Change, newChange } from '#api/platform/counting.ts';
import { isDuplicate } from '#api/platform/mongo.ts';

/** That somebody looked at a bike, for as long as another look of theirs does not count. */
export type ViewRow = {
  _id: string;
  /** Tells viewer and bike from all others, and nothing else to anybody without the site's keys. */
  viewer: string;
  /** When the row goes: `due` before its bike has counted it, `expires` after that. */
  due?: Date;
  expires?: Date;
  change?: Change;
};

const tries = 3;

/** Who looked at which bike within the last hour. */
export class ViewStore {
  readonly #views: Collection<ViewRow>;

  constructor(db: Db) {
    this.#views = db.collection('views');
  }

  async createIndexes(): Promise<void> {
    await this.#views.createIndex({ viewer: 1 }, { unique: true });
    await this.#views.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** Notes a view that its bike shall count; false while an earlier one of this viewer stands. */
  async add(viewer: string, bikeId: string, at: Date, due: Date): Promise<boolean> {
    for (let i = 0; i < tries; i++) {
      try {
        await this.#views.insertOne({ _id: randomUUID(), viewer, due, change: newChange(bikeId, 1) });
        return true;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      // Only what is counted expires, so no view is written over that its bike does not know.
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
