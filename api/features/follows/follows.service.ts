import type { Now } from '#api/platform/clock.ts';
import type { Events } from '#api/platform/events.ts';
import type { BikeCard } from '#contract/bikes.ts';
import { type Followed, maxFollows, type SearchTells } from '#contract/follows.ts';
import { maxNewBikes, pageSize } from '#contract/list-sizes.ts';
import { may, permitted } from '#contract/may.ts';
import type { Page, PageQuery } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';
import { Problem } from '#contract/problems.ts';
import { searchOfKey } from '#contract/search/key.ts';
import type { Search } from '#contract/search/query.ts';
import type { Follow, FollowStore, Target } from './follows.store.ts';

/** Lists of a member that others cannot see. */
type HiddenLists = { followers: boolean; following: boolean };

interface Deps {
  follows: FollowStore;
  /** The visible members among `ids`, unordered. */
  peopleHere(ids: string[]): Promise<Person[]>;
  /** The visible bikes among `ids`, unordered. */
  bikesHere(ids: string[]): Promise<BikeCard[]>;
  /** The newest bikes that a search finds, published after a moment. */
  publishedAfter(search: Search, since: Date, limit: number): Promise<BikeCard[]>;
  /** Filters the members whom the member has blocked, or who have blocked the member. */
  blockedAround(memberId: string, otherIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether one of two members has blocked the other. */
  isBlockedBetween(one: string, other: string): Promise<boolean>;
  /** The ids of a member's bikes in any status, in batches. */
  bikeIdsOf(memberId: string): AsyncIterable<string[]>;
  hiddenBy(memberId: string): Promise<HiddenLists>;
  emit: Events['emit'];
  now: Now;
}

/** Members' follows of members, bikes, models, tags and searches. */
export class FollowService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The things that a member follows. A page has fewer items if some are no longer visible. */
  async list(me: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<Followed>> {
    const { follows, peopleHere, bikesHere } = this.#deps;
    const { items, next } = await follows.of(me.id, limit, cursor);
    const keysOf = (kind: Follow['kind']) => items.filter((one) => one.kind === kind).map(({ key }) => key);
    const [members, bikes] = [keysOf('member'), keysOf('bike')];
    const [people, cards] = await Promise.all([
      members.length > 0 ? peopleHere(members) : [],
      bikes.length > 0 ? bikesHere(bikes) : [],
    ]);
    const personOf = new Map(people.map((person) => [person.id, person]));
    const bikeOf = new Map(cards.map((bike) => [bike.id, bike]));
    const searches = new Map(await this.#toldOf(me, items));
    const shown = items.flatMap(({ kind, key, name, at }): Followed[] => {
      const followed = { kind, key, name, at: at.toISOString(), ...(kind === 'search' && searches.get(key)) };
      if (kind === 'member') {
        const person = personOf.get(key);
        return person ? [{ ...followed, person }] : [];
      }
      if (kind === 'bike') {
        const bike = bikeOf.get(key);
        return bike ? [{ ...followed, bike }] : [];
      }
      return [followed];
    });
    return { items: shown, next };
  }

  /** @throws not_found, gone, follow.own, follow.blocked, block.between, follow.too_many */
  async follow(
    me: Person,
    target: Target,
    { name, tells }: { name: string; tells?: SearchTells | undefined },
  ): Promise<void> {
    const { follows, now } = this.#deps;
    await this.#assertAllowed(me, target);
    if (!(await follows.has(me.id, target)) && (await follows.countUpTo(me.id, maxFollows)) >= maxFollows)
      throw new Problem('follow.too_many');
    const isNamed = ['brand', 'model', 'part', 'search'].includes(target.kind);
    await follows.put({
      ...target,
      userId: me.id,
      name: isNamed ? name : '',
      at: now(),
      ...(target.kind === 'search' && tells && { tells }),
    });
    try {
      // A block between the check and the write has removed nothing yet.
      await this.#assertAllowed(me, target);
    } catch (error) {
      await follows.remove(me.id, target);
      throw error;
    }
    await this.#emit('followed', me.id, target);
  }

  async unfollow(me: Pick<Person, 'id'>, target: Target): Promise<void> {
    await this.#deps.follows.remove(me.id, target);
    await this.#emit('unfollowed', me.id, target);
  }

  /** Notes when a member opened a followed search. */
  async look(me: Pick<Person, 'id'>, key: string, at: Date): Promise<void> {
    const { follows, now } = this.#deps;
    await follows.look(me.id, key, new Date(Math.min(at.getTime(), now().getTime())));
  }

  /** The fields of followed searches: how each tells, and how many bikes are new since the last look, by one search each. */
  async #toldOf(me: Person, items: readonly Follow[]): Promise<[string, Partial<Followed>][]> {
    const found: { key: string; tells: SearchTells; lookedAt: Date; bikes: BikeCard[] }[] = [];
    for (const { kind, key, at, tells = 'feed', lookedAt = at } of items) {
      if (kind !== 'search') continue;
      const bikes = await this.#deps.publishedAfter(searchOfKey(key), lookedAt, maxNewBikes);
      found.push({ key, tells, lookedAt, bikes });
    }
    const owners = [...new Set(found.flatMap(({ bikes }) => bikes.map(({ owner }) => owner.id)))];
    const blocked = owners.length > 0 ? await this.#deps.blockedAround(me.id, owners) : new Set();
    return found.map(({ key, tells, lookedAt, bikes }) => {
      const isMeant = (bike: BikeCard) => may('bike.follow', me, { ...bike, blocked: blocked.has(bike.owner.id) });
      const newCount = bikes.filter(isMeant).length;
      return [key, { tells, lookedAt: lookedAt.toISOString(), newCount }];
    });
  }

  /** Ends the follows between two members, also of their bikes. Idempotent. */
  async part(one: string, other: string): Promise<void> {
    for (const [id, key] of [
      [one, other],
      [other, one],
    ] as const) {
      await this.unfollow({ id }, { kind: 'member', key });
      for await (const ids of this.#deps.bikeIdsOf(key)) await this.#deps.follows.removeBikes(id, ids);
    }
  }

  /** The members who follow the member. */
  ownFollowers(me: Person, { cursor, limit = pageSize }: PageQuery): Promise<Page<Person>> {
    return this.#people(this.#deps.follows.followersOf(me.id, limit, cursor));
  }

  /** The members who follow a member, as others see them. @throws follow.hidden */
  async followers(memberId: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<Person>> {
    if ((await this.#deps.hiddenBy(memberId)).followers) throw new Problem('follow.hidden');
    return this.#people(this.#deps.follows.followersOf(memberId, limit, cursor));
  }

  /** The members whom a member follows, as others see them. @throws follow.hidden */
  async followedMembers(memberId: string, { cursor, limit = pageSize }: PageQuery): Promise<Page<Person>> {
    if ((await this.#deps.hiddenBy(memberId)).following) throw new Problem('follow.hidden');
    return this.#people(this.#deps.follows.membersOf(memberId, limit, cursor));
  }

  /** The numbers of a member's followers and followed members, without those that the member hides. */
  async countsOf(memberId: string): Promise<{ followers?: number; following?: number }> {
    const { follows, hiddenBy } = this.#deps;
    const [counts, hidden] = await Promise.all([follows.countsOf(memberId), hiddenBy(memberId)]);
    return {
      ...(!hidden.followers && { followers: counts.followers }),
      ...(!hidden.following && { following: counts.following }),
    };
  }

  /** The visible ones of listed members: one query more. A page has fewer items if some have left. */
  async #people(listed: Promise<Page<string>>): Promise<Page<Person>> {
    const { items: ids, next } = await listed;
    if (ids.length === 0) return { items: [], next };
    const people = new Map((await this.#deps.peopleHere(ids)).map((person) => [person.id, person]));
    return { items: ids.flatMap((id) => people.get(id) ?? []), next };
  }

  async #assertAllowed(me: Person, { kind, key }: Target): Promise<void> {
    const { peopleHere, bikesHere, isBlockedBetween } = this.#deps;
    if (kind === 'member') {
      const [person] = await peopleHere([key]);
      permitted('member.follow', me, person ? { id: key, blocked: await isBlockedBetween(me.id, key) } : null);
    } else if (kind === 'bike') {
      const [bike] = await bikesHere([key]);
      permitted('bike.follow', me, bike ? { ...bike, blocked: await isBlockedBetween(me.id, bike.owner.id) } : null);
    }
  }

  async #emit(what: 'followed' | 'unfollowed', userId: string, { kind, key }: Target): Promise<void> {
    if (kind === 'member') await this.#deps.emit({ what, memberId: key, userId });
  }
}
