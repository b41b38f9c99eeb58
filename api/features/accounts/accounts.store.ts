import type { Collection, Db } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import type { Epochs } from '#api/platform/sessions/epochs.ts';
import { usernameKey } from '#contract/username.ts';

type AccountStatus = 'Unconfirmed' | 'Active' | 'Suspended' | 'Banned' | 'Deleted';

export type Account = {
  id: string;
  username: string;
  /** As they typed it, for mails; compare it by {@link emailKey}. Before it is confirmed anybody may have typed it. */
  email: string;
  /** PHC string; null for those who cannot log in. */
  passwordHash: string | null;
  status: AccountStatus;
  /** Raised to end all sessions and links. */
  authEpoch: number;
  spared?: Epochs['spared'];
  avatar: string;
  createdAt: Date;
  /** When the last confirmation link was mailed. */
  confirmationSentAt: Date | null;
  /** When its first link is to be mailed; none once that was done. */
  mailAt?: Date;
  deletedAt?: Date;
  /** When a suspension ends, or a deleted account is erased. */
  until?: Date;
  /** Why moderators closed it. */
  reason?: string;
  /** Whether they moderate. */
  operator?: boolean;
  /** They post nothing until moderators have looked at what others flagged. */
  held?: boolean;
  /** The id that the sign-up came with. Nobody but its sender knows it. */
  signupId?: string;
};

/** What a sign-up asks for. */
export type Applicant = Required<Pick<Account, 'signupId' | 'username' | 'email' | 'passwordHash' | 'createdAt'>>;

/** What a session asks about its owner, at each call. */
const ownerFields = {
  username: 1,
  avatar: 1,
  status: 1,
  until: 1,
  authEpoch: 1,
  spared: 1,
  operator: 1,
  held: 1,
} as const;
type OwnerRow = { _id: string } & Pick<Account, keyof typeof ownerFields>;

export type AccountRow = Omit<Account, 'id' | 'email'> & {
  _id: string;
  foldedName: string;
  /** The key of the confirmed address, which has one account. */
  email?: string;
  /** The key of the address that waits for its confirmation, beside that of its member if there is one. */
  pendingEmail?: string;
  /** The address as it was typed. Older rows have its key only. */
  typedEmail?: string;
  /** Raised whenever the member leaves or comes back. */
  turn?: number;
  /** Since when copies of the member may be old, and when to look at them next. */
  copies?: { since: Date; at: Date };
};

export const toAccount = ({
  _id,
  foldedName: _,
  copies: __,
  turn: ___,
  email,
  pendingEmail = '',
  typedEmail,
  ...row
}: AccountRow): Account => ({
  id: _id,
  ...row,
  email: typedEmail ?? email ?? pendingEmail,
});

/** Whoever signs somebody up mails the link; it is due should they not come to it. */
const mailWithinMs = 60_000;

const rowOf = ({ email, ...applicant }: Applicant) => ({
  ...applicant,
  pendingEmail: emailKey(email),
  typedEmail: email.trim(),
  foldedName: usernameKey(applicant.username),
  confirmationSentAt: null,
  mailAt: new Date(applicant.createdAt.getTime() + mailWithinMs),
});

/** One address has one account, however it is typed. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** What a member's password must not be made of. */
export const commonWordsOf = ({ username, email }: Pick<Account, 'username' | 'email'>): string[] => [
  username,
  email,
  email.split('@')[0] ?? '',
];

const asItWas = ({ id, authEpoch }: Account) => ({ _id: id, authEpoch, status: 'Unconfirmed' as const });

