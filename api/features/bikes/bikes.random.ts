import type { BikeCard } from '#contract/bikes.ts';
import type { BikeRing } from './bikes.random.store.ts';

/** Upper limit and average of the number of bikes in one arc of the ring. */
const [maxInArc, averageInArc] = [48, 20];
const tries = 60;

interface Deps {
  ring: BikeRing;
  /** Ids of the members that a member has blocked. */
  blockedBy(memberId: string): Promise<string[]>;
  /** The approximate number of bikes. */
  count(): Promise<number>;
  /** A uniform random number in [0, 1). */
  random(): number;
}

/**
 * Picks a random Active bike, all with the same probability.
 *
 * Each bike has a random position on a ring. Taking the next bike after a random point would favor bikes after wide
 * gaps. So this uses rejection sampling: it takes an arc of fixed width, which contains each bike with the same
 * probability, accepts it with a probability proportional to the number of its bikes, and picks one of them.
 */
export class RandomBikes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param seen ids to avoid, unless there is nothing else
   * @param viewerId a member; bikes of members whom they have blocked are left out
   * @returns null if there is no bike
   */
  async pick(seen: readonly string[], viewerId?: string): Promise<BikeCard | null> {
    const { ring, random } = this.#deps;
    const past = new Set(seen);
    const pick = (ids: string[]) => ids[Math.floor(random() * ids.length)] ?? '';
    const blocked = viewerId ? await this.#deps.blockedBy(viewerId) : [];
    const about = await this.#deps.count();
    let width = about <= maxInArc ? 1 : averageInArc / about;
    for (let i = 0; i < tries; i++) {
      const from = width === 1 ? 0 : random();
      const ids = await ring.between(from, from + width, maxInArc + 1, blocked);
      if (ids.length > maxInArc) {
        width /= 2;
        continue;
      }
      const fresh = ids.filter((id) => !past.has(id));
      const all = width === 1;
      if (all && ids.length === 0) return null;
      if (all && fresh.length === 0) {
        const others = ids.filter((id) => id !== seen.at(-1));
        return ring.card(pick(others.length > 0 ? others : ids));
      }
      if (!all && random() * maxInArc >= fresh.length) continue;
      const card = await ring.card(pick(fresh));
      if (card) return card;
    }
    return null;
  }
}
