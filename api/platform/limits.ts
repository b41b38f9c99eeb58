import type { Db } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';
import type { Networks } from './network.ts';

const collection = 'limits';
/** How many times more a wider network may do than one in it: many customers of a mobile network share one. */
const widerShare = 4;

type Rule = { name: string; points: number; seconds: number };

/** Counts what one key does in a stretch of time. */
export interface Limiter {
  /** Counts one more. @returns 0, or the seconds until the next is allowed */
  count(key: string): Promise<number>;
  /** Counts nothing. @returns 0, or the seconds until the next is allowed */
  wait(key: string): Promise<number>;
  /** Takes back one that was counted. */
  forgive(key: string): Promise<void>;
  /** Forgets a key's count. */
  reset(key: string): Promise<void>;
}

/** Counts what comes from one place, and from the wider network around it. */
export interface NetworkLimiter {
  /** Counts one more, by `key` where each key has its own count. @returns 0, or the seconds until the next is allowed */
  count(networks: Networks, key?: string): Promise<number>;
  reset(networks: Networks, key?: string): Promise<void>;
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
  limiter({ name, points, seconds }: Rule): Limiter {
    const rule = { keyPrefix: name, points, duration: seconds };
    const limiter = new RateLimiterMongo({
      ...rule,
      storeClient: this.#db,
      tableName: collection,
      disableIndexesCreation: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(rule),
    });
    const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));
    return {
      async wait(key) {
        const used = await limiter.get(key);
        return used && used.consumedPoints >= points ? secondsOf(used) : 0;
      },
      async count(key) {
        try {
          await limiter.consume(key);
          return 0;
        } catch (refusal) {
          if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
          throw refusal;
        }
      },
      async forgive(key) {
        await limiter.reward(key);
      },
      async reset(key) {
        await limiter.delete(key);
      },
    };
  }

  /** `points` in `seconds` for the narrowest of a sender's networks, and four times as many for each wider one. */
  networkLimiter(rule: Rule): NetworkLimiter {
    const near = this.limiter(rule);
    const wide = this.limiter({ ...rule, name: `${rule.name}-wide`, points: rule.points * widerShare });
    const counts = (networks: Networks, key: string) =>
      networks.map((network, place) => ({ limiter: place === 0 ? near : wide, key: `${key}|${network}` }));
    return {
      async count(networks, key = '') {
        for (const one of counts(networks, key)) {
          const wait = await one.limiter.count(one.key);
          if (wait > 0) return wait;
        }
        return 0;
      },
      async reset(networks, key = '') {
        for (const one of counts(networks, key)) await one.limiter.reset(one.key);
      },
    };
  }
}

/** @throws too_many_requests when there are seconds to wait, which go into `details.retryAfter` */
export function refuseUntil(retryAfter: number): void {
  if (retryAfter > 0) throw new Problem('too_many_requests', { details: { retryAfter } });
}
