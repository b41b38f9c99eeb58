import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicate, readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import { type FollowKind, followKinds, maxFollows, type SearchTells } from '#contract/follows.ts';
import type { Page } from '#contract/paging.ts';

/** A thing that is followed: kind and key, as in `contract/follows.ts`. */
export type Target = { kind: FollowKind; key: string };

/** Keys of what a member follows, by kind. */
export type Sources = Readonly<Record<FollowKind, readonly string[]>>;

type FollowRow = Target & {
  /** `userId:kind:key` */
  _id: string;
  /** The member who follows. */
  userId: string;
  /** The name of a brand, model or search; empty for others. */
  name: string;
  at: Date;
  /** The way in which a search tells. */
  tells?: SearchTells;
  /** When the member last opened a search. */
  lookedAt?: Date;
};
export type Follow = Omit<FollowRow, '_id'>;
type ExportedFollow = Target & { name: string; followedAt: string; tells?: SearchTells; lookedAt?: string };

const idOf = (userId: string, { kind, key }: Target) => `${userId}:${kind}:${key}`;
const toFollow = ({ _id: _, ...follow }: FollowRow): Follow => follow;
const positionOf = ({ _id, at }: FollowRow) => ({ at: at.getTime(), id: _id });
const batchSize = 100;
/** The index of the searches that alert, member by member. */
const alerting = { tells: 1, _id: 1 } as const;

/**
 * Stores who follows what, one row for each. Nothing about it is stored with what is followed, so publishing a bike
 * costs the same however many follow it.
 */
export class FollowStore {
  readonly placement = { follows: byId };
  readonly #db: Db;
  readonly #rows: Collection<FollowRow>;

