import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';

/** A bike's rank among the first of a week that still runs, and its number of votes. */
export type RankedBike = { rank: number; bikeId: string; votes: number };

type RankingRow = {
  /** The week. */
  _id: string;
  /** When its data was read. */
  at: Date;
  places: RankedBike[];
  /** Bikes whose owners were told that they are among the first. */
  told?: string[];
};

/** Stores the ranking of the week that runs. */
export class RankingStore {
  readonly placement = { weekRankings: small };
  readonly #rows: Collection<RankingRow>;

  constructor(db: Db) {
    this.#rows = db.collection('weekRankings');
  }

  async find(week: string): Promise<{ places: RankedBike[]; told: string[] }> {
    const row = await this.#rows.findOne({ _id: week });
    return { places: row?.places ?? [], told: row?.told ?? [] };
  }

  /** Replaces the ranking unless the stored one was read later, by another process. */
  async save(week: string, places: RankedBike[], at: Date): Promise<void> {
    try {
      await this.#rows.updateOne({ _id: week, at: { $lte: at } }, { $set: { at, places } }, { upsert: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async noteTold(week: string, bikeIds: string[]): Promise<void> {
    await this.#rows.updateOne({ _id: week }, { $addToSet: { told: { $each: bikeIds } } });
  }

  /** Deletes the rankings of earlier weeks. */
  async deleteBefore(week: string): Promise<void> {
    await this.#rows.deleteMany({ _id: { $lt: week } });
  }
}
