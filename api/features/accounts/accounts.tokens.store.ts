import type { Collection, Db } from 'mongodb';
import { byId } from '#api/platform/placement.ts';
import type { PersonalToken } from '#contract/personal-tokens.ts';

export type TokenRow = {
  /** The hash of the token. */
  _id: string;
  tokenId: string;
  userId: string;
  name: string;
  scopes: PersonalToken['scopes'];
  /** The owner's authEpoch when it was made; with another one it has ended. */
  epoch: number;
  createdAt: Date;
  lastUsedAt: Date | null;
  endsAt: Date;
};

/** Seconds for which an ended token stays listed. */
const listedSeconds = 30 * 86_400;

/** Stores personal tokens, with only their hashes. */
export class TokenStore {
  readonly placement = { personalTokens: byId };
  readonly #rows: Collection<TokenRow>;

  constructor(db: Db) {
    this.#rows = db.collection<TokenRow>('personalTokens');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ userId: 1, createdAt: -1 });
    await this.#rows.createIndex({ endsAt: 1 }, { expireAfterSeconds: listedSeconds });
  }

  async insert(row: TokenRow): Promise<void> {
    await this.#rows.insertOne(row);
  }

  byHash(hash: string): Promise<TokenRow | null> {
    return this.#rows.findOne({ _id: hash });
  }

  /** A member's tokens, newest first. */
  of(userId: string): Promise<TokenRow[]> {
    return this.#rows.find({ userId }).sort({ createdAt: -1 }).toArray();
  }

  one(userId: string, tokenId: string): Promise<TokenRow | null> {
    return this.#rows.findOne({ userId, tokenId });
  }

  count(userId: string): Promise<number> {
    return this.#rows.countDocuments({ userId });
  }

  async noteUse(hash: string, at: Date): Promise<void> {
    await this.#rows.updateOne({ _id: hash }, { $set: { lastUsedAt: at } });
  }

  /** @returns whether there was one */
  async remove(userId: string, tokenId: string): Promise<boolean> {
    return (await this.#rows.deleteMany({ userId, tokenId })).deletedCount > 0;
  }

  async removeAllOf(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }
}
