import type { Now } from '#api/platform/clock.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { checkQuota, dayBefore } from '#api/platform/quota.ts';
import type { BikeStore } from './bikes.store.ts';

/** More bikes than anybody has, and more than an outbox flushes after a time offline. */
const maxPerDay = 50;

interface Deps {
  bikes: BikeStore;
  now: Now;
}

/** Limits how many bikes a member begins in a day. A draft counts as the bike that it becomes. */
export class BikeQuota {
  readonly #deps: Deps;
  readonly #newBikes = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Runs `add` if the quota allows it, one at a time per member: parallel calls would all be counted before any bike
   * exists.
   * @throws bike.quota
   */
  run<T>(ownerId: string, add: () => Promise<T>): Promise<T> {
    return this.#newBikes.run(ownerId, async () => {
      const at = this.#deps.now();
      const days = await this.#deps.bikes.begunSince(ownerId, dayBefore(at), maxPerDay);
      checkQuota(
        days.map((day) => ({ at: day, amount: 1 })),
        maxPerDay,
        'bike.quota',
        at,
      );
      return add();
    });
  }
}
