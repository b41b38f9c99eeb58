import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { FlagReason } from '#contract/flag-words.ts';
import type { OpenFlag } from './flags.rules.ts';

/** A thing that can be flagged, in one word. */
export const targetOf = (type: FlagTarget, id: string): string => `${type}:${id}`;

export type FlagRow = {
  /** `target:userId`: one of each member. */
  _id: string;
  /** The id that its author's device gave it. */
  flagId: string;
  target: string;
  type: FlagTarget;
  targetId: string;
  /** The bike that the thing belongs to, where it belongs to one. */
  bikeId: string | null;
  userId: string;
  reason: FlagReason;
  note: string;
  /** What it weighed when it came. */
  weight: number;
  at: Date;
  state: FlagState;
  /** A code by which flags on one thing from one network count once, until it is decided and no longer than `until`. */
  network?: { code: string; until: Date };
  /** When it helped to hide the thing. */
  hidAt?: Date;
};
export type NewFlagRow = Omit<FlagRow, '_id' | 'target' | 'state' | 'hidAt'>;

const idOf = (target: string, userId: string) => `${target}:${userId}`;
const day = 86_400_000;
/** Flags on one thing that moderators are shown. */
const mostShown = 50;
/** More flagged members than this no device is told of. */
const mostMembers = 1000;

/** Who flagged what, and why. */
export class FlagStore {
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

  /** The id of a member's flag on a thing; null where they have not flagged it. */
  async find(target: string, userId: string): Promise<string | null> {
    return (await this.#flags.findOne({ _id: idOf(target, userId) }))?.flagId ?? null;
  }

  /** @returns false where the member has flagged it already */
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

  /** When a member flagged within the last day, newest first. */
  async lastDay(userId: string, now: Date, limit: number): Promise<Date[]> {
    const rows = await this.#flags
      .find({ userId, at: { $gt: new Date(now.getTime() - day) } }, { projection: { at: 1 } })
      .sort({ at: -1 })
      .limit(limit)
      .toArray();
    return rows.map(({ at }) => at);
  }

  /** How many of a member's flags moderators agreed with, and how many not. */
  async judgedOf(userId: string): Promise<{ upheld: number; rejected: number }> {
    const count = (state: FlagState) => this.#flags.countDocuments({ userId, state });
    const [upheld, rejected] = await Promise.all([count('upheld'), count('rejected')]);
    return { upheld, rejected };
  }

  /** The open flags with weight against a thing. @param since those that came later, where it was mended then */
  async openOn(target: string, since: Date | null): Promise<OpenFlag[]> {
    const rows = await this.#flags
      .find({ target, state: 'open', weight: { $gt: 0 }, ...(since && { at: { $gt: since } }) })
      .sort({ at: -1 })
      .limit(mostShown)
      .toArray();
    return rows.map(({ _id, userId, reason, weight, network }) => ({
      id: _id,
      userId,
      reason,
      weight,
      network: network?.code ?? '',
    }));
  }

  /** Notes that these flags help to hide a thing; those that did before keep their time. */
  async noteHiding(ids: string[], at: Date): Promise<void> {
    await this.#flags.updateMany({ _id: { $in: ids }, hidAt: { $exists: false } }, { $set: { hidAt: at } });
  }

  /** Takes back what was noted at a time: nothing was hidden. */
  async forgetHiding(ids: string[], at: Date): Promise<void> {
    await this.#flags.updateMany({ _id: { $in: ids }, hidAt: at }, { $unset: { hidAt: '' } });
  }

  /** Those of these members who helped to hide more than `most` things since a time, and with whom no moderator ever agreed. */
  async overreaching(userIds: string[], most: number, since: Date): Promise<Set<string>> {
    const count = (match: object) =>
      this.#flags
        .aggregate<{ _id: string; count: number }>([
          { $match: { userId: { $in: userIds }, ...match } },
          { $group: { _id: '$userId', count: { $sum: 1 } } },
        ])
        .toArray();
    const [hidden, upheld] = await Promise.all([count({ hidAt: { $gt: since } }), count({ state: 'upheld' })]);
    const confirmed = new Set(upheld.map(({ _id }) => _id));
    return new Set(hidden.flatMap(({ _id, count: all }) => (all > most && !confirmed.has(_id) ? [_id] : [])));
  }

  /** Notes what a moderator made of all that was said of a thing. From which networks that came matters no more. */
  async settle(target: string, state: FlagState): Promise<void> {
    const change = { $set: { state }, ...(state !== 'open' && { $unset: { network: '' as const } }) };
    await this.#flags.updateMany({ target, state: { $ne: state } }, change);
  }

  /** Forgets the networks of flags that waited too long for a moderator. */
  async forgetNetworks(now: Date): Promise<void> {
    await this.#flags.updateMany({ 'network.until': { $lte: now } }, { $unset: { network: '' } });
  }

  /** What was said last of each of these things, the newest first. */
  async onAll(targets: string[]): Promise<FlagRow[]> {
    // Each along the index: all together would have to be sorted first.
    const newest = (target: string) =>
      this.#flags.find({ target }).sort({ at: -1, _id: -1 }).limit(mostShown).toArray();
    return (await Promise.all(targets.map(newest))).flat();
  }

  /** Which things of a bike a member has flagged. */
  async ofMemberOn(userId: string, bikeId: string): Promise<Pick<FlagRow, 'type' | 'targetId'>[]> {
    return this.#flags.find({ userId, bikeId }, { projection: { type: 1, targetId: 1 } }).toArray();
  }

  /** Members whom a member has flagged, the last first. */
  async membersBy(userId: string): Promise<string[]> {
    const rows = this.#flags.find({ userId, type: 'User' }, { projection: { targetId: 1 } });
    return (await rows.sort({ at: -1 }).limit(mostMembers).toArray()).map(({ targetId }) => targetId);
  }

  /** Erases what was said of these things. */
  async eraseAbout(targets: string[]): Promise<void> {
    await this.#flags.deleteMany({ target: { $in: targets } });
  }

  /** Erases all that a member has flagged. */
  async eraseOf(userId: string): Promise<void> {
    await this.#flags.deleteMany({ userId });
  }

  /** Erases what was said of a bike and its comments, which go themselves. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#flags.deleteMany({ bikeId });
  }

  /** How many flags a member has given. */
  count(userId: string): Promise<number> {
    return this.#flags.countDocuments({ userId });
  }

  /** Everything that a member has flagged, newest first. */
  async *allOf(userId: string): AsyncIterable<object> {
    const rows = this.#flags.find({ userId }).sort({ at: -1 });
    for await (const { type, targetId, reason, note, at } of rows)
      yield { targetType: type, targetId, reason, note, flaggedAt: at.toISOString() };
  }
}
