import type { Collection, Db } from 'mongodb';
import { before, page } from '#api/platform/paging.ts';
import { maxQueueLength } from '#api/platform/telemetry/gauge.ts';
import type { Page } from '#contract/paging.ts';
import { type Account, type AccountRow, toAccount } from './accounts.store.ts';

const batchSize = 200;
const applied = { status: 'Applied' } as const;

/** Finds accounts that wait to be let in, and decides about them. */
export class ApplicantStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  count(): Promise<number> {
    return this.#users.countDocuments(applied, { limit: maxQueueLength });
  }

  /** A page of those who wait, longest waiting first. */
  async list(limit: number, cursor?: string): Promise<Page<Account>> {
    const rows = await this.#users
      .find({ ...applied, ...(cursor && before<AccountRow>('createdAt', cursor, (at) => new Date(at))) })
      .sort({ createdAt: 1, _id: 1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toAccount, (row) => ({ at: row.createdAt.getTime(), id: row._id }));
  }

  /** Those who signed up before, longest waiting first. */
  async waitingSince(time: Date): Promise<Account[]> {
    const due = this.#users.find({ ...applied, createdAt: { $lte: time } });
    return (await due.sort({ createdAt: 1, _id: 1 }).limit(batchSize).toArray()).map(toAccount);
  }

  /** Makes an applicant a member, from now on. @returns whether there was one */
  async accept(id: string, now: Date): Promise<boolean> {
    const update = { $set: { status: 'Active', createdAt: now }, $unset: { entry: '' } } as const;
    return (await this.#users.updateOne({ _id: id, ...applied }, update)).matchedCount === 1;
  }

  /** Deletes an applicant, with the answer. @returns the account; null if there was none */
  async remove(id: string): Promise<Account | null> {
    const row = await this.#users.findOneAndDelete({ _id: id, ...applied });
    return row && toAccount(row);
  }
}
