import type { Collection, Db, Filter } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { dropIndex } from '#api/platform/index-builds.ts';
import { withSeveralUnique } from '#api/platform/placement.ts';
import type { Epochs } from '#api/platform/sessions/epochs.ts';
import type { SiteLanguage } from '#contract/languages.ts';
import { omit } from '#contract/omit.ts';
import { usernameKey } from '#contract/username.ts';
import type { Identity } from './accounts.openid.client.ts';

/** `Applied`: the address is confirmed, and operators have yet to let it in. Nobody else sees it. */
type AccountStatus = 'Unconfirmed' | 'Applied' | 'Active' | 'Suspended' | 'Banned' | 'Deleted';

export type Account = {
  id: string;
  username: string;
  /** As typed, for mails; compare it by {@link emailKey}. Until it is confirmed, anybody may have typed it. */
  email: string;
  /** PHC string; null if the member cannot log in. */
  passwordHash: string | null;
  status: AccountStatus;
  /** Raised to end all sessions and void all links. */
  authEpoch: number;
  spared?: Epochs['spared'];
  avatar: string;
  createdAt: Date;
  confirmationSentAt: Date | null;
  /** When the first confirmation link is due; missing once it was mailed. */
  mailAt?: Date;
  deletedAt?: Date;
  /** When a suspension ends, or a deleted account is erased. */
  until?: Date;
  /** Why moderators suspended or banned it. */
  reason?: string;
  /** The status of a deleted account before: only an operator can restore a suspended or banned one. */
  shut?: 'Suspended' | 'Banned';
  /** The language of the member's mails; English if missing. */
  language?: SiteLanguage;
  /** The member's role: operators moderate, too. At most one is set. */
  operator?: boolean;
  moderator?: boolean;
  /** Whether posting is suspended until moderators have reviewed flagged content. */
  held?: boolean;
  /** The id sent with the sign-up; only its sender knows it. */
  signupId?: string;
  /** The applicant's answer, or the id of the invitation; removed when the account becomes a member. */
  entry?: { answer: string; invitation: string | null } | null;
  /** When the member last chose a new name. */
  renamedAt?: Date;
  /** Names that are held for the member, oldest first. */
  formerNames?: FormerName[];
  /** The address that the member wants to have and has not confirmed. */
  emailChange?: EmailChange;
  /** Addresses that the member had, oldest first, as long as their change can be undone. */
  formerEmails?: FormerEmail[];
  /** The account on another site by which somebody signed up; linked once the address is confirmed. */
  elsewhere?: Identity;
};

/** A name that a member had, which nobody else can take before `until`. */
export type FormerName = { name: string; key: string; until: Date };
/** A new address that waits for its confirmation. `epoch`: the account's `authEpoch` when it was asked for. */
export type EmailChange = { id: string; email: string; epoch: number; until: Date };
/** An address before the change `id`, which can be undone before `until`. */
type FormerEmail = { id: string; email: string; until: Date };

/** The data of a sign-up. */
export type Applicant = Required<Pick<Account, 'signupId' | 'username' | 'email' | 'passwordHash' | 'createdAt'>> &
  Pick<Account, 'language' | 'entry' | 'elsewhere'>;

/** The fields that each authenticated request reads about its user. */
const ownerFields = {
  username: 1,
  avatar: 1,
  status: 1,
  until: 1,
  authEpoch: 1,
  spared: 1,
  operator: 1,
  moderator: 1,
  held: 1,
  createdAt: 1,
} as const;
type OwnerRow = { _id: string } & Pick<Account, keyof typeof ownerFields>;

export type AccountRow = Omit<Account, 'id' | 'email'> & {
  _id: string;
  foldedName: string;
  /** The keys of the name and of all held names; unique. Missing in rows of older builds. */
  nameKeys?: string[];
  /** The key of the confirmed address; unique. */
  email?: string;
  /** The key of an unconfirmed address; another account may have it confirmed. */
  pendingEmail?: string;
  /** The address as typed. Older rows only have the key. */
  typedEmail?: string;
  /** Raised whenever the member leaves or returns. */
  turn?: number;
  /** Whether the ban removed the member's comments, too. */
  removesComments?: true;
  /** Codes of the address and the name of a banned account that is being erased, see `RememberedBans`. */
  bans?: string[];
  /** Since when copies of the member may be old, and when to check them next. */
  copies?: { since: Date; at: Date };
};

export const toAccount = ({ _id, email, pendingEmail = '', typedEmail, ...row }: AccountRow): Account => ({
  id: _id,
  ...omit(row, 'foldedName', 'nameKeys', 'copies', 'turn', 'removesComments', 'bans'),
  email: typedEmail ?? email ?? pendingEmail,
});

const batchSize = 1000;

