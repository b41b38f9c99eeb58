import type { Db } from 'mongodb';
import { RateLimiterMemory, RateLimiterMongo, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '#contract/problems.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { Networks } from './network.ts';

const collection = 'limits';
/** How many times more a wider network may do than one in it: many customers of a mobile network share one. */
const widerShare = 4;

type Rule = { name: string; points: number; seconds: number };

/** What a key may still do: `counted` of it without asking, until `ends`; `left` after that, as it was last heard. */
type Ahead = { counted: number; left: number; ends: number };
/** How much of what is left is counted at once, and how much at most. */
const [shareAhead, mostAhead] = [1 / 8, 10];
/** Keys of which it is known what was counted ahead. */
const remembered = 10_000;

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
   * The same for what is done often: some of what is left is counted at once and then used up without asking. Never more
   * than `points` pass; where several processes share the rest, or one ends early, a few may be refused before that.
   */
  ahead(rule: Rule): Pick<Limiter, 'count'> {
    const limiter = this.#counter(rule);
    const turns = new KeyedMutex();
    const known = new Map<string, Ahead>();
    const spend = (key: string): boolean => {
      const ahead = known.get(key);
      if (!ahead?.counted || ahead.ends <= performance.now()) return false;
      ahead.counted--;
      return true;
    };
    const countSome = async (key: string): Promise<number> => {
      if (spend(key)) return 0;
      const ahead = known.get(key);
      const some = ahead && ahead.ends > performance.now() ? Math.floor(ahead.left * shareAhead) : 1;
      const taken = Math.max(1, Math.min(mostAhead, some));
      const result = await outcomeOf(limiter.consume(key, taken));
      known.delete(key);
      if ('refused' in result) return secondsOf(result.refused);
      const { remainingPoints: left, msBeforeNext } = result.passed;
      known.set(key, { counted: taken - 1, left, ends: performance.now() + msBeforeNext });
      const [oldest = key] = known.keys();
      if (known.size > remembered) known.delete(oldest);
      return 0;
    };
    return { count: async (key) => (spend(key) ? 0 : turns.run(key, () => countSome(key))) };
  }

  /** `points` in `seconds`, counted from a key's first. */
  limiter(rule: Rule): Limiter {
    const { points } = rule;
    const limiter = this.#counter(rule);
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
