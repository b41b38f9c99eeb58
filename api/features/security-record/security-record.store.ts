import type { Collection, Db } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { Page } from '#contract/paging.ts';
import { securityRecordDays } from '#contract/periods.ts';
import { maxSecurityEvents, type SecurityKind } from '#contract/security-record.ts';

export type SecurityRow = {
  /** Names the event, so that it is stored once. */
  _id: string;
  userId: string;
  /** Counts the member's events. Two that happen at once may have the same. */
  number: number;
  kind: SecurityKind;
  at: Date;
  device: string;
  network: string;
  about: string;
  byOperator: boolean;
};

/** Stores what happened to members' accounts, for a limited time. */
export class SecurityRecordStore {
  readonly placement = { securityEvents: byId };
  readonly #rows: Collection<SecurityRow>;

  constructor(db: Db) {
    this.#rows = db.collection<SecurityRow>('securityEvents');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ userId: 1, number: -1, _id: -1 });
    await this.#rows.createIndex({ at: 1 }, { expireAfterSeconds: securityRecordDays * 86_400 });
  }

  /** Adds an event unless it is there, and deletes the oldest ones beyond the maximum. */
  async add({ _id, ...row }: Omit<SecurityRow, 'number'>): Promise<void> {
    const { userId } = row;
    const last = await this.#rows.findOne({ userId }, { sort: { number: -1, _id: -1 } });
    const number = (last?.number ?? 0) + 1;
    await this.#rows.updateOne({ _id }, { $setOnInsert: { ...row, number } }, { upsert: true });
    await this.#rows.deleteMany({ userId, number: { $lte: number - maxSecurityEvents } });
  }

  /** A page of a member's events, newest first. */
  async of(userId: string, limit: number, cursor?: string): Promise<Page<SecurityRow>> {
    const rows = await this.#rows
      .find({ userId, ...after<SecurityRow>('number', cursor, (number) => number) })
      .sort({ number: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => row,
      ({ number, _id: id }) => ({ at: number, id }),
    );
  }

  /** All events of a member, newest first. */
  allOf(userId: string): AsyncIterable<SecurityRow> {
    return this.#rows.find({ userId }).sort({ number: -1, _id: -1 });
  }

  async eraseOf(userId: string): Promise<void> {
    await this.#rows.deleteMany({ userId });
  }
}
