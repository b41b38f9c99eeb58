import type { Collection, Db } from 'mongodb';
import { daysNameHeld } from '#contract/periods.ts';

import { usernameKey } from '#contract/username.ts';
import { type Account, type AccountRow, type FormerName, toAccount } from './accounts.store.ts';

const heldMs = daysNameHeld * 86_400_000;
/** Names that are held for one member. */
const maxHeld = 3;
const batchSize = 500;

const keysOf = (username: string, held: readonly FormerName[]) => [
  ...new Set([usernameKey(username), ...held.map(({ key }) => key)]),
];
/** The account, if its names are those that were read. */
const asRead = ({ id, username, formerNames }: Account) => ({
  _id: id,
  username,
  formerNames: formerNames ?? { $exists: false },
});

/** Changes usernames, and holds the former ones. One unique index has the keys of both, so that nobody else gets one. */
export class FormerNameStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ 'formerNames.until': 1 }, { sparse: true });
  }

  /**
   * Changes a member's name. The same write holds the former one, and records that the denormalized copies are outdated.
   * @param isCounted whether the next change has to wait
   * @returns false if the names changed since the account was read
   * @throws the driver's duplicate error if the name is taken or held
   */
  async rename(account: Account, username: string, now: Date, isCounted: boolean): Promise<boolean> {
    const [key, before] = [usernameKey(username), usernameKey(account.username)];
    const others = (account.formerNames ?? []).filter(
      (one) => one.until > now && one.key !== key && one.key !== before,
    );
    const former = { name: account.username, key: before, until: new Date(now.getTime() + heldMs) };
    const formerNames = [...others, former].slice(-maxHeld);
    const $set = {
      username,
      foldedName: key,
      nameKeys: keysOf(username, formerNames),
      formerNames,
      ...(isCounted && { renamedAt: now }),
      copies: { since: now, at: now },
    };
    return (
      (await this.#users.updateOne({ ...asRead(account), authEpoch: account.authEpoch }, { $set })).matchedCount === 1
    );
  }

  /** Frees the names that were held for long enough. */
  async sweep(now: Date, stopping: AbortSignal): Promise<void> {
    const over = this.#users.find({ 'formerNames.until': { $lte: now } }).limit(batchSize);
    for (const account of (await over.toArray()).map(toAccount)) {
      if (stopping.aborted) return;
      const formerNames = (account.formerNames ?? []).filter(({ until }) => until > now);
      const $set = { formerNames, nameKeys: keysOf(account.username, formerNames) };
      await this.#users.updateOne(asRead(account), { $set });
    }
  }
}
