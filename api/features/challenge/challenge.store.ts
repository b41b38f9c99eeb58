import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';

type ChallengeRow = { _id: string; forgetAt: Date };

/**
 * Milliseconds for which an expired challenge stays stored, because the clocks of the database and the processes
 * differ.
 */
const clockSkewMs = 3_600_000;

/** Stores redeemed challenges for as long as they could be used again. */
export class ChallengeStore {
  readonly placement = { challenges: small };
  readonly #rows: Collection<ChallengeRow>;

  constructor(db: Db) {
    this.#rows = db.collection<ChallengeRow>('challenges');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  }

  /** Records that a challenge was redeemed. @returns whether it is the first time */
  async redeem(id: string, expiresAt: Date): Promise<boolean> {
    try {
      await this.#rows.insertOne({ _id: id, forgetAt: new Date(expiresAt.getTime() + clockSkewMs) });
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}
