import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Now } from './clock.ts';
import { isDuplicate } from './mongo.ts';
import { small } from './placement.ts';

type LeaseRow = { _id: string; holder: string; endsAt: Date };

/**
 * Keeps the processes of one site from doing the same work at once. A lease is an optimization, not a guarantee: an
 * expired one is taken over while its holder may still be working, so the work must be idempotent.
 */
export class Leases {
  readonly placement = { leases: small };
  readonly #rows: Collection<LeaseRow>;
  readonly #now: Now;

  constructor(db: Db, now: Now) {
    this.#rows = db.collection('leases');
    this.#now = now;
  }

  /**
   * Runs `work` unless another process holds the lease.
   * @param leaseMs milliseconds until the lease expires
   * @returns null if another process holds the lease
   */
  async run<T>(name: string, leaseMs: number, work: () => Promise<T>): Promise<T | null> {
    const holder = randomUUID();
    const now = this.#now();
    const endsAt = new Date(now.getTime() + leaseMs);
    try {
      await this.#rows.updateOne({ _id: name, endsAt: { $lte: now } }, { $set: { holder, endsAt } }, { upsert: true });
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
    try {
      return await work();
    } finally {
      await this.#rows.deleteOne({ _id: name, holder }).catch(() => undefined);
    }
  }
}
