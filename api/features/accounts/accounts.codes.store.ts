import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';

/** A mailed code of a session. `tries`: how often a code was typed since. */
type CodeRow = { _id: string; userId: string; hash: string; tries: number; expiresAt: Date };

/** Guesses at one code. */
const maxTries = 5;

/** Stores the codes that were mailed to prove who sits at a session, hashed; each session has one at most. */
export class CodeStore {
  readonly placement = { proof_codes: small };
  readonly #codes: Collection<CodeRow>;

  constructor(db: Db) {
    this.#codes = db.collection<CodeRow>('proof_codes');
  }

  async createIndexes(): Promise<void> {
    await this.#codes.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await this.#codes.createIndex({ userId: 1 });
  }

  /** Stores a session's new code, which replaces its earlier one. */
  async put(sessionId: string, userId: string, hash: string, expiresAt: Date): Promise<void> {
    await this.#codes.updateOne({ _id: sessionId }, { $set: { userId, hash, tries: 0, expiresAt } }, { upsert: true });
  }

  /** Counts a try before it is compared, so that parallel tries cannot exceed the limit. @returns null if no code is good */
  async try(sessionId: string, now: Date): Promise<{ hash: string } | null> {
    const good = { _id: sessionId, tries: { $lt: maxTries }, expiresAt: { $gt: now } };
    return this.#codes.findOneAndUpdate(good, { $inc: { tries: 1 } }, { projection: { hash: 1 } });
  }

  /** Voids a used code. @returns false if it was used meanwhile */
  async use(sessionId: string, hash: string): Promise<boolean> {
    return (await this.#codes.deleteOne({ _id: sessionId, hash })).deletedCount === 1;
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#codes.deleteMany({ userId });
  }
}
