import type { Collection, Db } from 'mongodb';
import { type Account, type AccountRow, type EmailChange, emailKey } from './accounts.store.ts';

/** Changes members' addresses. Each method returns whether the account was as it was read. */
export class EmailStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'emailChange.until': 1 }, { sparse: true });
    await this.#users.createIndex({ 'formerEmails.until': 1 }, { sparse: true });
  }

  /** Stores the address that a member wants to have. It replaces an earlier one. */
  async ask({ id, authEpoch }: Account, emailChange: EmailChange): Promise<boolean> {
    return (await this.#users.updateOne({ _id: id, authEpoch }, { $set: { emailChange } })).matchedCount === 1;
  }

  async cancel(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $unset: { emailChange: '' } });
  }

  /**
   * Changes the address to the one that the member wants to have.
   * @param undoUntil until when the former address can undo it
   * @throws the driver's duplicate error if another account has it
   */
  async confirm({ id, authEpoch, email }: Account, change: EmailChange, undoUntil: Date): Promise<boolean> {
    const asRead = { _id: id, authEpoch, email: emailKey(email), 'emailChange.id': change.id };
    const update = {
      $set: { email: emailKey(change.email), typedEmail: change.email },
      $push: { formerEmails: { id: change.id, email, until: undoUntil } },
      $unset: { emailChange: '' as const },
    };
    return (await this.#users.updateOne(asRead, update)).matchedCount === 1;
  }

  /** Drops a change that is not confirmed, sets a password, and ends all sessions. */
  async drop({ id, authEpoch }: Account, changeId: string, passwordHash: string): Promise<boolean> {
    const asRead = { _id: id, authEpoch, 'emailChange.id': changeId };
    const update = { $set: { passwordHash }, $unset: { emailChange: '' as const }, $inc: { authEpoch: 1 } };
    return (await this.#users.updateOne(asRead, update)).matchedCount === 1;
  }

  /**
   * Gives an account the address back that it had before a change, and drops all later ones, sets a password, and ends
   * all sessions.
   * @throws the driver's duplicate error if another account has it
   */
  async undo(account: Account, changeId: string, passwordHash: string): Promise<boolean> {
    const { id, authEpoch, email, formerEmails = [] } = account;
    const at = formerEmails.findIndex((one) => one.id === changeId);
    const former = formerEmails[at]?.email ?? email;
    const asRead = { _id: id, authEpoch, email: emailKey(email), 'formerEmails.id': changeId };
    const update = {
      $set: {
        email: emailKey(former),
        typedEmail: former,
        formerEmails: formerEmails.slice(0, at),
        passwordHash,
      },
      $unset: { emailChange: '' as const },
      $inc: { authEpoch: 1 },
    };
    return (await this.#users.updateOne(asRead, update)).matchedCount === 1;
  }

  /** Deletes addresses that were not confirmed in time, and those whose change can no longer be undone. */
  async sweep(now: Date): Promise<void> {
    const over = { until: { $lte: now } };
    await this.#users.updateMany({ 'emailChange.until': { $lte: now } }, { $unset: { emailChange: '' } });
    await this.#users.updateMany({ 'formerEmails.until': { $lte: now } }, { $pull: { formerEmails: over } });
  }
}
