import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';

type ChallengeRow = { _id: string; forgetAt: Date };

/** Milliseconds for which an old one is still known: the database and each process have clocks of their own. */
const clocksDiffer = 3_600_000;

/** The challenges that were redeemed, for as long as they could be again. */
export class ChallengeStore {
  readonly #rows: Collection<ChallengeRow>;

  constructor(db: Db) {
    this.#rows = db.collection<ChallengeRow>('challenges');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  }

  /** Notes that one was redeemed. @returns whether it is the first time */
  async redeem(id: string, expiresAt: Date): Promise<boolean> {
    try {
      await this.#rows.insertOne({ _id: id, forgetAt: new Date(expiresAt.getTime() + clocksDiffer) });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}
