import type { Collection, Db, Filter } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import type { Id } from '#contract/ids.ts';
import { type KeeperState, keeperLimits } from '#contract/keepers.ts';

/**
 * A keeper or an invited member of another's shared folder. It names the folder by the id of its link: ids of folders are unique
 * for each owner only.
 */
export type KeeperRow = {
  _id: string;
  shareId: string;
  userId: Id;
  ownerId: Id;
  folderId: Id;
  state: KeeperState;
  at: Date;
};

const batchSize = 100;
/** More than a member can have of each kind. */
const maxLists = keeperLimits.lists + keeperLimits.waiting;
export const keeperIdOf = (shareId: string, userId: Id) => `${shareId}:${userId}`;
const isKeeping: Filter<KeeperRow> = { state: { $in: ['Keeper', 'Offered'] } };

/** Stores the keepers of shared folders, and the members who are invited to keep them. */
export class KeeperStore {
  readonly placement = { folderKeepers: byId };
  readonly #rows: Collection<KeeperRow>;

  constructor(db: Db) {
    this.#rows = db.collection('folderKeepers');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { shareId: 1, at: 1, _id: 1 } },
      { key: { userId: 1, at: -1, _id: -1 } },
      { key: { userId: 1, state: 1 } },
      { key: { ownerId: 1, userId: 1 } },
    ]);
  }

  find(shareId: string, userId: Id): Promise<KeeperRow | null> {
    return this.#rows.findOne({ _id: keeperIdOf(shareId, userId) });
  }

  /** The keepers and invited members among these pairs of a shared folder and a member. */
  findAll(pairs: readonly { shareId: string; userId: Id }[]): Promise<KeeperRow[]> {
    const ids = pairs.map(({ shareId, userId }) => keeperIdOf(shareId, userId));
    return this.#rows.find({ _id: { $in: ids } }).toArray();
  }

  /** The keepers of a shared folder and those who are invited, oldest first. */
  on(shareId: string): Promise<KeeperRow[]> {
    return this.#rows.find({ shareId }).sort({ at: 1, _id: 1 }).limit(batchSize).toArray();
  }

  /** The lists that a member keeps or is invited to, latest first. */
  of(userId: Id): Promise<KeeperRow[]> {
    return this.#rows.find({ userId }).sort({ at: -1, _id: -1 }).limit(maxLists).toArray();
  }

  /** Number of a member's lists that they keep, or that wait for their answer. */
  countOf(userId: Id, kind: 'kept' | 'waiting'): Promise<number> {
    return this.#rows.countDocuments({ userId, ...(kind === 'kept' ? isKeeping : { state: 'Invited' }) });
  }

  /** Stores an invitation, unless there is one or the member keeps the folder. */
  async invite(row: Omit<KeeperRow, '_id' | 'state'>): Promise<void> {
    await this.#insert({ ...row, state: 'Invited' });
  }

  /** Makes a member a keeper who was not invited. */
  async add(row: Omit<KeeperRow, '_id' | 'state'>): Promise<void> {
    await this.#insert({ ...row, state: 'Keeper' });
  }

  async #insert({ shareId, userId, ownerId, folderId, state, at }: Omit<KeeperRow, '_id'>): Promise<void> {
    try {
      await this.#rows.insertOne({ _id: keeperIdOf(shareId, userId), shareId, userId, ownerId, folderId, state, at });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Changes a state. Returns whether it was `from`. */
  async become(shareId: string, userId: Id, from: KeeperState, state: KeeperState): Promise<boolean> {
    // The fields let the cache find the pages that show it.
    const { matchedCount } = await this.#rows.updateOne(
      { _id: keeperIdOf(shareId, userId), shareId, userId, state: from },
      { $set: { state } },
    );
    return matchedCount > 0;
  }

  /** Names another owner of a shared folder. */
  async changeOwner(shareId: string, from: Id, to: Id): Promise<void> {
    await this.#rows.updateMany({ shareId, ownerId: from }, { $set: { ownerId: to } });
  }

  async remove(shareId: string, userId: Id): Promise<void> {
    await this.#rows.deleteOne({ _id: keeperIdOf(shareId, userId), shareId, userId });
  }

  /** The keepers and invited members among two members, of each other's folders. */
  async between(one: Id, other: Id): Promise<KeeperRow[]> {
    const pairs = [
      { ownerId: one, userId: other },
      { ownerId: other, userId: one },
    ];
    return (await Promise.all(pairs.map((pair) => this.#rows.find(pair).toArray()))).flat();
  }

  /** Some rows of a member: their own, and those of keepers of their folders. */
  async someAround(userId: Id): Promise<(KeeperRow & { id: string })[]> {
    const own = await this.#rows.find({ userId }).sort({ at: -1, _id: -1 }).limit(batchSize).toArray();
    const others = await this.#rows.find({ ownerId: userId }).sort({ userId: 1 }).limit(batchSize).toArray();
    return [...own, ...others].map((row) => ({ ...row, id: row._id }));
  }

  /** The keepers of all folders of a member. */
  keepersOf(ownerId: Id): Promise<KeeperRow[]> {
    return this.#rows.find({ ownerId }).sort({ userId: 1 }).toArray();
  }

  /** Number of lists that a member keeps or is invited to keep. */
  count(userId: Id): Promise<number> {
    return this.#rows.countDocuments({ userId });
  }

  /** All lists that a member keeps or is invited to keep, latest first. */
  async *allOf(userId: Id): AsyncIterable<{ list: string; owner: Id; state: KeeperState; since: string }> {
    for await (const { shareId, ownerId, state, at } of this.#rows.find({ userId }).sort({ at: -1, _id: -1 }))
      yield { list: shareId, owner: ownerId, state, since: at.toISOString() };
  }
}
