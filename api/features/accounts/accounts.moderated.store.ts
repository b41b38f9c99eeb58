import type { Collection, Db } from 'mongodb';
import type { MemberStatus } from '#contract/flag-queue.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import { usernameKey } from '#contract/username.ts';
import { type AccountRow, toAccount } from './accounts.store.ts';

/** A member as moderators see them. */
type Moderated = {
  id: string;
  username: string;
  email: string;
  language?: SiteLanguage | undefined;
  status: AccountRow['status'];
  operator: boolean;
  reason: string;
  until: Date | null;
};

const fields = {
  username: 1,
  email: 1,
  pendingEmail: 1,
  typedEmail: 1,
  language: 1,
  status: 1,
  operator: 1,
  reason: 1,
  until: 1,
} as const;
const toModerated = (row: AccountRow): Moderated => {
  const { id, username, email, language, status, operator = false } = toAccount(row);
  return { id, username, email, language, status, operator, reason: row.reason ?? '', until: row.until ?? null };
};
/** Operators cannot be moderated, not even if they were promoted after the account was read. */
const noOperator = { operator: { $ne: true } } as const;

/**
 * Stores moderators' decisions about accounts. Each method returns whether the account was in a state that allows it.
 */
export class ModeratedStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ operator: 1 }, { sparse: true });
  }

  async byId(id: string): Promise<Moderated | null> {
    const row = await this.#users.findOne({ _id: id }, { projection: fields });
    return row && toModerated(row);
  }

  async byName(username: string): Promise<Moderated | null> {
    const row = await this.#users.findOne({ foldedName: usernameKey(username) }, { projection: fields });
    return row && toModerated(row);
  }

  /** The status of each member; unconfirmed accounts are left out. */
  async statusesOf(ids: string[]): Promise<Map<string, MemberStatus>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#users.find({ _id: { $in: ids } }, { projection: { status: 1 } }).toArray();
    return new Map(rows.flatMap(({ _id, status }) => (status === 'Unconfirmed' ? [] : [[_id, status] as const])));
  }

  async operators(): Promise<Moderated[]> {
    const rows = this.#users.find({ operator: true }, { projection: fields }).sort({ foldedName: 1 });
    return (await rows.toArray()).map(toModerated);
  }

  async suspend(id: string, until: Date, reason: string): Promise<boolean> {
    const one = { _id: id, status: { $in: ['Active', 'Suspended'] }, ...noOperator } as const;
    const shut = { $set: { status: 'Suspended', until, reason }, $inc: { authEpoch: 1 } } as const;
    return (await this.#users.updateOne(one, shut)).matchedCount === 1;
  }

  /** Bans an account. The same write records that the member's bikes have to follow. */
  async ban(id: string, reason: string, now: Date): Promise<boolean> {
    const one = { _id: id, status: { $in: ['Active', 'Suspended'] }, ...noOperator } as const;
    const shut = {
      $set: { status: 'Banned', reason, copies: { since: now, at: now } },
      $unset: { until: '' },
      $inc: { authEpoch: 1, turn: 1 },
    } as const;
    if ((await this.#users.updateOne(one, shut)).matchedCount === 1) return true;
    return (await this.#users.updateOne({ _id: id, status: 'Banned' }, { $set: { reason } })).matchedCount === 1;
  }

  /** Ends a suspension or a ban. The same write records that the bikes have to follow. Idempotent. */
  async letIn(id: string, now: Date): Promise<boolean> {
    const freed = { $set: { status: 'Active' }, $unset: { until: '', reason: '' } } as const;
    if ((await this.#users.updateOne({ _id: id, status: 'Suspended' }, freed)).matchedCount === 1) return true;
    const back = {
      $set: { status: 'Active', copies: { since: now, at: now } },
      $unset: { reason: '' },
      $inc: { turn: 1 },
    } as const;
    if ((await this.#users.updateOne({ _id: id, status: 'Banned' }, back)).matchedCount === 1) return true;
    return (await this.#users.findOne({ _id: id, status: 'Active' }, { projection: { _id: 1 } })) !== null;
  }

  /** Suspends posting until a review. Operators are exempt. */
  async suspendPosting(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id, held: { $ne: true }, ...noOperator }, { $set: { held: true } });
  }

  async resumePosting(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id, held: true }, { $unset: { held: '' } });
  }

  async makeOperator(id: string): Promise<boolean> {
    return (
      (await this.#users.updateOne({ _id: id, status: 'Active' }, { $set: { operator: true } })).matchedCount === 1
    );
  }

  async dropOperator(id: string): Promise<boolean> {
    return (await this.#users.updateOne({ _id: id }, { $unset: { operator: '' } })).matchedCount === 1;
  }
}