/** Members, and those who wait to be confirmed. */
export class AccountStore {
  readonly #users: Collection<AccountRow>;
  readonly #owners: BatchLoader<OwnerRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
    this.#owners = new BatchLoader(db, 'users', ownerFields);
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ foldedName: 1 }, { unique: true });
    await this.#freeUnconfirmed();
    // The index on addresses comes last: where it is, what came before it is done.
    for (const field of ['pendingEmail', 'signupId', 'email']) {
      await this.#users.createIndex({ [field]: 1 }, { unique: true, sparse: true });
    }
    await this.#users.createIndex({ mailAt: 1 }, { sparse: true });
  }

  /** At first a sign-up took an address before it was confirmed. */
  async #freeUnconfirmed(): Promise<void> {
    const found = (await this.#users.listIndexes().toArray()).find(({ name }) => name === 'email_1');
    if (found?.sparse) return;
    if (found) await this.#users.dropIndex('email_1');
    await this.#users.updateMany(
      { status: 'Unconfirmed', email: { $exists: true } },
      { $rename: { email: 'pendingEmail' } },
    );
  }

  async #one(
    filter: Partial<Pick<AccountRow, '_id' | 'foldedName' | 'email' | 'pendingEmail' | 'signupId'>>,
  ): Promise<Account | null> {
    const row = await this.#users.findOne(filter);
    return row && toAccount(row);
  }

  byId = (id: string) => this.#one({ _id: id });
  /** The owner of a session. */
  owner = (id: string) => this.#owners.find(id);
  byName = (username: string) => this.#one({ foldedName: usernameKey(username) });
  bySignup = (signupId: string) => this.#one({ signupId });
  /** Whose address this is. */
  byEmail = (email: string) => this.#one({ email: emailKey(email) });
  /** Who says that it is theirs, and waits for the confirmation. */
  pendingByEmail = (email: string) => this.#one({ pendingEmail: emailKey(email) });

  /** @throws the driver's duplicate error when the name is taken, or the address waits for somebody already */
  async insert(id: string, applicant: Applicant): Promise<Account> {
    const row = { _id: id, ...rowOf(applicant), status: 'Unconfirmed' as const, authEpoch: 0, avatar: '' };
    await this.#users.insertOne(row);
    return toAccount(row);
  }

  /**
   * Gives an account that waits to another applicant, and voids its links.
   * @returns null when it changed meanwhile
   * @throws the driver's duplicate error when the name is taken
   */
  async replace(waiting: Account, applicant: Applicant): Promise<Account | null> {
    const update = { $set: rowOf(applicant), $inc: { authEpoch: 1 } };
    const row = await this.#users.findOneAndUpdate(asItWas(waiting), update, { returnDocument: 'after' });
    return row && toAccount(row);
  }

  /** Takes an account away that waits, and frees its name, unless another link was mailed since it was read. */
  async removeWaiting(waiting: Account): Promise<void> {
    await this.#users.deleteOne({ ...asItWas(waiting), confirmationSentAt: waiting.confirmationSentAt });
  }

  async noteConfirmationSent(waiting: Account, confirmationSentAt: Date): Promise<void> {
    await this.#users.updateOne(asItWas(waiting), { $set: { confirmationSentAt }, $unset: { mailAt: '' } });
  }

  /** Says when the first link is to be mailed. @returns whether that was still as it was read */
  async putOffMail(waiting: Account, mailAt: Date): Promise<boolean> {
    const asRead = { ...asItWas(waiting), mailAt: waiting.mailAt ?? { $exists: false } };
    return (await this.#users.updateOne(asRead, { $set: { mailAt } })).matchedCount === 1;
  }

  /** Those whose first link is due, the longest due first. */
  async dueMails(now: Date, limit: number): Promise<Account[]> {
    const due = this.#users.find({ mailAt: { $lte: now } });
    return (await due.sort({ mailAt: 1 }).limit(limit).toArray()).map(toAccount);
  }

  /**
   * @returns whether the account waited for it
   * @throws the driver's duplicate error when somebody else has confirmed the address
   */
  async activate(waiting: Account): Promise<boolean> {
    const update = {
      $set: { status: 'Active', email: emailKey(waiting.email) },
      $unset: { pendingEmail: '', mailAt: '' },
    } as const;
    return (await this.#users.updateOne(asItWas(waiting), update)).matchedCount === 1;
  }

  /** Ends a suspension whose time is over. */
  async endSuspension(id: string, now: Date): Promise<void> {
    const over = { _id: id, status: 'Suspended' as const, until: { $lte: now } };
    await this.#users.updateOne(over, { $set: { status: 'Active' }, $unset: { until: '', reason: '' } });
  }

  /** Replaces a hash by a better one of the same password, unless the password changed meanwhile. */
  async rehash(id: string, from: string, to: string): Promise<void> {
    await this.#users.updateOne({ _id: id, passwordHash: from }, { $set: { passwordHash: to } });
  }

  /**
   * Gives a member another password, and ends every mailed link and every session but the one that is spared.
   * @returns whether the account was still as it was read
   */
  async changePassword({ id, authEpoch }: Account, passwordHash: string, spare?: string): Promise<boolean> {
    const spared = spare !== undefined && { spared: { sessionId: spare, epoch: authEpoch + 1 } };
    const update = { $set: { passwordHash, ...spared }, $inc: { authEpoch: 1 } };
    return (await this.#users.updateOne({ _id: id, authEpoch }, update)).matchedCount === 1;
  }

  /** Ends every session and every mailed link. */
  async raiseEpoch(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $inc: { authEpoch: 1 } });
  }

  /** Whether nobody has ever signed up. */
  async isEmpty(): Promise<boolean> {
    return (await this.#users.findOne({}, { projection: { _id: 1 } })) === null;
  }
}
