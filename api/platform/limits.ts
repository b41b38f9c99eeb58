import type { Db } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';

const collection = 'limits';

/** Counts what one key does in a stretch of time. */
export interface Limiter {
  /** Counts one more. @returns 0, or the seconds until the next is allowed */
  count(key: string): Promise<number>;
  /** Forgets a key's count. */
  reset(key: string): Promise<void>;
}

/** Counters that all instances share; without the database each instance counts for itself. */
export class Limits {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async createIndexes(): Promise<void> {
    const rows = this.#db.collection(collection);
    await rows.createIndex({ key: 1 }, { unique: true });
    await rows.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
  }

  /** `points` in `seconds`, counted from a key's first. */
  limiter({ name, points, seconds }: { name: string; points: number; seconds: number }): Limiter {
    const rule = { keyPrefix: name, points, duration: seconds };
    const limiter = new RateLimiterMongo({
      ...rule,
      storeClient: this.#db,
      tableName: collection,
      disableIndexesCreation: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(rule),
    });
    return {
      async count(key) {
        try {
          await limiter.consume(key);
          return 0;
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
          throw refusal;
        }
      },
      async reset(key) {
        await limiter.delete(key);
      },
    };
  }
}

/** @throws too_many_requests with `details.retryAfter` in seconds */
export async function countOrRefuse(limiter: Limiter, key: string): Promise<void> {
  const retryAfter = await limiter.count(key);
  if (retryAfter > 0) throw new Problem('too_many_requests', { details: { retryAfter } });
}