/** The sign-up mails the first link itself. If it fails to, the sweep does so after this time. */
const mailWithinMs = 60_000;

const rowOf = ({ email, entry = null, ...applicant }: Applicant) => ({
  ...applicant,
  entry,
  pendingEmail: emailKey(email),
  typedEmail: email.trim(),
  foldedName: usernameKey(applicant.username),
  nameKeys: [usernameKey(applicant.username)],
  confirmationSentAt: null,
  mailAt: new Date(applicant.createdAt.getTime() + mailWithinMs),
});

/** The account with a name, or for which it is held. */
export function named(username: string): Filter<AccountRow> {
  const key = usernameKey(username);
  return { $or: [{ foldedName: key }, { nameKeys: key }] };
}

/** One address has one account, however it is typed. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** Words that are too easy to guess in this member's password. */
export const personalTextsOf = ({ username, email }: Pick<Account, 'username' | 'email'>): string[] => [
  username,
  email,
  email.split('@')[0] ?? '',
];

const asItWas = ({ id, authEpoch }: Account) => ({ _id: id, authEpoch, status: 'Unconfirmed' as const });

/** Stores accounts of members, and unconfirmed ones. */
export class AccountStore {
  readonly placement = { users: withSeveralUnique };
  readonly #users: Collection<AccountRow>;
  readonly #owners: BatchLoader<OwnerRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
    this.#owners = new BatchLoader(db, 'users', ownerFields);
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ foldedName: 1 }, { unique: true });
    await this.#freeUnconfirmed();
    await this.#fillNameKeys();
    await this.#users.createIndex({ nameKeys: 1 }, { unique: true, sparse: true });
    // The index on `email` comes last: if it exists, the steps before it are done.
    for (const field of ['pendingEmail', 'signupId', 'email']) {
      await this.#users.createIndex({ [field]: 1 }, { unique: true, sparse: true });
    }
    await this.#users.createIndex({ mailAt: 1 }, { sparse: true });
    await this.#users.createIndex({ 'elsewhere.subject': 1 }, { sparse: true });
  }

  /** Early builds stored an unconfirmed address in `email`. */
  async #freeUnconfirmed(): Promise<void> {
    const found = (await this.#users.listIndexes().toArray()).find(({ name }) => name === 'email_1');
    if (found?.sparse) return;
    if (found) await dropIndex(this.#users, 'email_1');
    await this.#users.updateMany(
      { status: 'Unconfirmed', email: { $exists: true } },
      { $rename: { email: 'pendingEmail' } },
    );
  }

  /** Earlier builds held no names. */
  async #fillNameKeys(): Promise<void> {
    const indexes = await this.#users.listIndexes().toArray();
    if (indexes.some(({ name }) => name === 'nameKeys_1')) return;
    const unfilled = this.#users.find({ nameKeys: { $exists: false } }, { projection: { foldedName: 1 } });
    const fill = ({ _id, foldedName }: Pick<AccountRow, '_id' | 'foldedName'>) => ({
      updateOne: { filter: { _id, nameKeys: { $exists: false } }, update: { $set: { nameKeys: [foldedName] } } },
    });
    for (;;) {
      const rows = await unfilled.clone().limit(batchSize).toArray();
      if (rows.length === 0) return;
      await this.#users.bulkWrite(rows.map(fill), { ordered: false });
    }
  }

  async #one(filter: Filter<AccountRow>): Promise<Account | null> {
    const row = await this.#users.findOne(filter);
    return row && toAccount(row);
  }

  byId = (id: string) => this.#one({ _id: id });
  /** The user of a session. */
  owner = (id: string) => this.#owners.find(id);
  /** The account with this name, or for which it is held. */
  byName = (username: string) => this.#one(named(username));
  bySignup = (signupId: string) => this.#one({ signupId });
  byEmail = (email: string) => this.#one({ email: emailKey(email) });
  pendingByEmail = (email: string) => this.#one({ pendingEmail: emailKey(email) });

  /** The unconfirmed account that somebody on another site has signed up for since then. */
  async waitingFrom({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>, since: Date): Promise<Account | null> {
    const theirs = { 'elsewhere.subject': subject, 'elsewhere.issuer': issuer };
    const row = await this.#users.findOne({ ...theirs, status: 'Unconfirmed', createdAt: { $gt: since } });
    return row && toAccount(row);
  }

  /** @throws the driver's duplicate error if the name is taken, or the address has an unconfirmed account already */
  async insert(id: string, applicant: Applicant): Promise<Account> {
    const row = { _id: id, ...rowOf(applicant), status: 'Unconfirmed' as const, authEpoch: 0, avatar: '' };
    await this.#users.insertOne(row);
    return toAccount(row);
  }

  /**
   * Gives an unconfirmed account to another applicant and voids its links.
   * @returns null if it changed meanwhile
   * @throws the driver's duplicate error if the name is taken
   */
  async replace(waiting: Account, applicant: Applicant): Promise<Account | null> {
    const update = {
      $set: rowOf(applicant),
      ...(!applicant.elsewhere && { $unset: { elsewhere: '' as const } }),
      $inc: { authEpoch: 1 },
    };
    const row = await this.#users.findOneAndUpdate(asItWas(waiting), update, { returnDocument: 'after' });
    return row && toAccount(row);
  }

  /** Deletes an unconfirmed account and frees its name, unless another link was mailed since it was read. */
  async removeWaiting(waiting: Account): Promise<void> {
    await this.#users.deleteOne({ ...asItWas(waiting), confirmationSentAt: waiting.confirmationSentAt });
  }

  /** Sets the language of the member's mails. */
  async setLanguage(id: string, language: SiteLanguage): Promise<void> {
    await this.#users.updateOne({ _id: id, language: { $ne: language } }, { $set: { language } });
  }

  async noteConfirmationSent(waiting: Account, confirmationSentAt: Date): Promise<void> {
    await this.#users.updateOne(asItWas(waiting), { $set: { confirmationSentAt }, $unset: { mailAt: '' } });
  }

  /** Postpones the first link. @returns false if the account changed since it was read */
  async putOffMail(waiting: Account, mailAt: Date): Promise<boolean> {
    const asRead = { ...asItWas(waiting), mailAt: waiting.mailAt ?? { $exists: false } };
    return (await this.#users.updateOne(asRead, { $set: { mailAt } })).matchedCount === 1;
  }

  /** Accounts whose first link is due, longest due first. */
  async dueMails(now: Date, limit: number): Promise<Account[]> {
    const due = this.#users.find({ mailAt: { $lte: now } });
    return (await due.sort({ mailAt: 1 }).limit(limit).toArray()).map(toAccount);
  }

  /**
   * @returns whether the account was unconfirmed
   * @throws the driver's duplicate error if somebody else has confirmed the address
   */
  async confirm(waiting: Account, status: 'Active' | 'Applied'): Promise<boolean> {
    const update = {
      $set: { status, email: emailKey(waiting.email) },
      $unset: { pendingEmail: '', mailAt: '', elsewhere: '', ...(status === 'Active' && { entry: '' as const }) },
    } as const;
    return (await this.#users.updateOne(asItWas(waiting), update)).matchedCount === 1;
  }

  /** Ends an expired suspension. */
  async endSuspension(id: string, now: Date): Promise<void> {
    const over = { _id: id, status: 'Suspended' as const, until: { $lte: now } };
    await this.#users.updateOne(over, { $set: { status: 'Active' }, $unset: { until: '', reason: '' } });
  }

  /** Replaces a hash with a stronger one of the same password, unless the password changed meanwhile. */
  async rehash(id: string, from: string, to: string): Promise<void> {
    await this.#users.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
  }

  /**
   * Changes the password, voids all links and ends all sessions except `spare`.
   * @returns false if the account changed since it was read
   */
  async changePassword({ id, authEpoch }: Account, passwordHash: string, spare?: string): Promise<boolean> {
    const spared = spare !== undefined && { spared: { sessionId: spare, epoch: authEpoch + 1 } };
    const update = { $set: { passwordHash, ...spared }, $inc: { authEpoch: 1 } };
    return (await this.#users.updateOne({ _id: id, authEpoch }, update)).matchedCount === 1;
  }

  /**
   * Changes the confirmed address, voids all links, also those that undo a change, and ends all sessions except `spare`.
   * @returns false if the account changed since it was read
   * @throws the driver's duplicate error if another account has the address
   */
  async changeEmail({ id, authEpoch }: Pick<Account, 'id' | 'authEpoch'>, email: string, spare?: string) {
    const spared = spare !== undefined && { spared: { sessionId: spare, epoch: authEpoch + 1 } };
    const update = {
      $set: { email: emailKey(email), typedEmail: email.trim(), ...spared },
      $unset: { emailChange: '' as const, formerEmails: '' as const },
      $inc: { authEpoch: 1 },
    };
    const confirmed = { _id: id, authEpoch, email: { $exists: true } };
    return (await this.#users.updateOne(confirmed, update)).matchedCount === 1;
  }

  /** Ends all sessions and voids all links. Returns false if there is no such account. */
  async endSessions(id: string): Promise<boolean> {
    return (await this.#users.updateOne({ _id: id }, { $inc: { authEpoch: 1 } })).matchedCount === 1;
  }

  /** Whether nobody has ever signed up. */
  async isEmpty(): Promise<boolean> {
    return (await this.#users.findOne({}, { projection: { _id: 1 } })) === null;
  }
}
