import type { Now } from '#api/platform/clock.ts';
import type { Person } from '#contract/bikes.ts';
import type { LikeState, ViewerMarks } from '#contract/likes.ts';
import { Problem } from '#contract/problems.ts';
import type { LikeStore } from './likes.store.ts';

interface Needs {
  likes: Pick<LikeStore, 'has' | 'add' | 'remove' | 'times'>;
  /** The owner of a bike that can be seen. @throws not_found, gone */
  ownerOf(bikeId: string): Promise<string>;
  /** Brings the bike's counter in step with its likes. */
  recount(bikeId: string): Promise<{ likes: number } | null>;
  now: Now;
}

/** The rules of likes. Both calls set a state, so a repeated one changes nothing. */
export class LikeService {
  readonly #needs: Needs;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** @throws not_found, gone, like.own */
  async like(user: Person, bikeId: string): Promise<LikeState> {
    const { likes, ownerOf, now } = this.#needs;
    if ((await ownerOf(bikeId)) === user.id) throw new Problem('like.own');
    await likes.add(bikeId, user.id, now());
    return this.#stateOf(bikeId, true);
  }

  /** @throws not_found, gone */
  async unlike(user: Person, bikeId: string): Promise<LikeState> {
    await this.#needs.ownerOf(bikeId);
    await this.#needs.likes.remove(bikeId, user.id);
    return this.#stateOf(bikeId, false);
  }

  async #stateOf(bikeId: string, liked: boolean): Promise<LikeState> {
    const numbers = await this.#needs.recount(bikeId);
    return { liked, likes: numbers?.likes ?? (await this.#needs.likes.times(bikeId)).length };
  }

  async marks(user: Person, bikeId: string): Promise<ViewerMarks> {
    return { liked: await this.#needs.likes.has(bikeId, user.id) };
  }
}
