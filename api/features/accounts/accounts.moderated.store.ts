import type { Collection, Db } from 'mongodb';
import type { MemberStatus } from '#contract/flag-queue.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import { type Role, roles } from '#contract/moderation.ts';
import { Problem } from '#contract/problems.ts';
import { type AccountRow, named, toAccount } from './accounts.store.ts';

/** A member as moderators see them. */
type Moderated = {
  id: string;
  username: string;
  email: string;
  language?: SiteLanguage | undefined;
  status: AccountRow['status'];
  avatar: string;
  role: Role | null;
  reason: string;
  until: Date | null;
};

const fields = {
  username: 1,
  avatar: 1,
  email: 1,
  pendingEmail: 1,
  typedEmail: 1,
  language: 1,
  status: 1,
  operator: 1,
  moderator: 1,
  reason: 1,
  until: 1,
} as const;
const toModerated = (row: AccountRow): Moderated => {
  const { id, username, avatar, email, language, status, operator, moderator } = toAccount(row);
  const role = operator ? 'operator' : moderator ? 'moderator' : null;
  return { id, username, avatar, email, language, status, role, reason: row.reason ?? '', until: row.until ?? null };
};
/** The condition that a member has no role: moderators and operators are not moderated, even if the role came after the account was read. */
const withoutRole = { operator: { $ne: true }, moderator: { $ne: true } } as const;
const roleFields = {
  operator: { $set: { operator: true }, $unset: { moderator: '' } },
  moderator: { $set: { moderator: true }, $unset: { operator: '' } },
  member: { $unset: { operator: '', moderator: '' } },
} as const;

/**
 * Stores moderators' decisions about accounts. Each method returns whether the account was in a state that allows it.
 */
export class ModeratedStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
  }

  async createIndexes(): Promise<void> {
    for (const role of roles) await this.#users.createIndex({ [role]: 1 }, { sparse: true });
  }

  async byId(id: string): Promise<Moderated | null> {
    const row = await this.#users.findOne({ _id: id }, { projection: fields });
    return row && toModerated(row);
  }

  /** The member with this name, or for whom it is held. */
  async byName(username: string): Promise<Moderated | null> {
    const row = await this.#users.findOne(named(username), { projection: fields });
    return row && toModerated(row);
  }

  /** The status of each member; who is no member yet is left out. */
  async statusesOf(ids: string[]): Promise<Map<string, MemberStatus>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#users.find({ _id: { $in: ids } }, { projection: { status: 1 } }).toArray();
    return new Map(
      rows.flatMap(({ _id, status }) =>
        status === 'Unconfirmed' || status === 'Applied' ? [] : [[_id, status] as const],
      ),
    );
  }

  /** Lists the members with a role: operators first, each group by name. */
  async withRoles(): Promise<Moderated[]> {
    const found = roles.map((role) =>
      this.#users
        .find({ [role]: true }, { projection: fields })
        .sort({ foldedName: 1 })
        .toArray(),
    );
    return (await Promise.all(found)).flat().map(toModerated);
  }

  async suspend(id: string, until: Date, reason: string): Promise<boolean> {
    const one = { _id: id, status: { $in: ['Active', 'Suspended'] }, ...withoutRole } as const;
    const shut = { $set: { status: 'Suspended', until, reason }, $inc: { authEpoch: 1 } } as const;
    return (await this.#users.updateOne(one, shut)).matchedCount === 1;
  }

  /** Bans an account. The same write records that the member's bikes have to follow. */
  async ban(id: string, reason: string, now: Date): Promise<boolean> {
    const one = { _id: id, status: { $in: ['Active', 'Suspended'] }, ...withoutRole } as const;
    const shut = {
      $set: { status: 'Banned', reason, copies: { since: now, at: now } },
      $unset: { until: '' },
      $inc: { authEpoch: 1, turn: 1 },
    } as const;
    if ((await this.#users.updateOne(one, shut)).matchedCount === 1) return true;
    return (await this.#users.updateOne({ _id: id, status: 'Banned' }, { $set: { reason } })).matchedCount === 1;
  }

  /** Notes that a ban removes the member's comments as well, unless it has ended. */
  async banComments(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id, status: 'Banned' }, { $set: { removesComments: true } });
  }

  /** How the account's state affects the member's comments; null while it does not. */
  async commentsOf(id: string): Promise<'removed' | 'restored' | null> {
    const row = await this.#users.findOne({ _id: id }, { projection: { status: 1, removesComments: 1 } });
    if (row?.status === 'Banned') return row.removesComments ? 'removed' : null;
    return row?.status === 'Active' || row?.status === 'Suspended' ? 'restored' : null;
  }

  /**
   * Ends a suspension or a ban, or restores a deleted account. The same write records that the bikes have to follow.
   * Idempotent.
   */
  async letIn(id: string, now: Date): Promise<boolean> {
    const freed = { $set: { status: 'Active' }, $unset: { until: '', reason: '' } } as const;
    if ((await this.#users.updateOne({ _id: id, status: 'Suspended' }, freed)).matchedCount === 1) return true;
    const back = {
      $set: { status: 'Active', copies: { since: now, at: now } },
      $unset: { reason: '', removesComments: '' },
      $inc: { turn: 1 },
    } as const;
    if ((await this.#users.updateOne({ _id: id, status: 'Banned' }, back)).matchedCount === 1) return true;
    // One that is being erased has its id as its name.
    const deleted = { _id: id, status: 'Deleted', foldedName: { $ne: id } } as const;
    const whole = {
      $set: back.$set,
      $unset: { ...back.$unset, deletedAt: '', until: '', shut: '' },
      $inc: { authEpoch: 1, turn: 1 },
    } as const;
    if ((await this.#users.updateOne(deleted, whole)).matchedCount === 1) return true;
    return (await this.#users.findOne({ _id: id, status: 'Active' }, { projection: { _id: 1 } })) !== null;
  }

  /** Suspends posting until a review. Who has a role is exempt. */
  async suspendPosting(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id, held: { $ne: true }, ...withoutRole }, { $set: { held: true } });
  }

  async resumePosting(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id, held: true }, { $unset: { held: '' } });
  }

  /**
   * Gives a member a role instead of the present one, or takes it away.
   * @throws moderation.lastOperator if nobody else is an operator. Two who remove each other both stay.
   */
  async setRole(id: string, role: Role | 'member'): Promise<boolean> {
    const one = { _id: id, ...(role !== 'member' && { status: 'Active' as const }) };
    const before = await this.#users.findOneAndUpdate(one, roleFields[role], { projection: { operator: 1 } });
    if (!before?.operator || role === 'operator') return before !== null;
    if (await this.#users.findOne({ operator: true, status: 'Active' }, { projection: { _id: 1 } })) return true;
    await this.#users.updateOne({ _id: id }, roleFields.operator);
    throw new Problem('moderation.lastOperator');
  }
}
