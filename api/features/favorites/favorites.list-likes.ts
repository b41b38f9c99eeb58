import type { Now } from '#api/platform/clock.ts';
import type { ListLikeState } from '#contract/lists.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import type { ListLikeStore } from './favorites.list-likes.store.ts';

interface Deps {
  likes: ListLikeStore;
  /** The member who shares a folder by this link; null if there is none, or they are not here. */
  listOf(shareId: string): Promise<{ ownerId: string } | null>;
  isBlockedBetween(one: string, other: string): Promise<boolean>;
  now: Now;
}

type Member = Pick<Person, 'id'>;

/** Likes and unlikes shared folders. Both calls set a state, so they are idempotent. */
export class ListLikeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** @throws not_found */
  async state(user: Member, shareId: string): Promise<ListLikeState> {
    permitted('list.unlike', user, await this.#deps.listOf(shareId));
    return this.#stateOf(user, shareId);
  }

  /** @throws not_found, list.own, block.between */
  async like(user: Member, shareId: string): Promise<ListLikeState> {
    const { likes, isBlockedBetween, now } = this.#deps;
    const list = await this.#deps.listOf(shareId);
    const blocked = list !== null && (await isBlockedBetween(user.id, list.ownerId));
    permitted('list.like', user, list && { ...list, blocked });
    await likes.add(shareId, user.id, now());
    return this.#stateOf(user, shareId);
  }

  /** @throws not_found */
  async unlike(user: Member, shareId: string): Promise<ListLikeState> {
    permitted('list.unlike', user, await this.#deps.listOf(shareId));
    await this.#deps.likes.remove(shareId, user.id);
    return this.#stateOf(user, shareId);
  }

  async #stateOf({ id }: Member, shareId: string): Promise<ListLikeState> {
    const { likes } = this.#deps;
    const [liked, count] = await Promise.all([likes.has(shareId, id), likes.countOn(shareId)]);
    return { liked, likes: count };
  }
}
