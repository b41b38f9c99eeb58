import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { Identity } from './accounts.openid.client.ts';

export type LinkedRow = Identity & {
  /** Made of the issuer and the subject, so that an account elsewhere belongs to one member. */
  _id: string;
  userId: string;
  linkedAt: Date;
  usedAt: Date | null;
};

const idOf = ({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');

/** Stores which accounts elsewhere log which members in. */
export class OpenIdLinkStore {
  readonly placement = { openIdLinks: byId };
  readonly #links: Collection<LinkedRow>;

  constructor(db: Db) {
    this.#links = db.collection<LinkedRow>('openIdLinks');
  }

  async createIndexes(): Promise<void> {
    await this.#links.createIndex({ userId: 1, linkedAt: 1 });
  }

  /** @returns null if the account elsewhere is linked already */
  async add(userId: string, { issuer, subject, provider, name }: Identity, linkedAt: Date): Promise<LinkedRow | null> {
    const row = { _id: idOf({ issuer, subject }), userId, issuer, subject, provider, name, linkedAt, usedAt: null };
    try {
      await this.#links.insertOne(row);
      return row;
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  }

  find(identity: Pick<Identity, 'issuer' | 'subject'>): Promise<LinkedRow | null> {
    return this.#links.findOne({ _id: idOf(identity) });
  }

  /** A member's links, the first one first. */
  of(userId: string): Promise<LinkedRow[]> {
    return this.#links.find({ userId }).sort({ linkedAt: 1 }).toArray();
  }

  async noteUse(identity: Pick<Identity, 'issuer' | 'subject'>, usedAt: Date): Promise<void> {
    await this.#links.updateOne({ _id: idOf(identity) }, { $set: { usedAt } });
  }

  async remove(userId: string, id: string): Promise<void> {
    await this.#links.deleteOne({ _id: id, userId });
  }

  /** Removes the links that were added at a time or later. */
  async removeSince(userId: string, since: Date): Promise<void> {
    await this.#links.deleteMany({ userId, linkedAt: { $gte: since } });
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#links.deleteMany({ userId });
  }
}
