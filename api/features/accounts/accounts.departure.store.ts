import type { Collection, Db } from 'mongodb';
import { deletedMember } from '#contract/people.ts';
import { type Account, type AccountRow, toAccount } from './accounts.store.ts';

const atOnce = 500;
const once = { authEpoch: 1, turn: 1 };
/** At first the database itself forgot who waited, a week after the sign-up. */
const olderIndex = 'createdAt_1';

/** Those who have left: for a while they can come back, then they are erased. */
export class DepartureStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    const older = (await this.#users.listIndexes().toArray()).find(({ name }) => name === olderIndex);
    if (older?.expireAfterSeconds !== undefined) await this.#users.dropIndex(olderIndex);
    const only = (status: AccountRow['status']) => ({ partialFilterExpression: { status } });
    await this.#users.createIndex({ createdAt: 1 }, only('Unconfirmed'));
    await this.#users.createIndex({ until: 1 }, only('Deleted'));
  }

  /**
   * Ends an account with its sessions and links. In the same write it is noted that everything of theirs has to follow.
   * @returns whether it was still as it was read
   */
  async leave({ id, authEpoch }: Account, now: Date, until: Date): Promise<boolean> {
    const gone = { status: 'Deleted', deletedAt: now, until, copies: { since: now, at: now } } as const;
    const asRead = { _id: id, authEpoch, status: 'Active' } as const;
    return (await this.#users.updateOne(asRead, { $set: gone, $inc: once })).matchedCount === 1;
  }

  /** Takes a leaving back, likewise. @returns null when the account was restored, changed or erased meanwhile */
  async restore({ id, authEpoch }: Account, now: Date): Promise<Account | null> {
    const back = { status: 'Active', copies: { since: now, at: now } } as const;
    const row = await this.#users.findOneAndUpdate(
      { _id: id, authEpoch, status: 'Deleted' },
      { $set: back, $unset: { deletedAt: '', until: '' }, $inc: once },
      { returnDocument: 'after' },
    );
    return row && toAccount(row);
  }

  /** Ids of those whose time is over, the longest first; also of those whose erasure was stopped. */
  async due(now: Date): Promise<string[]> {
    const over = this.#users.find({ status: 'Deleted', until: { $lte: now } }, { projection: { _id: 1 } });
    return (await over.sort({ until: 1 }).limit(atOnce).toArray()).map(({ _id }) => _id);
  }

  /**
   * Makes an account unusable for good and frees its name and its address. Nothing else of it is erased before, and the
   * row stays until all the rest is.
   * @returns false when it was restored in between
   */
  async close(id: string, now: Date): Promise<boolean> {
    const closed = {
      $set: { username: deletedMember, foldedName: id, avatar: '', passwordHash: null, confirmationSentAt: null },
      $unset: { email: '', pendingEmail: '', typedEmail: '', signupId: '', mailAt: '', reason: '', copies: '' },
      $inc: { authEpoch: 1 },
    } as const;
    return (
      (await this.#users.updateOne({ _id: id, status: 'Deleted', until: { $lte: now } }, closed)).matchedCount === 1
    );
  }

  /** Erases a closed account. */
  async erase(id: string): Promise<void> {
    await this.#users.deleteOne({ _id: id, status: 'Deleted', foldedName: id });
  }

  /** Those who signed up before a time and have had no link since another, the oldest first. */
  async unconfirmed(before: Date, linkBefore: Date): Promise<Account[]> {
    const noLink = { $or: [{ confirmationSentAt: null }, { confirmationSentAt: { $lte: linkBefore } }] };
    const over = this.#users.find({ status: 'Unconfirmed', createdAt: { $lte: before }, ...noLink });
    return (await over.sort({ createdAt: 1, _id: 1 }).limit(atOnce).toArray()).map(toAccount);
  }
}
