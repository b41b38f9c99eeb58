import { randomUUID } from 'node:crypto';
import type { Collection, Db } from 'mongodb';
import type { Now } from './clock.ts';
import { isDuplicate } from './mongo.ts';

type LeaseRow = { _id: string; holder: string; endsAt: Date };

/**
 * Keeps the processes of one site from doing the same work at once. A lease saves work and promises nothing: one that
 * has run out is taken over while its holder may still be at it, so the work has to bear being done twice.
 */
export class Leases {
  readonly #rows: Collection<LeaseRow>;
  readonly #now: Now;

  constructor(db: Db, now: Now) {
    this.#rows = db.collection('leases');
    this.#now = now;
  }

  /**
   * Does some work unless another process is doing it.
   * @param longest milliseconds after which others take the work over
   * @returns null when another process does it
   */
  async hold<T>(name: string, longest: number, work: () => Promise<T>): Promise<T | null> {
    const holder = randomUUID();
    const now = this.#now();
    const endsAt = new Date(now.getTime() + longest);
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
