import type { Collection, Db } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import { small } from '#api/platform/placement.ts';
import type { Page } from '#contract/paging.ts';

export type InvitationRow = {
  _id: string;
  token: string;
  /** The id of the member who made it. */
  by: string;
  /** Whether that was an operator: then it works also where members may not invite people. */
  byOperator: boolean;
  uses: number;
  /** How often it can still be used. */
  left: number;
  /** The ids of the accounts that joined with it. */
  usedBy: string[];
  createdAt: Date;
  endsAt: Date;
  revokedAt?: Date;
  /** When it is deleted, long after it has ended. */
  forgetAt: Date;
};

/** Stores invitations to the site. */
export class InvitationStore {
  readonly placement = { invitations: small };
  readonly #rows: Collection<InvitationRow>;

  constructor(db: Db) {
    this.#rows = db.collection<InvitationRow>('invitations');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ token: 1 }, { unique: true });
    await this.#rows.createIndex({ by: 1, createdAt: -1, _id: -1 });
    await this.#rows.createIndex({ createdAt: -1, _id: -1 });
    await this.#rows.createIndex({ usedBy: 1 });
    await this.#rows.createIndex({ forgetAt: 1 }, { expireAfterSeconds: 0 });
  }

  /** @throws the driver's duplicate error if there is one with this id */
  async insert(row: InvitationRow): Promise<void> {
    await this.#rows.insertOne(row);
  }

  byId(id: string): Promise<InvitationRow | null> {
    return this.#rows.findOne({ _id: id });
  }

  byToken(token: string): Promise<InvitationRow | null> {
    return this.#rows.findOne({ token });
  }

  /** Takes one use for an account, which never takes two. @returns whether it has one now */
  async use(id: string, accountId: string, now: Date): Promise<boolean> {
    const open = { _id: id, left: { $gt: 0 }, endsAt: { $gt: now }, revokedAt: { $exists: false } };
    const update = { $inc: { left: -1 }, $push: { usedBy: accountId } } as const;
    const taken = await this.#rows.updateOne({ ...open, usedBy: { $ne: accountId } }, update);
    return taken.matchedCount === 1 || (await this.#rows.findOne({ _id: id, usedBy: accountId })) !== null;
  }

  async revoke(id: string, now: Date): Promise<InvitationRow | null> {
    await this.#rows.updateOne({ _id: id, revokedAt: { $exists: false } }, { $set: { revokedAt: now } });
    return this.byId(id);
  }

  /** Number of a member's invitations that can be used, up to `limit`. */
  openOf(by: string, now: Date, limit: number): Promise<number> {
    const open = { by, left: { $gt: 0 }, endsAt: { $gt: now }, revokedAt: { $exists: false } };
    return this.#rows.countDocuments(open, { limit });
  }

  /** A page of a member's invitations or of all, newest first. */
  async list(by: string | null, limit: number, cursor?: string): Promise<Page<InvitationRow>> {
    const rows = await this.#rows
      .find({ ...(by !== null && { by }), ...after<InvitationRow>('createdAt', cursor, (at) => new Date(at)) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => row,
      (row) => ({ at: row.createdAt.getTime(), id: row._id }),
    );
  }

  /** All invitations that a member made, and the one that the member joined with. */
  async of(memberId: string): Promise<{ made: InvitationRow[]; used: InvitationRow | null }> {
    const [made, used] = await Promise.all([
      this.#rows.find({ by: memberId }).sort({ createdAt: -1, _id: -1 }).toArray(),
      this.#rows.findOne({ usedBy: memberId }),
    ]);
    return { made, used };
  }

  /** Deletes what a member made, and that the member joined with an invitation. */
  async eraseOf(memberId: string): Promise<void> {
    await this.#rows.deleteMany({ by: memberId });
    await this.#rows.updateMany({ usedBy: memberId }, { $pull: { usedBy: memberId } });
  }
}
