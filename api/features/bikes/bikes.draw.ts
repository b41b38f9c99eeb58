import type { BikeCard } from '#contract/bikes.ts';
import type { BikeRing } from './bikes.random.store.ts';

/** How many bikes a part of the ring may hold, and how many it does on average. */
const [most, usual] = [48, 20];
const tries = 60;

interface Deps {
  ring: Pick<BikeRing, 'between' | 'card'>;
  /** Whom a member has blocked. */
  blockedBy(memberId: string): Promise<string[]>;
  /** About how many bikes there are. */
  count(): Promise<number>;
  /** A number from 0 until 1, each as likely as any other. */
  random(): number;
}

/**
 * Draws any Active bike, each as likely as any other.
 *
 * Bikes lie on a ring at places of no meaning. Whoever takes the next one after a random point prefers bikes after wide
 * gaps. So a part of the ring is taken, always of the same width: each bike is in it as often as any other. It counts
 * by how many bikes it holds, or another part is taken; one of those in it is then as likely as one of any other part.
 */
export class BikeDraw {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * @param seen is not drawn again, unless there is nothing else
   * @param viewerId a member, for whom none is drawn of those whom they have blocked
   * @returns null when there is none
   */
  async draw(seen: readonly string[], viewerId?: string): Promise<BikeCard | null> {
    const { ring, random } = this.#deps;
    const past = new Set(seen);
    const pick = (ids: string[]) => ids[Math.floor(random() * ids.length)] ?? '';
    const blocked = viewerId ? await this.#deps.blockedBy(viewerId) : [];
    const about = await this.#deps.count();
    let width = about <= most ? 1 : usual / about;
    for (let i = 0; i < tries; i++) {
      const from = width === 1 ? 0 : random();
      const ids = await ring.between(from, from + width, most + 1, blocked);
      if (ids.length > most) {
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
      if (!all && random() * most >= fresh.length) continue;
      const card = await ring.card(pick(fresh));
      if (card) return card;
    }
    return null;
  }
}