  constructor(db: Db) {
    this.#db = db;
    this.#rows = db.collection('follows');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { userId: 1, at: -1, _id: -1 } },
      { key: { userId: 1, kind: 1, at: -1, _id: -1 } },
      { key: { key: 1, kind: 1, at: -1, _id: -1 } },
      { key: alerting, partialFilterExpression: { tells: 'alert' } },
    ]);
  }

  async #page(filter: Filter<FollowRow>, limit: number, cursor?: string): Promise<Page<Follow>> {
    const rows = await this.#rows
      .find({ ...filter, ...after<FollowRow>('at', cursor, (at) => new Date(at)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toFollow, positionOf);
  }

  /** The things that a member follows, latest first. */
  of(userId: string, limit: number, cursor?: string): Promise<Page<Follow>> {
    return this.#page({ userId }, limit, cursor);
  }

  /** The ids of the members whom a member follows, latest first. */
  async membersOf(userId: string, limit: number, cursor?: string): Promise<Page<string>> {
    const { items, next } = await this.#page({ userId, kind: 'member' }, limit, cursor);
    return { items: items.map(({ key }) => key), next };
  }

  /** The ids of the members who follow a member, latest first. */
  async followersOf(memberId: string, limit: number, cursor?: string): Promise<Page<string>> {
    const { items, next } = await this.#page({ kind: 'member', key: memberId }, limit, cursor);
    return { items: items.map(({ userId }) => userId), next };
  }

  /**
   * The keys of everything that a member follows, by kind: what a feed is made of.
   * @param silent searches that tell by one of these are left out
   */
  async sourcesOf(userId: string, silent: readonly SearchTells[]): Promise<Sources> {
    const rows = await readRows<FollowRow, Target & Pick<FollowRow, 'tells'>>(this.#db, 'follows', {
      filter: { userId },
      fields: { _id: 0, kind: 1, key: 1, tells: 1 },
      limit: maxFollows,
    });
    const sources = Object.fromEntries(followKinds.map((kind) => [kind, [] as string[]])) as Record<
      FollowKind,
      string[]
    >;
    for (const { kind, key, tells = 'feed' } of rows) {
      if (kind !== 'search' || !silent.includes(tells)) sources[kind].push(key);
    }
    return sources;
  }

  /** The number of members who follow a member, and whom they follow. */
  async countsOf(memberId: string): Promise<{ followers: number; following: number }> {
    const [followers, following] = await Promise.all([
      this.#rows.countDocuments({ kind: 'member', key: memberId }),
      this.#rows.countDocuments({ userId: memberId, kind: 'member' }),
    ]);
    return { followers, following };
  }

  /** Counts what a member follows, up to `limit`. */
  countUpTo(userId: string, limit: number): Promise<number> {
    return this.#rows.countDocuments({ userId }, { limit });
  }

  async has(userId: string, target: Target): Promise<boolean> {
    return (await this.#rows.countDocuments({ _id: idOf(userId, target) })) > 0;
  }

  /** Stores a follow, or renames it. Idempotent. */
  async put({ userId, kind, key, name, at, tells }: Follow): Promise<void> {
    const _id = idOf(userId, { kind, key });
    const inserted = { _id, userId, kind, key, name, at };
    try {
      await this.#rows.insertOne(kind === 'search' ? { ...inserted, tells: tells ?? 'feed' } : inserted);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await this.#rows.updateOne({ _id, userId, kind, key }, { $set: { name, ...(tells && { tells }) } });
    }
  }

  /** Notes when a member opened a followed search, unless they did later. */
  async look(userId: string, key: string, at: Date): Promise<void> {
    const search = { kind: 'search', key } as const;
    await this.#rows.updateOne({ _id: idOf(userId, search), userId, ...search }, { $max: { lookedAt: at } });
  }

  /** Searches that alert, after one of them in the order of their ids, which is member by member. */
  async alerting(after: string, limit: number): Promise<(Follow & { id: string })[]> {
    const rows = await this.#rows
      .find({ tells: 'alert', _id: { $gt: after } })
      .sort(alerting)
      .hint(alerting)
      .limit(limit)
      .toArray();
    return rows.map((row) => ({ ...toFollow(row), id: row._id }));
  }

  /** The searches among these that their members still follow. */
  async searches(of: readonly { userId: string; key: string }[]): Promise<Follow[]> {
    const ids = of.map(({ userId, key }) => idOf(userId, { kind: 'search', key }));
    return (await this.#rows.find({ _id: { $in: ids } }).toArray()).map(toFollow);
  }

  async remove(userId: string, { kind, key }: Target): Promise<void> {
    // Kind and key let the cache find the pages that show it.
    await this.#rows.deleteOne({ _id: idOf(userId, { kind, key }), userId, kind, key });
  }

  /** Removes a member's follows of some bikes. */
  async removeBikes(userId: string, bikeIds: readonly string[]): Promise<void> {
    const ids = bikeIds.map((key) => idOf(userId, { kind: 'bike', key }));
    await this.#rows.deleteMany({ _id: { $in: ids }, userId, key: { $in: [...bikeIds] } });
  }

  /** Everything that a member follows, latest first. */
  async *allOf(userId: string): AsyncIterable<ExportedFollow> {
    for await (const { kind, key, name, at, tells, lookedAt } of this.#rows.find({ userId }).sort({ at: -1, _id: -1 }))
      yield {
        kind,
        key,
        name,
        followedAt: at.toISOString(),
        ...(kind === 'search' && { tells: tells ?? 'feed' }),
        ...(lookedAt && { lookedAt: lookedAt.toISOString() }),
      };
  }

  /** Some follows of a member, and by others of the member. */
  async someAround(memberId: string): Promise<(Follow & { id: string })[]> {
    const own = await this.#rows.find({ userId: memberId }).limit(batchSize).toArray();
    const rows =
      own.length > 0 ? own : await this.#rows.find({ kind: 'member', key: memberId }).limit(batchSize).toArray();
    return rows.map((row) => ({ ...toFollow(row), id: row._id }));
  }

  /** Removes everybody's follows of a bike that was erased. */
  async eraseBike(bikeId: string): Promise<void> {
    await this.#rows.deleteMany({ kind: 'bike', key: bikeId });
  }
}
