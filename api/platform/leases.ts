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
  run<T>(name: string, leaseMs: number, work: () => Promise<T>): Promise<T | null> {
    return this.#run(name, leaseMs, randomUUID(), work);
  }

  /**
   * Runs work of any length: renews the lease until it ends.
   * @param work gets a signal that aborts when the lease is lost, as another process may have it then
   * @returns null if another process holds the lease
   */
  hold<T>(name: string, leaseMs: number, work: (lost: AbortSignal) => Promise<T>): Promise<T | null> {
    const holder = randomUUID();
    return this.#run(name, leaseMs, holder, async () => {
      const lost = new AbortController();
      let renewedAt = performance.now();
      const renew = async () => {
        const endsAt = new Date(this.#now().getTime() + leaseMs);
        const begun = performance.now();
        const outcome = await this.#rows.updateOne({ _id: name, holder }, { $set: { endsAt } }).catch(() => null);
        if (outcome?.matchedCount === 1) renewedAt = begun;
        else if (outcome || begun - renewedAt > leaseMs) lost.abort(new Error('Another process has taken over.'));
      };
      const timer = setInterval(() => void renew(), leaseMs / 3).unref();
      try {
        return await work(lost.signal);
      } finally {
        clearInterval(timer);
      }
    });
  }

  /** Whether a process holds the lease. */
  async isHeld(name: string): Promise<boolean> {
    return (await this.#rows.findOne({ _id: name, endsAt: { $gt: this.#now() } })) !== null;
  }

  async #run<T>(name: string, leaseMs: number, holder: string, work: () => Promise<T>): Promise<T | null> {
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
