import type { Collection, Db } from 'mongodb';
import { deletedMember } from '#contract/people.ts';
import { banCodesOf } from './accounts.bans.store.ts';
import { type Account, type AccountRow, toAccount } from './accounts.store.ts';

const batchSize = 500;
const once = { authEpoch: 1, turn: 1 };

/**
 * Stores deleted accounts, which can be restored for a while and are then erased, and finds unconfirmed ones that are
 * due.
 */
export class DepartureStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    // An early build had a TTL index of the same name, which this one replaces.
    const only = (status: AccountRow['status']) => ({ partialFilterExpression: { status } });
    await this.#users.createIndex({ createdAt: 1 }, only('Unconfirmed'));
    await this.#users.createIndex({ until: 1 }, only('Deleted'));
  }

  /**
   * Soft-deletes an account, ends its sessions and voids its links. The same write records that the member's content
   * has to follow.
   * @returns false if the account changed since it was read
   */
  async leave({ id, authEpoch, status }: Account, now: Date, until: Date): Promise<boolean> {
    const shut = (status === 'Suspended' || status === 'Banned') && { shut: status };
    const gone = { status: 'Deleted', deletedAt: now, until, copies: { since: now, at: now }, ...shut } as const;
    return (await this.#users.updateOne({ _id: id, authEpoch, status }, { $set: gone, $inc: once })).matchedCount === 1;
  }

  /** Undoes a soft delete in the same way. @returns null if the account was restored, changed or erased meanwhile */
  async restore({ id, authEpoch }: Account, now: Date): Promise<Account | null> {
    const back = { status: 'Active', copies: { since: now, at: now } } as const;
    const row = await this.#users.findOneAndUpdate(
      { _id: id, authEpoch, status: 'Deleted', shut: { $exists: false } },
      { $set: back, $unset: { deletedAt: '', until: '' }, $inc: once },
      { returnDocument: 'after' },
    );
    return row && toAccount(row);
  }

  /** Number of accounts due for erasure. */
  waiting(now: Date): Promise<number> {
    return this.#users.countDocuments({ status: 'Deleted', until: { $lte: now } });
  }

  /** Ids of accounts due for erasure, longest due first, including those whose erasure was interrupted. */
  async due(now: Date): Promise<string[]> {
    const over = this.#users.find({ status: 'Deleted', until: { $lte: now } }, { projection: { _id: 1 } });
    return (await over.sort({ until: 1 }).limit(batchSize).toArray()).map(({ _id }) => _id);
  }

  /** Closes an account that is due, see {@link closeNow}. @returns false if it was restored meanwhile */
  async close(id: string, now: Date): Promise<boolean> {
    const row = await this.#users.findOne({ _id: id, status: 'Deleted', until: { $lte: now } });
    return row !== null && this.#close(row, {});
  }

  /**
   * Makes an account unusable for good and frees its names and addresses. This comes before all other erasure, and the
   * row stays until everything else is erased. The same write notes what is remembered of a ban.
   * @returns false if the account changed since it was read, or is an operator's
   */
  async closeNow({ id, authEpoch, status }: Account, now: Date): Promise<boolean> {
    const row = await this.#users.findOne({ _id: id, authEpoch, status, operator: { $ne: true } });
    return row !== null && this.#close(row, { status: 'Deleted', deletedAt: now, until: now });
  }

  async #close(row: AccountRow, fields: Partial<AccountRow>): Promise<boolean> {
    const { _id, authEpoch, status, foldedName, email, shut } = row;
    const bans = email !== undefined && (status === 'Banned' || shut === 'Banned') && banCodesOf(email, foldedName);
    const closed = {
      $set: {
        username: deletedMember,
        foldedName: _id,
        avatar: '',
        passwordHash: null,
        confirmationSentAt: null,
        ...fields,
        ...(bans && { bans }),
      },
      $unset: {
        email: '',
        pendingEmail: '',
        typedEmail: '',
        emailChange: '',
        formerEmails: '',
        formerNames: '',
        nameKeys: '',
        renamedAt: '',
        signupId: '',
        mailAt: '',
        reason: '',
        copies: '',
      },
      $inc: { authEpoch: 1 },
    } as const;
    return (await this.#users.updateOne({ _id, authEpoch, status }, closed)).matchedCount === 1;
  }

  /** The codes of address and name that an erased account's ban leaves behind. */
  async bansOf(id: string): Promise<string[]> {
    return (await this.#users.findOne({ _id: id, foldedName: id }, { projection: { bans: 1 } }))?.bans ?? [];
  }

  async erase(id: string): Promise<void> {
    await this.#users.deleteOne({ _id: id, status: 'Deleted', foldedName: id });
  }

  /** Accounts unconfirmed since `before` that got no link after `linkBefore`, oldest first. */
  async unconfirmed(before: Date, linkBefore: Date): Promise<Account[]> {
    const noLink = { $or: [{ confirmationSentAt: null }, { confirmationSentAt: { $lte: linkBefore } }] };
    const over = this.#users.find({ status: 'Unconfirmed', createdAt: { $lte: before }, ...noLink });
    return (await over.sort({ createdAt: 1, _id: 1 }).limit(batchSize).toArray()).map(toAccount);
  }
}
