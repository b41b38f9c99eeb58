import type { Db } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';
import type { Networks } from './addresses/network.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import { byUnique } from './placement.ts';

const collection = 'limits';
/** A wider network may do this many times more than a narrow one: many customers of a mobile network share one. */
const widerShare = 4;

type Rule = { name: string; points: number; seconds: number };

/**
 * Points that a key has reserved: `counted` can be used without asking the database until `ends`; `left` were
 * unreserved when the database was last asked.
 */
type Ahead = { counted: number; left: number; ends: number };
/** The share of the remaining points that is reserved at once, and its maximum. */
const [reservedShare, maxReserved] = [1 / 4, 15];
/** Maximum of keys whose reservations are remembered. */
const maxKeys = 10_000;

const secondsOf = ({ msBeforeNext }: RateLimiterRes) => Math.max(1, Math.ceil(msBeforeNext / 1000));

async function outcomeOf(
  consuming: Promise<RateLimiterRes>,
): Promise<{ passed: RateLimiterRes } | { refused: RateLimiterRes }> {
  try {
    return { passed: await consuming };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { refused: refusal };
    throw refusal;
  }
}

/** Counts the calls of one key in a time window. */
export interface Limiter {
  /** Counts one more. @returns 0, or the seconds until the next is allowed */
  count(key: string): Promise<number>;
  /** Counts nothing. @returns 0, or the seconds until the next is allowed */
  wait(key: string): Promise<number>;
  /** Gives back one counted call. */
  forgive(key: string): Promise<void>;
  /** Deletes a key's count. */
  reset(key: string): Promise<void>;
}

/** Counts calls by network, and by the wider network around it. */
export interface NetworkLimiter {
  /** Counts one more, by `key` where each key has its own count. @returns 0, or the seconds until the next is allowed */
  count(networks: Networks, key?: string): Promise<number>;
  reset(networks: Networks, key?: string): Promise<void>;
}

/** Rate limit counters in the database, shared by all processes; while it fails, each process counts for itself. */
export class Limits {
  readonly placement = { limits: byUnique('key') };
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  async createIndexes(): Promise<void> {
    const rows = this.#db.collection(collection);
    await rows.createIndex({ key: 1 }, { unique: true });
    await rows.createIndex({ expire: 1 }, { expireAfterSeconds: 0 });
  }

  #counter({ name, points, seconds }: Rule): RateLimiterMongo {
    const rule = { keyPrefix: name, points, duration: seconds };
    return new RateLimiterMongo({
      ...rule,
      storeClient: this.#db,
      tableName: collection,
      disableIndexesCreation: true,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory(rule),
    });
  }

  /**
   * A limiter for frequent calls: it reserves some of the remaining points at once and then uses them up without asking
   * the database. Never more than `points` pass; a few may be refused early if several processes share the rest or one
   * ends.
   */
  ahead(rule: Rule): Pick<Limiter, 'count'> {
    const limiter = this.#counter(rule);
    const mutex = new KeyedMutex();
    const known = new Map<string, Ahead>();
    const spend = (key: string): boolean => {
      const ahead = known.get(key);
      if (!ahead?.counted || ahead.ends <= performance.now()) return false;
      ahead.counted--;
      return true;
    };
    const reserve = async (key: string): Promise<number> => {
      if (spend(key)) return 0;
      const ahead = known.get(key);
      const some = ahead && ahead.ends > performance.now() ? Math.floor(ahead.left * reservedShare) : 1;
      const taken = Math.max(1, Math.min(maxReserved, some));
      const result = await outcomeOf(limiter.consume(key, taken));
      known.delete(key);
      if ('refused' in result) return secondsOf(result.refused);
      const { remainingPoints: left, msBeforeNext } = result.passed;
      known.set(key, { counted: taken - 1, left, ends: performance.now() + msBeforeNext });
      const [oldest = key] = known.keys();
      if (known.size > maxKeys) known.delete(oldest);
      return 0;
    };
    return { count: async (key) => (spend(key) ? 0 : mutex.run(key, () => reserve(key))) };
  }

  /**
   * Allows `points` in `seconds`, counted from a key's first call.
   * @param options `isLocal`: counts in this process alone, for work that costs no more than a write to the database
   */
  limiter(rule: Rule, { isLocal = false } = {}): Limiter {
    const { name: keyPrefix, points, seconds: duration } = rule;
    const limiter = isLocal ? new RateLimiterMemory({ keyPrefix, points, duration }) : this.#counter(rule);
    return {
      async wait(key) {
        const used = await limiter.get(key);
        return used && used.consumedPoints >= points ? secondsOf(used) : 0;
      },
      async count(key) {
        const result = await outcomeOf(limiter.consume(key));
        return 'refused' in result ? secondsOf(result.refused) : 0;
      },
      async forgive(key) {
        await limiter.reward(key);
      },
      async reset(key) {
        await limiter.delete(key);
      },
    };
  }

  /**
   * Allows `points` in `seconds` for the narrowest of a sender's networks, and four times as many for each wider one.
   * @param options as of `limiter`
   */
  networkLimiter(rule: Rule, options?: { isLocal: boolean }): NetworkLimiter {
    const near = this.limiter(rule, options);
    const wide = this.limiter({ ...rule, name: `${rule.name}-wide`, points: rule.points * widerShare }, options);
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
