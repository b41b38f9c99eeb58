import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { small } from '#api/platform/placement.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagReason } from '#contract/flag-reasons.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { OpenFlag } from './flags.rules.ts';

/** An item's target key. */
export const targetOf = (type: FlagTarget, id: string): string => `${type}:${id}`;

export type FlagRow = {
  /** `target:userId`: one flag per member and item. */
  _id: string;
  /** The client-generated id. */
  flagId: string;
  target: string;
  type: FlagTarget;
  targetId: string;
  /** The bike that the item belongs to, if any. */
  bikeId: string | null;
  userId: string;
  reason: FlagReason;
  note: string;
  /** Weight when it was submitted. */
  weight: number;
  at: Date;
  state: FlagState;
  /** Code by which flags on one item from one network count once. Deleted on a decision, and after `until`. */
  network?: { code: string; until: Date };
  /** When it helped to hide the item. */
  hidAt?: Date;
};
export type NewFlagRow = Omit<FlagRow, '_id' | 'target' | 'state' | 'hidAt'>;

const idOf = (target: string, userId: string) => `${target}:${userId}`;
const day = 86_400_000;
/** Flags of an item that moderators are shown. */
const maxShown = 50;
/** Most flagged members reported to a device. */
const maxMembers = 1000;

/** Stores flags. */
export class FlagStore {
  readonly placement = { flags: small };
  readonly #flags: Collection<FlagRow>;

  constructor(db: Db) {
    this.#flags = db.collection('flags');
  }

