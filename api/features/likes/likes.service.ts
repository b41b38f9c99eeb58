import type { Changed, CountingBike } from '#api/features/bikes/bikes.count-changes.store.ts';
import { reactionIdOf } from '#api/features/bikes/bikes.reactions.store.ts';
import type { Now } from '#api/platform/clock.ts';
import type { LikeState } from '#contract/likes.ts';
import { permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import type { LikeStore } from './likes.store.ts';

interface Deps {
  likes: LikeStore;
  /** A bike with its counters, read before its likes change on behalf of `memberId`; null if there is none. */
  bikeOf(bikeId: string, memberId?: string): Promise<CountingBike | null>;
  /** @throws not_found, gone, bike.flagged for a bike that cannot be seen */
  assertVisible(bikeId: string): Promise<unknown>;
  /** Filters the members who have not left or been banned, with their current names. */
  peopleHere(ids: string[]): Promise<Person[]>;
  now: Now;
}

const maxTries = 5;
/** Default page size. */
const pageSize = 50;

/** Likes and unlikes bikes. Both calls set a state, so they are idempotent. */
export class LikeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * Members who like a bike, latest first: one query for the likes and one for the names. A page has fewer items if
   * members have left or were banned.
   * @throws not_found, gone, bike.flagged
   */
  async likers(bikeId: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<Person>> {
    const { likes, assertVisible, peopleHere } = this.#deps;
    await assertVisible(bikeId);
    const { items: ids, next } = await likes.of(bikeId, limit, cursor);
    const people = new Map((await peopleHere(ids)).map((person) => [person.id, person]));
    return { items: ids.flatMap((id) => people.get(id) ?? []), next };
  }

  /** @throws not_found, gone, like.own, block.between, unavailable */
  async like(user: Person, bikeId: string): Promise<LikeState> {
    const { likes, bikeOf, now } = this.#deps;
    const bike = permitted('bike.like', user, await bikeOf(bikeId, user.id));
    return this.#set(user, bikeId, bike, true, () => likes.add(bikeId, user.id, now()), bike.countSoon);
  }

  /** @throws not_found, gone, unavailable */
  async unlike(user: Person, bikeId: string): Promise<LikeState> {
    const bike = permitted('bike.unlike', user, await this.#deps.bikeOf(bikeId));
    const cancelled = await bike.cancel(reactionIdOf(bikeId, user.id));
    if (cancelled !== null) return { liked: false, likes: cancelled };
    return this.#set(user, bikeId, bike, false, () => this.#deps.likes.remove(bikeId, user.id), bike.countSoon);
  }

  /** Removes a like of an erased member, even if the bike is no longer visible. @throws unavailable */
  async withdraw(user: Pick<Person, 'id'>, bikeId: string): Promise<void> {
    const { likes, bikeOf } = this.#deps;
    const bike = await bikeOf(bikeId);
    if (!bike) return likes.erase(bikeId, user.id);
    await this.#set(user, bikeId, bike, false, () => likes.remove(bikeId, user.id), bike.count);
  }

  /** Removes a member's likes of these bikes. @throws unavailable */
  async withdrawFrom(user: Pick<Person, 'id'>, bikeIds: string[], stopping: AbortSignal): Promise<void> {
    for (const bikeId of await this.#deps.likes.likedOf(bikeIds, user.id)) {
      if (stopping.aborted) return;
      await this.withdraw(user, bikeId);
    }
  }

  async #set(
    user: Pick<Person, 'id'>,
    bikeId: string,
    bike: CountingBike,
    liked: boolean,
    change: () => Promise<Changed | null>,
    count: (changed: Changed) => number | Promise<number>,
  ): Promise<LikeState> {
    let likes = bike.total;
    for (let i = 0; i < maxTries; i++) {
      const changed = await change();
      if (changed) return { liked, likes: await count(changed) };
      const found = await this.#deps.likes.find(bikeId, user.id);
      if (!found?.changed && (found !== null) === liked) return { liked, likes };
      // One change at a time: first finish what an earlier call of this member began.
      likes = await bike.settle();
      // An uncounted like is counted now, or was cancelled.
      if (found?.changed?.by === -1 && !liked) return { liked, likes };
    }
    throw new Problem('unavailable', { details: { retryAfter: 1 } });
  }

  /** Whether a member likes a bike. */
  async isLiked(user: Person, bikeId: string): Promise<boolean> {
    const found = await this.#deps.likes.find(bikeId, user.id);
    return found !== null && found.changed?.by !== -1;
  }
}
