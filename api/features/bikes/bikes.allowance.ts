import type { Now } from '#api/platform/clock.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { checkQuota, dayBefore } from '#api/platform/quota.ts';
import type { BikeStore } from './bikes.store.ts';

/** New bikes of one member: more than anybody has, and than an outbox brings home. */
const mostADay = 50;

interface Deps {
  bikes: Pick<BikeStore, 'begunSince'>;
  now: Now;
}

/** How many bikes a member begins: a draft counts as the bike that it becomes. */
export class BikeAllowance {
  readonly #deps: Deps;
  readonly #newBikes = new KeyedMutex();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Lets a member add a bike, one at a time: many at once would all be counted before any is there. @throws bike.quota */
  run<T>(ownerId: string, add: () => Promise<T>): Promise<T> {
    return this.#newBikes.run(ownerId, async () => {
      const at = this.#deps.now();
      const days = await this.#deps.bikes.begunSince(ownerId, dayBefore(at), mostADay);
      checkQuota(
        days.map((day) => ({ at: day, amount: 1 })),
        mostADay,
        'bike.quota',
        at,
      );
      return add();
    });
  }
}
