import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import { banMemoryYears } from '#contract/periods.ts';

import { usernameKey } from '#contract/username.ts';

const yearMs = 365 * 86_400_000;

const codeOf = (kind: 'address' | 'name', key: string): string =>
  createHash('sha256').update(`ban of the ${kind} ${key}`).digest('base64url');

/** One-way codes of an address and a name. @param email its key @param foldedName its key */
export const banCodesOf = (email: string, foldedName: string): string[] => [
  codeOf('address', email),
  codeOf('name', foldedName),
];

/** What is left of a ban when the banned member's account was erased: codes of the address and the name, for two years. */
export class RememberedBans {
  readonly placement = { bans: small };
  readonly #rows: Collection<{ _id: string; expiresAt: Date }>;

  constructor(db: Db) {
    this.#rows = db.collection('bans');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  /** Idempotent. */
  async remember(codes: readonly string[], now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + banMemoryYears * yearMs);
    for (const _id of codes) await this.#rows.updateOne({ _id }, { $set: { expiresAt } }, { upsert: true });
  }

  /** @param email its key */
  hasEmail(email: string): Promise<boolean> {
    return this.#has(codeOf('address', email));
  }

  hasName(username: string): Promise<boolean> {
    return this.#has(codeOf('name', usernameKey(username)));
  }

  async #has(_id: string): Promise<boolean> {
    return (await this.#rows.findOne({ _id }, { projection: { _id: 1 } })) !== null;
  }
}
