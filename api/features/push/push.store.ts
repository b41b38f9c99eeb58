import type { Collection, Db } from 'mongodb';
import { Batcher } from '#api/platform/batcher.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { withSeveralUnique } from '#api/platform/placement.ts';
import type { PushDevice } from '#contract/push.ts';

/** A device that gets pushes. It has one push at most on its way: a push says only that there is news. */
export type PushRow = PushDevice & {
  /** The session's id. */
  _id: string;
  userId: string;
  /** The public key of the site with which the browser subscribed. */
  key: string;
  createdAt: Date;
  renewedAt: Date;
  expiresAt: Date;
  /** Counts the occasions for a push. */
  asked: number;
  /** When the push is tried next; missing when there is nothing to push. */
  dueAt?: Date;
  /** Failed attempts of this push. */
  attempts: number;
  pushedAt: Date | null;
  /** Time of the newest news that was pushed, in milliseconds since the epoch. */
  pushedUpTo: number;
};

/** More devices than anybody uses; the one that was renewed longest ago makes room. */
const maxDevices = 20;
/** Days after which a device that was not renewed is deleted: as long as a session lasts. */
const daysToExpiry = 60;
const tries = 3;
/**
 * Milliseconds for which a member without a device is not looked up again. Another process may store a device
 * meanwhile, so a new device is looked at that much later.
 */
const absenceMs = 60_000;
const maxAbsent = 10_000;

type Subscribed = PushDevice & { sessionId: string; userId: string; key: string };

/** Stores the devices that get pushes, and what is to be pushed to them. */
export class PushStore {
  readonly placement = { pushDevices: withSeveralUnique };
  readonly #rows: Collection<PushRow>;
  /** Members without a device, and until when that is believed. */
  readonly #absent = new Map<string, number>();
  /** Whether each of these members has a device. */
  readonly #lookUp: Batcher<string, boolean>;

  constructor(db: Db) {
    this.#rows = db.collection('pushDevices');
    this.#lookUp = new Batcher(async (userIds) => {
      const found: string[] = await this.#rows.distinct('userId', { userId: { $in: userIds } });
      return userIds.map((id) => found.includes(id));
    });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { userId: 1, renewedAt: 1 } },
      { key: { endpoint: 1 }, unique: true },
      { key: { dueAt: 1 }, sparse: true },
      { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    ]);
  }

  async endpointOf(sessionId: string): Promise<string | null> {
    return (await this.#rows.findOne({ _id: sessionId }, { projection: { endpoint: 1 } }))?.endpoint ?? null;
  }

  /** All devices of a member, the one that was renewed longest ago first. */
  of(userId: string): Promise<PushRow[]> {
    return this.#rows
      .find({ userId })
      .sort({ renewedAt: 1 })
      .limit(2 * maxDevices)
      .toArray();
  }

  /** Stores the subscription of a session. An endpoint belongs to the session that sent it last. */
  async put({ sessionId, ...device }: Subscribed, now: Date): Promise<void> {
    const { endpoint, userId } = device;
    const expiresAt = new Date(now.getTime() + daysToExpiry * 86_400_000);
    const fields = { ...device, renewedAt: now, expiresAt };
    const begun = {
      createdAt: now,
      asked: 0,
      attempts: 0,
      pushedAt: null,
      pushedUpTo: now.getTime(),
      dueAt: new Date(now.getTime() + absenceMs),
    };
    for (let left = tries; ; left -= 1) {
      await this.#rows.deleteMany({ endpoint, _id: { $ne: sessionId } });
      try {
        await this.#rows.updateOne({ _id: sessionId }, { $set: fields, $setOnInsert: begun }, { upsert: true });
        break;
      } catch (error) {
        // Another session has stored this endpoint meanwhile.
        if (!isDuplicate(error) || left <= 1) throw error;
      }
    }
    this.#absent.delete(userId);
    const all = await this.of(userId);
    const surplus = all.slice(0, Math.max(0, all.length - maxDevices));
    if (surplus.length > 0) await this.#rows.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  }

  async remove(sessionId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: sessionId });
  }

  /** Removes a device unless it has subscribed anew. */
  async removeGone({ _id, endpoint }: PushRow): Promise<void> {
    await this.#rows.deleteOne({ _id, endpoint });
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }

  /**
   * Records that there may be news for these members. A push that waits goes on waiting.
   * @returns whether any of them has a device
   */
  async ask(userIds: readonly string[], now: Date): Promise<boolean> {
    const asked = userIds.filter((id) => (this.#absent.get(id) ?? 0) <= now.getTime());
    const isThere = await Promise.all(asked.map((id) => this.#lookUp.do(id)));
    const reached = asked.filter((_, i) => isThere[i]);
    for (const [i, id] of asked.entries()) if (!isThere[i]) this.#noteAbsent(id, now);
    if (reached.length === 0) return false;
    // The first occasion does not wait for the look at a new device.
    const dueAt = { $cond: [{ $eq: ['$asked', 0] }, now, { $ifNull: ['$dueAt', now] }] };
    const asking = [{ $set: { dueAt, asked: { $add: ['$asked', 1] } } }];
    return (await this.#rows.updateMany({ userId: { $in: reached } }, asking)).matchedCount > 0;
  }

  #noteAbsent(userId: string, now: Date): void {
    this.#absent.delete(userId);
    this.#absent.set(userId, now.getTime() + absenceMs);
    const [oldest = userId] = this.#absent.keys();
    if (this.#absent.size > maxAbsent) this.#absent.delete(oldest);
  }

  /** Number of pushes that wait, also those that a member's quiet hours postpone. */
  waiting(): Promise<number> {
    return this.#rows.countDocuments({ dueAt: { $gt: new Date(0) } });
  }

  /** The devices whose push is due, the longest waiting first. @param except hosts of push services to leave out */
  due(now: Date, limit: number, except: readonly string[]): Promise<PushRow[]> {
    const patterns = except.map((host) => new RegExp(`^https://${host.replace(/[.[\]]/g, '\\$&')}/`));
    const others = patterns.map((pattern) => ({ endpoint: { $not: pattern } }));
    return this.#rows
      .find({ dueAt: { $lte: now }, ...(others.length > 0 && { $and: others }) })
      .sort({ dueAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** Takes a push until `until`. @returns null if another process has taken it */
  async claim({ _id, dueAt }: PushRow, until: Date): Promise<PushRow | null> {
    return this.#rows.findOneAndUpdate({ _id, dueAt }, { $set: { dueAt: until } }, { returnDocument: 'after' });
  }

  /** Tries a claimed push again at `at`. */
  async postpone({ _id, dueAt }: PushRow, at: Date, attempts: number): Promise<void> {
    await this.#rows.updateOne({ _id, dueAt }, { $set: { dueAt: at, attempts } });
  }

  /**
   * Ends a claimed push. If there was another occasion since it was claimed, the next one is due at `next`.
   * @param pushed when and up to which time there was a push; null if none was sent
   */
  async finish(row: PushRow, next: Date, pushed: Pick<PushRow, 'pushedAt' | 'pushedUpTo'> | null): Promise<void> {
    const { _id, dueAt, asked } = row;
    const fields = { ...pushed, attempts: 0 };
    const { matchedCount } = await this.#rows.updateOne(
      { _id, dueAt, asked },
      { $set: fields, $unset: { dueAt: '' as const } },
    );
    if (matchedCount === 0) await this.#rows.updateOne({ _id, dueAt }, { $set: { ...fields, dueAt: next } });
  }
}
