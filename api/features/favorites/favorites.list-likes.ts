import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { ListLikeState } from '#contract/lists.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { ListLikeStore } from './favorites.list-likes.store.ts';

interface Deps {
  likes: ListLikeStore;
  /** The member who shares a folder by this link; null if there is none. */
  ownerOf(shareId: string): Promise<string | null>;
  /** Ids of the links of a member's shared folders. */
  shareIdsOf(ownerId: string): Promise<string[]>;
  isHere(userId: string): Promise<boolean>;
  isBlockedBetween(one: string, other: string): Promise<boolean>;
  hasFlagged(userId: string, shareId: string): Promise<boolean>;
  emit: Events['emit'];
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
    permitted('list.unlike', user, await this.#listOf(shareId));
    return this.#stateOf(user, shareId);
  }

  /** @throws not_found, list.own, block.between */
  async like(user: Member, shareId: string): Promise<ListLikeState> {
    const { likes, isBlockedBetween, emit, now } = this.#deps;
    const list = await this.#listOf(shareId);
    const blocked = list !== null && (await isBlockedBetween(user.id, list.ownerId));
    const { ownerId } = permitted('list.like', user, list && { ...list, blocked });
    await likes.add(shareId, user.id, now());
    // If the sharing has ended meanwhile, its likes may have been erased before this one was stored.
    if (!(await this.#listOf(shareId))) {
      await likes.remove(shareId, user.id);
      throw new Problem('not_found');
    }
    await emit({ what: 'list.liked', shareId, ownerId, userId: user.id });
    return this.#stateOf(user, shareId);
  }

  /** @throws not_found */
  async unlike(user: Member, shareId: string): Promise<ListLikeState> {
    permitted('list.unlike', user, await this.#listOf(shareId));
    await this.withdraw(user.id, shareId);
    return this.#stateOf(user, shareId);
  }

  /** Removes a like of a member who may have left. */
  async withdraw(userId: string, shareId: string): Promise<void> {
    const { likes, ownerOf, emit } = this.#deps;
    const ownerId = await ownerOf(shareId);
    if (ownerId) await emit({ what: 'list.unliked', shareId, ownerId, userId });
    await likes.remove(shareId, userId);
  }

  /** Removes the likes of two members on each other's lists. */
  async withdrawBetween(one: string, other: string): Promise<void> {
    const { likes, shareIdsOf } = this.#deps;
    for (const [ownerId, userId] of [
      [one, other],
      [other, one],
    ] as const)
      for (const shareId of await shareIdsOf(ownerId))
        if (await likes.has(shareId, userId)) await this.withdraw(userId, shareId);
  }

  /** Erases the likes of a list that is no longer shared. */
  async end(ownerId: string, shareId: string): Promise<void> {
    await this.#deps.likes.eraseOn(shareId);
    await this.#deps.emit({ what: 'list.ended', shareId, ownerId });
  }

  /** A list whose owner is here. */
  async #listOf(shareId: string): Promise<{ ownerId: string } | null> {
    const { ownerOf, isHere } = this.#deps;
    const ownerId = await ownerOf(shareId);
    return ownerId && (await isHere(ownerId)) ? { ownerId } : null;
  }

  async #stateOf({ id }: Member, shareId: string): Promise<ListLikeState> {
    const { likes, hasFlagged } = this.#deps;
    const [liked, count, flagged] = await Promise.all([
      likes.has(shareId, id),
      likes.countOn(shareId),
      hasFlagged(id, shareId),
    ]);
    return { liked, flagged, likes: count };
  }
}
