import { createHash } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import { byId } from '#api/platform/placement.ts';
import type { Claims, Secrets } from './accounts.openid.client.ts';

/** A log-in at a provider, or a link to an account there, that has begun. */
type FlowRow = {
  /** The hash of the state. */
  _id: string;
  /** The hash of the browser's secret. */
  holder: string;
  provider: string;
  /** The nonce and the PKCE verifier, until the browser has come back. */
  secrets?: Omit<Secrets, 'state'>;
  /** The member who links an account; missing for a log-in. */
  userId?: string;
  returnTo?: string;
  invitation?: string | null;
  /** The account that the provider named. */
  claims?: Claims;
  expiresAt: Date;
};
export type Flow = Omit<FlowRow, '_id' | 'holder'>;

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Stores what a log-in at a provider needs from its beginning to its end. Each belongs to one browser and ends by itself. */
export class OpenIdFlowStore {
  readonly placement = { openIdFlows: byId };
  readonly #flows: Collection<FlowRow>;

  constructor(db: Db) {
    this.#flows = db.collection<FlowRow>('openIdFlows');
  }

  async createIndexes(): Promise<void> {
    await this.#flows.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  async begin(state: string, holder: string, flow: Flow): Promise<void> {
    await this.#flows.insertOne({ _id: hashOf(state), holder: hashOf(holder), ...flow });
  }

  /** Lets a browser come back once. @returns null if this browser has not begun there, or not now */
  comeBack(state: string, holder: string, provider: string, now: Date): Promise<Flow | null> {
    const begun = { ...this.#live(state, holder, now), provider, secrets: { $exists: true } };
    return this.#flows.findOneAndUpdate(begun, { $unset: { secrets: '' } });
  }

  async noteClaims(state: string, claims: Claims, expiresAt: Date): Promise<void> {
    await this.#flows.updateOne({ _id: hashOf(state) }, { $set: { claims, expiresAt } });
  }

  /** @param userId the member who links an account; undefined for a log-in */
  find(state: string, holder: string, userId: string | undefined, now: Date): Promise<Flow | null> {
    return this.#flows.findOne({ ...this.#live(state, holder, now), userId: userId ?? { $exists: false } });
  }

  /** Uses it up. @returns false if it was used meanwhile */
  async use(state: string, holder: string, now: Date): Promise<boolean> {
    return (await this.#flows.deleteOne(this.#live(state, holder, now))).deletedCount === 1;
  }

  #live(state: string, holder: string, now: Date) {
    return { _id: hashOf(state), holder: hashOf(holder), expiresAt: { $gt: now } };
  }
}
