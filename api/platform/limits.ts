import { isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
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

/** What one household or office shares: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function networkOfAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const head = before.split(':').filter(Boolean);
  const tail = (after ?? '').split(':').filter(Boolean);
  const zeros = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array<string>(Math.max(0, zeros)).fill('0'), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** The network that a request comes from. */
export function networkOf(c: Context): string {
  // Requests that tests make without a socket have no address.
  const address = c.env?.incoming ? getConnInfo(c).remote.address : undefined;
  return networkOfAddress(address ?? '127.0.0.1');
}