  async createIndexes(): Promise<void> {
    await this.#flags.createIndexes([
      { key: { target: 1, state: 1, at: -1 } },
      { key: { target: 1, at: -1, _id: -1 } },
      { key: { userId: 1, at: -1 } },
      { key: { userId: 1, state: 1 } },
      { key: { userId: 1, bikeId: 1 } },
      { key: { bikeId: 1 } },
      { key: { 'network.until': 1 }, sparse: true },
    ]);
  }

  /** The id of a member's flag on an item; null if there is none. */
  async find(target: string, userId: string): Promise<string | null> {
    return (await this.#flags.findOne({ _id: idOf(target, userId) }))?.flagId ?? null;
  }

  /** Returns false if the member has flagged it already. */
  async insert(flag: NewFlagRow): Promise<boolean> {
    const target = targetOf(flag.type, flag.targetId);
    try {
      await this.#flags.insertOne({ _id: idOf(target, flag.userId), ...flag, target, state: 'open' });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  /** Times of a member's flags of the last 24 hours, newest first. */
  async lastDay(userId: string, now: Date, limit: number): Promise<Date[]> {
    const rows = await this.#flags
      .find({ userId, at: { $gt: new Date(now.getTime() - day) } }, { projection: { at: 1 } })
      .sort({ at: -1 })
      .limit(limit)
      .toArray();
    return rows.map(({ at }) => at);
  }

  /** Number of a member's flags that moderators upheld and rejected. */
  async judgedOf(userId: string): Promise<{ upheld: number; rejected: number }> {
    const count = (state: FlagState) => this.#flags.countDocuments({ userId, state });
    const [upheld, rejected] = await Promise.all([count('upheld'), count('rejected')]);
    return { upheld, rejected };
  }

  /** Open flags with weight on an item. @param since only later ones, if the item was fixed then */
  async openOn(target: string, since: Date | null): Promise<OpenFlag[]> {
    const rows = await this.#flags
      .find({ target, state: 'open', weight: { $gt: 0 }, ...(since && { at: { $gt: since } }) })
      .sort({ at: -1 })
      .limit(maxShown)
      .toArray();
    return rows.map(({ _id, userId, reason, weight, network }) => ({
      id: _id,
      userId,
      reason,
      weight,
      network: network?.code ?? '',
    }));
  }

  /** Records that these flags help to hide an item; flags that already did keep their time. */
  async noteHiding(ids: string[], at: Date): Promise<void> {
    await this.#flags.updateMany({ _id: { $in: ids }, hidAt: { $exists: false } }, { $set: { hidAt: at } });
  }

  /** Undoes `noteHiding` of a time: nothing was hidden. */
  async forgetHiding(ids: string[], at: Date): Promise<void> {
    await this.#flags.updateMany({ _id: { $in: ids }, hidAt: at }, { $unset: { hidAt: '' } });
  }

  /** Filters the members who helped to hide more than `max` items since a time and have no upheld flag. */
  async overreaching(userIds: string[], max: number, since: Date): Promise<Set<string>> {
    const count = (match: object) =>
      this.#flags
        .aggregate<{ _id: string; count: number }>([
          { $match: { userId: { $in: userIds }, ...match } },
          { $group: { _id: '$userId', count: { $sum: 1 } } },
        ])
        .toArray();
    const [hidden, upheld] = await Promise.all([count({ hidAt: { $gt: since } }), count({ state: 'upheld' })]);
    const confirmed = new Set(upheld.map(({ _id }) => _id));
    return new Set(hidden.flatMap(({ _id, count: all }) => (all > max && !confirmed.has(_id) ? [_id] : [])));
  }

  /** Records a moderator's decision on all flags of an item. It deletes their network codes. */
  async settle(target: string, state: FlagState): Promise<void> {
    const change = { $set: { state }, ...(state !== 'open' && { $unset: { network: '' as const } }) };
    await this.#flags.updateMany({ target, state: { $ne: state } }, change);
  }

  /** Whether a flag on this item is in another state. */
  async hasOther(target: string, state: FlagState): Promise<boolean> {
    return (await this.#flags.findOne({ target, state: { $ne: state } }, { projection: { _id: 1 } })) !== null;
  }

  /** Deletes network codes that have expired. */
  async forgetNetworks(now: Date): Promise<void> {
    await this.#flags.updateMany({ 'network.until': { $lte: now } }, { $unset: { network: '' } });
  }

  /** The latest flags of each item, newest first. */
  async onAll(targets: string[]): Promise<FlagRow[]> {
    // One indexed query per target; a single query would have to sort all of them.
    const newest = (target: string) => this.#flags.find({ target }).sort({ at: -1, _id: -1 }).limit(maxShown).toArray();
    return (await Promise.all(targets.map(newest))).flat();
  }

  /** Items of a bike that a member has flagged. */
  async ofMemberOn(userId: string, bikeId: string): Promise<Pick<FlagRow, 'type' | 'targetId'>[]> {
    return this.#flags.find({ userId, bikeId }, { projection: { type: 1, targetId: 1 } }).toArray();
  }

  /** Members that a member has flagged, latest first. */
  async membersBy(userId: string): Promise<string[]> {
    const rows = this.#flags.find({ userId, type: 'User' }, { projection: { targetId: 1 } });
    return (await rows.sort({ at: -1 }).limit(maxMembers).toArray()).map(({ targetId }) => targetId);
  }

  /** Deletes all flags on these items. */
  async eraseAbout(targets: string[]): Promise<void> {
    await this.#flags.deleteMany({ target: { $in: targets } });
  }

  /** Deletes all flags by a member. */
  async eraseOf(userId: string): Promise<void> {
    await this.#flags.deleteMany({ userId });
  }

  /** Deletes all flags on a deleted bike and its comments. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#flags.deleteMany({ bikeId });
  }

  /** Number of flags by a member. */
  count(userId: string): Promise<number> {
    return this.#flags.countDocuments({ userId });
  }

  /** All flags by a member, newest first. */
  async *allOf(userId: string): AsyncIterable<object> {
    const rows = this.#flags.find({ userId }).sort({ at: -1 });
    for await (const { type, targetId, reason, note, at } of rows)
      yield { targetType: type, targetId, reason, note, flaggedAt: at.toISOString() };
  }
}
