import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import type { DigestDue } from './digest.time.ts';

type DigestRow = {
  /** The member's id. */
  _id: string;
  /** When the next mail is due, which day that is for the member, and by which time zone; missing without the mail. */
  dueAt?: Date;
  day?: string;
  timeZone?: string;
  /** The day of the last mail, or of the last one that was left out. */
  last?: string;
  /** When the member ended the mail by its link. */
  endedAt?: Date;
};

/** A weekly mail that is due. */
export type DueDigest = { memberId: string; at: Date; day: string; timeZone: string };
/** A due mail that was sent or left out, and when the next one is due. */
export type DoneDigest = { due: DueDigest; next: DigestDue };

/** Stores when each member gets the next weekly mail. */
export class DigestStore {
  readonly placement = { digests: small };
  readonly #rows: Collection<DigestRow>;

  constructor(db: Db) {
    this.#rows = db.collection('digests');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ dueAt: 1, _id: 1 }, { sparse: true });
  }

  find(memberId: string): Promise<DigestRow | null> {
    return this.#rows.findOne({ _id: memberId });
  }

  async schedule(memberId: string, { at, day }: DigestDue, timeZone: string): Promise<void> {
    const update = { $set: { dueAt: at, day, timeZone }, $unset: { endedAt: '' as const } };
    await this.#rows.updateOne({ _id: memberId }, update, { upsert: true });
  }

  /** Ends the mails. The day of the last one is kept, so that choosing them again brings no second one. */
  async end(memberId: string): Promise<void> {
    await this.#rows.updateOne({ _id: memberId }, { $unset: { dueAt: '', day: '', timeZone: '' } });
  }

  async noteEnded(memberId: string, endedAt: Date): Promise<void> {
    await this.#rows.updateOne({ _id: memberId }, { $set: { endedAt } });
  }

  /** Whether a mail is due. */
  async hasDue(now: Date): Promise<boolean> {
    return (await this.#rows.findOne({ dueAt: { $lte: now } }, { projection: { _id: 1 } })) !== null;
  }

  /** Due mails, the longest due first. @param after the last one of the batch before */
  async due(now: Date, limit: number, after?: DueDigest): Promise<DueDigest[]> {
    const rest = after && { $or: [{ dueAt: { $gt: after.at } }, { dueAt: after.at, _id: { $gt: after.memberId } }] };
    const rows = await this.#rows
      .find({ dueAt: { ...(after && { $gte: after.at }), $lte: now }, ...rest })
      .sort({ dueAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id, dueAt = now, day = '', timeZone = 'UTC' }) => ({
      memberId: _id,
      at: dueAt,
      day,
      timeZone,
    }));
  }

  /** Schedules the next mails, each unless the member has changed something meanwhile. */
  async finish(done: readonly DoneDigest[]): Promise<void> {
    if (done.length === 0) return;
    const writes = done.flatMap(({ due: { memberId, at, day }, next }) => [
      {
        updateOne: {
          filter: { _id: memberId, dueAt: at },
          update: { $set: { dueAt: next.at, day: next.day, last: day } },
        },
      },
    ]);
    await this.#rows.bulkWrite(writes, { ordered: false });
  }

  async eraseOf(memberId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: memberId });
  }
}
