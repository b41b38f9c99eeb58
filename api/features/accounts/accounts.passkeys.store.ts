import { randomBytes } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { withSeveralUnique } from '#api/platform/placement.ts';
import { maxPasskeys } from '#contract/passkeys.ts';

export type StoredPasskey = {
  /** The credential's id, in base64url. */
  id: string;
  name: string;
  /** COSE key, in base64url. */
  publicKey: string;
  /** The authenticator's count of signatures; 0 if it counts none. */
  counter: number;
  /** How the browser reaches the authenticator. */
  transports: string[];
  addedAt: Date;
  usedAt: Date | null;
};

/**
 * A member's passkeys. `handle`: the random name of the account on authenticators. `passkeys`: missing, never empty, if
 * there are none, so that the sparse index has no such row.
 */
type HolderRow = { _id: string; handle: string; passkeys?: StoredPasskey[] };

/** A passkey with its owner. */
export type Found = { userId: string; handle: string; passkey: StoredPasskey };

/** Stores passkeys: one document for each member, so that each change is one write. */
export class PasskeyStore {
  readonly placement = { passkeys: withSeveralUnique };
  readonly #holders: Collection<HolderRow>;

  constructor(db: Db) {
    this.#holders = db.collection<HolderRow>('passkeys');
  }

  async createIndexes(): Promise<void> {
    await this.#holders.createIndex({ 'passkeys.id': 1 }, { unique: true, sparse: true });
  }

  /** Returns the random name by which authenticators know the account, in base64url. */
  async handleOf(userId: string): Promise<string> {
    const handle = randomBytes(32).toString('base64url');
    await this.#holders.updateOne({ _id: userId }, { $setOnInsert: { handle } }, { upsert: true });
    return (await this.#holders.findOne({ _id: userId }, { projection: { handle: 1 } }))?.handle ?? handle;
  }

  /** A member's passkeys, the first one first. */
  async of(userId: string): Promise<StoredPasskey[]> {
    return (await this.#holders.findOne({ _id: userId }))?.passkeys ?? [];
  }

  async find(id: string): Promise<Found | null> {
    const row = await this.#holders.findOne({ 'passkeys.id': id });
    const passkey = row?.passkeys?.find((one) => one.id === id);
    return row && passkey ? { userId: row._id, handle: row.handle, passkey } : null;
  }

  /** @returns `full` if the member has as many as possible, `taken` if it belongs to an account already */
  async add(userId: string, passkey: StoredPasskey): Promise<'added' | 'full' | 'taken'> {
    const room = { [`passkeys.${maxPasskeys - 1}`]: { $exists: false } };
    try {
      const { matchedCount } = await this.#holders.updateOne(
        { _id: userId, 'passkeys.id': { $ne: passkey.id }, ...room },
        { $push: { passkeys: passkey } },
      );
      if (matchedCount === 1) return 'added';
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return (await this.find(passkey.id)) ? 'taken' : 'full';
  }

  /** @returns false if the member has no such passkey */
  async rename(userId: string, id: string, name: string): Promise<boolean> {
    const update = { $set: { 'passkeys.$[one].name': name } };
    const theOne = { arrayFilters: [{ 'one.id': id }] };
    const { matchedCount } = await this.#holders.updateOne({ _id: userId, 'passkeys.id': id }, update, theOne);
    return matchedCount === 1;
  }

  /** @returns false if it is the last one, and `keepOne` */
  async remove(userId: string, id: string, keepOne: boolean): Promise<boolean> {
    const theirs = { _id: userId, 'passkeys.id': id };
    const oneOfMany = { ...theirs, 'passkeys.1': { $exists: true } };
    if ((await this.#holders.updateOne(oneOfMany, { $pull: { passkeys: { id } } })).matchedCount === 1) return true;
    if (keepOne) return (await this.#holders.findOne(theirs)) === null;
    const last = { ...theirs, 'passkeys.1': { $exists: false } };
    if ((await this.#holders.updateOne(last, { $unset: { passkeys: '' } })).matchedCount === 1) return true;
    // Another one was added or removed meanwhile.
    return (await this.#holders.findOne(theirs)) === null || this.remove(userId, id, keepOne);
  }

  /** Removes the passkeys that were added at a time or later. */
  async removeSince(userId: string, since: Date): Promise<void> {
    for (const { id, addedAt } of await this.of(userId)) {
      if (addedAt >= since) await this.remove(userId, id, false);
    }
  }

  /**
   * Stores the counter of a use (WebAuthn, 6.1.1): it must grow, unless the authenticator counts nothing.
   * @returns `gone` if the passkey was removed meanwhile, `copied` if the counter did not grow
   */
  async use(userId: string, id: string, counter: number, usedAt: Date): Promise<'used' | 'gone' | 'copied'> {
    const passkeys = await this.of(userId);
    const at = passkeys.findIndex((one) => one.id === id);
    const before = passkeys[at]?.counter;
    if (before === undefined) return 'gone';
    if (counter <= before && (counter > 0 || before > 0)) return 'copied';
    const place = `passkeys.${at}`;
    const asRead = { _id: userId, [`${place}.id`]: id, [`${place}.counter`]: before };
    const update = { $set: { [`${place}.counter`]: counter, [`${place}.usedAt`]: usedAt } };
    const { matchedCount } = await this.#holders.updateOne(asRead, update);
    return matchedCount === 1 ? 'used' : this.use(userId, id, counter, usedAt);
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#holders.deleteOne({ _id: userId });
  }
}
