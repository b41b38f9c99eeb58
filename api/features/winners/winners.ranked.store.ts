import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';

/** `_id`: the week. `told`: bikes whose owners were told that they are among the first. */
type RankedRow = { _id: string; told: string[] };

/** Stores whose owners were told in a week. */
export class RankedStore {
  readonly placement = { rankedBikes: small };
  readonly #weeks: Collection<RankedRow>;

  constructor(db: Db) {
    this.#weeks = db.collection('rankedBikes');
  }

  async told(week: string): Promise<string[]> {
    return (await this.#weeks.findOne({ _id: week }))?.told ?? [];
  }

  async noteTold(week: string, bikeIds: string[]): Promise<void> {
    await this.#weeks.updateOne({ _id: week }, { $addToSet: { told: { $each: bikeIds } } }, { upsert: true });
  }

  /** Deletes earlier weeks. */
  async deleteBefore(week: string): Promise<void> {
    await this.#weeks.deleteMany({ _id: { $lt: week } });
  }
}
