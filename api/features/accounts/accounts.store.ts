import type { Collection, Db } from 'mongodb';
import { fold } from '#contract/text.ts';

type AccountStatus = 'Unconfirmed' | 'Active' | 'Suspended' | 'Banned' | 'Deleted';

export type Account = {
  id: string;
  username: string;
  email: string;
  /** PHC string; null for those who cannot log in. */
  passwordHash: string | null;
  status: AccountStatus;
  /** Raised to end all sessions and links. */
  authEpoch: number;
  avatar: string;
  createdAt: Date;
  /** When the last confirmation link was mailed. */
  confirmationSentAt: Date | null;
  /** When a suspension ends, or a deleted account is erased. */
  until?: Date;
  /** Why moderators closed it. */
  reason?: string;
};

/** A member of the sample community, who cannot log in. */
export type DemoMember = Pick<Account, 'id' | 'username' | 'avatar' | 'createdAt'>;

type AccountRow = Omit<Account, 'id'> & { _id: string; foldedName: string; demo?: boolean };
type TokenRow = { _id: string; kind: 'confirm'; userId: string; epoch: number; expiresAt: Date };
export type Token = Omit<TokenRow, '_id'> & { hash: string };

const toAccount = ({ _id, foldedName: _, demo: __, ...row }: AccountRow): Account => ({ id: _id, ...row });
/** One address has one account, however it is typed. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** One name has one account, however it is cased, accented or parted. */
export const nameKey = (username: string): string => fold(username).replaceAll(/[._-]/g, '');

/** Members and the links that were mailed to them. */
export class AccountStore {
  readonly #users: Collection<AccountRow>;
  readonly #tokens: Collection<TokenRow>;

  constructor(db: Db) {
    this.#users = db.collection<AccountRow>('users');
    this.#tokens = db.collection<TokenRow>('tokens');
  }

  async createIndexes(): Promise<void> {
    await this.#users.createIndex({ foldedName: 1 }, { unique: true });
    await this.#users.createIndex({ email: 1 }, { unique: true });
    await this.#tokens.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  }

  async #one(filter: Partial<Pick<AccountRow, '_id' | 'foldedName' | 'email'>>): Promise<Account | null> {
    const row = await this.#users.findOne(filter);
    return row && toAccount(row);
  }

  byId = (id: string) => this.#one({ _id: id });
  byName = (username: string) => this.#one({ foldedName: nameKey(username) });
  byEmail = (email: string) => this.#one({ email: emailKey(email) });

  /** @throws the driver's duplicate error when the id, the name or the address is taken */
  async insert({ id, ...account }: Account): Promise<void> {
    const email = emailKey(account.email);
    await this.#users.insertOne({ _id: id, ...account, email, foldedName: nameKey(account.username) });
  }

  async noteConfirmationSent(id: string, confirmationSentAt: Date): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $set: { confirmationSentAt } });
  }

  /** @returns whether the account waited for it */
  async activate(id: string, epoch: number): Promise<boolean> {
    const waiting = { _id: id, authEpoch: epoch, status: 'Unconfirmed' as const };
    return (await this.#users.updateOne(waiting, { $set: { status: 'Active' } })).matchedCount === 1;
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

  /** Ends every session and every mailed link. */
  async raiseEpoch(id: string): Promise<void> {
    await this.#users.updateOne({ _id: id }, { $inc: { authEpoch: 1 } });
  }

  async insertToken({ hash, ...token }: Token): Promise<void> {
    await this.#tokens.insertOne({ _id: hash, ...token });
  }

  async tokenByHash(hash: string): Promise<Token | null> {
    const row = await this.#tokens.findOne({ _id: hash });
    if (!row) return null;
    const { _id, ...token } = row;
    return { hash: _id, ...token };
  }

  /** Adds members of the sample community; those who are there already stay. */
  async insertDemo(members: readonly DemoMember[]): Promise<void> {
    for (const { id, ...member } of members) {
      const row: Omit<AccountRow, '_id'> = {
        ...member,
        foldedName: nameKey(member.username),
        email: `${id}@demo.invalid`,
        passwordHash: null,
        status: 'Active',
        authEpoch: 0,
        confirmationSentAt: null,
        demo: true,
      };
      await this.#users.updateOne({ _id: id }, { $setOnInsert: row }, { upsert: true });
    }
  }

  /** @returns the ids of the sample members that are gone now */
  async removeDemo(): Promise<string[]> {
    const ids = (await this.#users.find({ demo: true }).project<{ _id: string }>({ _id: 1 }).toArray()).map(
      (row) => row._id,
    );
    await this.#users.deleteMany({ demo: true });
    return ids;
  }

  /** Whether nobody has ever signed up. */
  async isEmpty(): Promise<boolean> {
    return (await this.#users.findOne({}, { projection: { _id: 1 } })) === null;
  }
}
