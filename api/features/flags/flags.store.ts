import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { FlagReason } from '#contract/flag-words.ts';
import type { FlagGroup } from './flags.rules.ts';

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
};
export type NewFlagRow = Omit<FlagRow, '_id' | 'target' | 'state'>;

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

  /** The open flags with weight against a thing, by reason. @param since those that came later, where it was mended then */
  async openOn(target: string, since: Date | null): Promise<FlagGroup[]> {
    return this.#flags
      .aggregate<FlagGroup>([
        { $match: { target, state: 'open', weight: { $gt: 0 }, ...(since && { at: { $gt: since } }) } },
        { $group: { _id: '$reason', people: { $sum: 1 }, weight: { $sum: '$weight' } } },
        { $project: { _id: 0, reason: '$_id', people: 1, weight: 1 } },
      ])
      .toArray();
  }

  /** Notes what a moderator made of all that was said of a thing. */
  async settle(target: string, state: FlagState): Promise<void> {
    await this.#flags.updateMany({ target, state: { $ne: state } }, { $set: { state } });
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
