import { createHash, randomBytes } from 'node:crypto';
import type { Now } from '#api/platform/clock.ts';
import { isCommonPassword } from '#api/platform/common-passwords.ts';
import type { Limiter, Limits } from '#api/platform/limits.ts';
import type { Mailer } from '#api/platform/mail.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import type { Passwords } from '#api/platform/passwords.ts';
import type { SessionUser } from '#api/platform/sessions/adapter.ts';
import type { Signup } from '#contract/accounts.ts';
import { FieldsRefused, Problem } from '#contract/problems.ts';
import { fold } from '#contract/text.ts';
import { alreadyMemberMail, confirmationMail } from './accounts.mails.ts';
import { isReservedName } from './accounts.names.ts';
import { type Account, type AccountStore, emailKey } from './accounts.store.ts';

const confirmHours = 48;
const hour = 3_600_000;
const nameTaken = { username: ['That username is taken.'] };

interface Needs {
  accounts: AccountStore;
  passwords: Pick<Passwords, 'hash'>;
  mailer: Pick<Mailer, 'send'>;
  limits: Limits;
  /** What visitors type, for the links in mails. */
  publicOrigin: string;
  now: Now;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** Sign-up and what belongs to it. */
export class AccountService {
  readonly #needs: Needs;
  readonly #unasked: Limiter;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#unasked = needs.limits.limiter({ name: 'account-mail', points: 1, seconds: 600 });
  }

  /** The owner of a session. */
  sessionUser = async (id: string): Promise<SessionUser | null> => {
    const account = await this.#needs.accounts.byId(id);
    if (!account) return null;
    const { username, avatar, authEpoch, status } = account;
    return { id, username, avatar, authEpoch, active: status === 'Active' };
  };

  /**
   * Makes an account that waits for its confirmation. A repeated sign-up is the same one, and one with a known e-mail
   * looks the same from outside: its owner is told by mail.
   * @throws FieldsRefused
   */
  async signup({ id, username, email, password }: Signup): Promise<void> {
    if (isReservedName(username)) throw new FieldsRefused(nameTaken);
    if (isCommonPassword(password, [username, email, email.split('@')[0] ?? ''])) {
      throw new FieldsRefused({ password: ['That password is too common. Try a longer phrase.'] });
    }
    const account: Account = {
      id,
      username,
      email: emailKey(email),
      passwordHash: await this.#needs.passwords.hash(password),
      status: 'Unconfirmed',
      authEpoch: 0,
      avatar: '',
      createdAt: this.#needs.now(),
      confirmationSentAt: null,
    };
    try {
      await this.#needs.accounts.insert(account);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.#signupAgain(account);
    }
    await this.#mailConfirmation(account);
  }

  async #signupAgain({ id, username, email }: Account): Promise<void> {
    const { accounts, mailer, publicOrigin } = this.#needs;
    const same = await accounts.byId(id);
    if (same) {
      const repeated = same.email === email && fold(same.username) === fold(username);
      if (!repeated) throw new FieldsRefused({ id: ['Send a new id.'] });
      if (same.status === 'Unconfirmed' && !same.confirmationSentAt) await this.#mailConfirmation(same);
      return;
    }
    if (await accounts.byName(username)) throw new FieldsRefused(nameTaken);
    const owner = await accounts.byEmail(email);
    if (!owner) throw new Problem('unavailable', { details: { retryAfter: 1 } });
    if ((await this.#unasked.count(email)) > 0) return;
    if (owner.status === 'Unconfirmed') await this.#mailConfirmation(owner);
    else await mailer.send(alreadyMemberMail(publicOrigin, owner));
  }

  async #mailConfirmation(account: Account): Promise<void> {
    const { accounts, mailer, publicOrigin, now } = this.#needs;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now().getTime() + confirmHours * hour);
    const { id: userId, authEpoch: epoch } = account;
    await accounts.insertToken({ hash: hashOf(token), kind: 'confirm', userId, epoch, expiresAt });
    await mailer.send(confirmationMail(publicOrigin, account, token));
    await accounts.noteConfirmationSent(userId, now());
  }

  /** @throws confirm.invalid for an old or unknown link, EmailAlreadyConfirmed for a used one */
  async confirmEmail(token: string): Promise<{ username: string }> {
    const { accounts, now } = this.#needs;
    const link = await accounts.tokenByHash(hashOf(token));
    const account = link && (await accounts.byId(link.userId));
    if (!account || account.authEpoch !== link.epoch) throw new Problem('confirm.invalid');
    if (account.status !== 'Unconfirmed') throw new Problem('EmailAlreadyConfirmed');
    if (link.expiresAt <= now()) throw new Problem('confirm.invalid');
    if (!(await accounts.activate(account.id, link.epoch))) throw new Problem('EmailAlreadyConfirmed');
    return { username: account.username };
  }

  /** Mails a new link to an account that waits for one, at most every ten minutes; nobody learns whether it did. */
  async resendConfirmation(email: string): Promise<void> {
    const account = await this.#needs.accounts.byEmail(email);
    if ((await this.#unasked.count(emailKey(email))) > 0) return;
    if (account?.status === 'Unconfirmed') await this.#mailConfirmation(account);
  }
}
