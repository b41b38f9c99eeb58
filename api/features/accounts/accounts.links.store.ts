import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';

type LinkRow = {
  _id: string;
  kind: 'confirm' | 'reset' | 'export' | 'change-email' | 'undo-email';
  userId: string;
  epoch: number;
  expiresAt: Date;
  /** The key of the address that a reset link was mailed to. Missing in rows of older builds. */
  email?: string;
  /** The change of the address that the link confirms or undoes. */
  changeId?: string;
};
/**
 * A mailed link, or one to download an export. It is void once the account's epoch has changed, unless it undoes a change
 * of the address.
 */
export type Link = Omit<LinkRow, '_id'>;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Stores mailed links, with only a hash of their tokens. */
export class LinkStore {
  readonly placement = { tokens: small };
  readonly #links: Collection<LinkRow>;

  constructor(db: Db) {
    this.#links = db.collection<LinkRow>('tokens');
  }

  async createIndexes(): Promise<void> {
    await this.#links.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
    await this.#links.createIndex({ userId: 1 });
  }

  async insert(token: string, link: Link): Promise<void> {
    await this.#links.insertOne({ _id: hashOf(token), ...link });
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#links.deleteMany({ userId });
  }

  byToken(token: string): Promise<Link | null> {
    return this.#links.findOne({ _id: hashOf(token) });
  }
}
