import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { Bike } from '#contract/bike-whole.ts';
import { permitted } from '#contract/may.ts';
import type { Person } from '#contract/people.ts';
import type { BikeUpdateCounts, UpdateLikeState } from '#contract/updates.ts';
import type { UpdateLike, UpdateLikeStore } from './updates.likes.store.ts';

interface Deps {
  likes: UpdateLikeStore;
  bikeOf(bikeId: string): Promise<Bike | null>;
  /** A bike that everybody can see. @throws not_found, gone, bike.flagged */
  visibleBike(bikeId: string): Promise<Pick<Bike, 'history'>>;
  isBlockedBetween(one: string, other: string): Promise<boolean>;
  /** Counts the public comments about these updates of a bike. */
  countComments(bikeId: string, updateIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  emit: Events['emit'];
  now: Now;
}

type Member = Pick<Person, 'id'>;

/** Likes and unlikes updates, and counts what they got. Both calls set a state, so they are idempotent. */
export class UpdateLikeService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The likes and comments of a bike's updates. @throws not_found, gone, bike.flagged */
  async counts(bikeId: string): Promise<BikeUpdateCounts> {
    const { likes, visibleBike, countComments } = this.#deps;
    const ids = (await visibleBike(bikeId)).history.map(({ id }) => id);
    if (ids.length === 0) return {};
    const [liked, comments] = await Promise.all([likes.counts([bikeId]), countComments(bikeId, ids)]);
    const counts = ids.map((id) => [id, { likes: liked.get(id) ?? 0, comments: comments.get(id) ?? 0 }] as const);
    return Object.fromEntries(counts.filter(([, one]) => one.likes + one.comments > 0));
  }

  /** @throws not_found, gone, bike.flagged, update.gone, update.own, block.between */
  async like(user: Member, bikeId: string, updateId: string): Promise<UpdateLikeState> {
    const { likes, bikeOf, isBlockedBetween, emit, now } = this.#deps;
    const bike = await bikeOf(bikeId);
    const blocked = bike !== null && (await isBlockedBetween(user.id, bike.owner.id));
    const has = bike?.history.some(({ id }) => id === updateId) ?? false;
    const { owner } = permitted('update.like', user, bike && { ...bike, blocked }, { has });
    await likes.add(bikeId, updateId, user.id, now());
    await emit({ what: 'update.liked', bikeId, ownerId: owner.id, id: updateId, userId: user.id });
    return { liked: true, likes: await likes.countOn(bikeId, updateId) };
  }

  /** @throws not_found, gone, bike.flagged */
  async unlike(user: Member, bikeId: string, updateId: string): Promise<UpdateLikeState> {
    const { likes, bikeOf } = this.#deps;
    const { owner } = permitted('update.unlike', user, await bikeOf(bikeId));
    await this.#remove({ bikeId, updateId, userId: user.id }, owner.id);
    return { liked: false, likes: await likes.countOn(bikeId, updateId) };
  }

  /** The updates of a bike that a member likes. */
  likedOn(bikeId: string, userId: string): Promise<string[]> {
    return this.#deps.likes.likedOn(bikeId, userId);
  }

  /** Removes a like of an erased member, even if the bike is no longer visible. */
  async withdraw(like: Omit<UpdateLike, 'id'>): Promise<void> {
    await this.#remove(like, (await this.#deps.bikeOf(like.bikeId))?.owner.id);
  }

  /** Removes a member's likes of the updates of these bikes. */
  async withdrawFrom(userId: string, bikeIds: readonly string[], stopping: AbortSignal): Promise<void> {
    for (const like of await this.#deps.likes.likesOf(userId, bikeIds)) {
      if (stopping.aborted) return;
      await this.withdraw(like);
    }
  }

  /** Deletes the likes of a deleted update. */
  eraseOn(bikeId: string, updateId: string): Promise<void> {
    return this.#deps.likes.eraseOn(bikeId, updateId);
  }

  async #remove({ bikeId, updateId, userId }: Omit<UpdateLike, 'id'>, ownerId: string | undefined): Promise<void> {
    const { likes, emit } = this.#deps;
    // The alert is lowered first: what is repeated after a crash finds the like.
    if (ownerId) await emit({ what: 'update.unliked', bikeId, ownerId, id: updateId, userId });
    await likes.remove(bikeId, updateId, userId);
  }
}
